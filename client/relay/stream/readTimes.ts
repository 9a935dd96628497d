/**
 * Server time at which shown data was read. A subscription starts a little later than its page's query, and sends this
 * time, so that no event in between is missed.
 */

/** Preloaded pages are shown within this time (ms). */
const RECENT = 30_000

let reads: { heardAt: number; readAt: number }[] = []

const recent = () => {
  const oldest = performance.now() - RECENT
  reads = reads.filter(({ heardAt }) => heardAt >= oldest)
  return reads
}

/** Notes the server time of a response. */
export function noteRead(headers: Headers) {
  const readAt = Number(headers.get('Read-At') ?? Number.NaN)
  if (Number.isFinite(readAt)) recent().push({ heardAt: performance.now(), readAt })
}

/** Time of the earliest recent query; undefined when all shown data is older and has long been live. */
export const readSince = (): number | undefined =>
  recent().reduce<number | undefined>(
    (earliest, { readAt }) => Math.min(earliest ?? readAt, readAt),
    undefined,
  )
