const SECOND = 1000
const MINUTE = 60 * SECOND

/** A wait in words: seconds below 90 s, then minutes; `none` below half a second, `unknown` for null. */
export function waitWords(
  ms: number | null,
  locale: string,
  words: { none: string; unknown: string },
): string {
  if (ms === null) return words.unknown
  if (ms < SECOND / 2) return words.none
  const [unit, length] = ms < 1.5 * MINUTE ? (['second', SECOND] as const) : (['minute', MINUTE] as const)
  const value = Math.max(1, Math.round(ms / length))
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}
