/** Converts between UTC and the wall time of a zone, for native inputs, which know no zones. */

/** Latest wall time a native input may take: without it a year being typed may have six digits, which is no date. */
export const LATEST_WALL_TIME = '9999-12-31T23:59'

/** Wall time of a moment in a zone: '2026-11-22T14:30'. */
export function wallTimeOf(moment: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(moment))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

/**
 * UTC moment of a wall time in a zone; null for invalid text. A time skipped by the clocks maps to one hour
 * later, a repeated time to its first occurrence.
 */
export function momentOf(wallTime: string, timeZone: string): string | null {
  const wanted = Date.parse(`${wallTime}Z`)
  if (Number.isNaN(wanted)) return null
  const shownAt = (moment: number) => Date.parse(`${wallTimeOf(new Date(moment).toISOString(), timeZone)}Z`)
  const offsetAt = (moment: number) => shownAt(moment) - moment
  // The offset is that of a day earlier or of a day later; at most one change lies between them.
  const DAY = 86_400_000
  const [before, after] = [offsetAt(wanted - DAY), offsetAt(wanted + DAY)]
  const first = [wanted - before, wanted - after].sort((a, b) => a - b).find((one) => shownAt(one) === wanted)
  return new Date(first ?? wanted - before).toISOString()
}
