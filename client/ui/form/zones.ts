/** Moments as a clock on a wall of another zone shows them, for native inputs, which know no zones. */

/** What the clocks of a zone show at a moment: '2026-11-22T14:30'. */
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
 * The moment at which the clocks of a zone show this, in UTC; null for what is not a time. An hour that the clocks leave
 * out counts as the one after it, one that they show twice as the first.
 */
export function momentOf(wallTime: string, timeZone: string): string | null {
  const wanted = Date.parse(`${wallTime}Z`)
  if (Number.isNaN(wanted)) return null
  const shownAt = (moment: number) => Date.parse(`${wallTimeOf(new Date(moment).toISOString(), timeZone)}Z`)
  const offsetAt = (moment: number) => shownAt(moment) - moment
  // The zone is ahead of UTC by what it is a day earlier or a day later; between them lies at most one change.
  const DAY = 86_400_000
  const [before, after] = [offsetAt(wanted - DAY), offsetAt(wanted + DAY)]
  const first = [wanted - before, wanted - after].sort((a, b) => a - b).find((one) => shownAt(one) === wanted)
  return new Date(first ?? wanted - before).toISOString()
}
