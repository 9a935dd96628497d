/**
 * When what is shown was read, by the server's clock. A subscription begins a moment after its page was read, and says
 * from when on it must hear, so that nothing that happens between the two is missed.
 */

/** A page that was loaded ahead is shown within this time (ms) after it was read. */
const RECENT = 30_000

let reads: { heardAt: number; readAt: number }[] = []

const recent = () => {
  const oldest = performance.now() - RECENT
  reads = reads.filter(({ heardAt }) => heardAt >= oldest)
  return reads
}

/** Notes the answer to a query, by what its headers say. */
export function noteRead(headers: Headers) {
  const readAt = Number(headers.get('Read-At') ?? Number.NaN)
  if (Number.isFinite(readAt)) recent().push({ heardAt: performance.now(), readAt })
}

/** The earliest of the recent reads; none when all that is shown is older, and has long been live. */
export const readSince = (): number | undefined =>
  recent().reduce<number | undefined>(
    (earliest, { readAt }) => Math.min(earliest ?? readAt, readAt),
    undefined,
  )
