export type HeatDay = { date: string; submitted: number; accepted: number }

const DAY = 24 * 3600_000
const DAYS = 365

const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`)
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The 365 days that end with `today`, oldest first; days that are not given have no submissions. */
export function yearOf(today: string, given: readonly HeatDay[]): HeatDay[] {
  const byDate = new Map(given.map((day) => [day.date, day]))
  const end = timeOf(today)
  return Array.from({ length: DAYS }, (_, at) => {
    const date = dateOf(end - (DAYS - 1 - at) * DAY)
    return byDate.get(date) ?? { date, submitted: 0, accepted: 0 }
  })
}

/** Row of a day in its week, Monday first: 0 to 6. */
export const rowOf = (date: string) => (new Date(timeOf(date)).getUTCDay() + 6) % 7

/** Column of a day: the week of the year's first day is 0. */
export const columnOf = (year: readonly HeatDay[], at: number) =>
  Math.floor((rowOf(year[0]?.date ?? '') + at) / 7)

/** Step of a count, 0 to 4, as a share of the busiest day; a single submission is 1. */
export const stepOf = (submitted: number, most: number) =>
  submitted === 0 ? 0 : Math.max(1, Math.ceil((submitted / Math.max(4, most)) * 4))

/** Consecutive days with submissions until the last day, or until the day before while the last has none. */
export function streakOf(year: readonly HeatDay[]): { from: number; length: number } {
  const isActive = (at: number) => (year[at]?.submitted ?? 0) > 0
  const last = isActive(year.length - 1) ? year.length - 1 : year.length - 2
  let from = last + 1
  while (isActive(from - 1)) from -= 1
  return { from, length: last + 1 - from }
}

export type Month = { month: string; submitted: number; accepted: number }

const MONTHS = 12

/** Sums of the last twelve months, YYYY-MM, oldest first. */
export function monthsOf(today: string, given: readonly HeatDay[]): Month[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, at) => {
    const first = new Date(Date.UTC(year, month - MONTHS + at, 1)).toISOString().slice(0, 7)
    const days = given.filter(({ date }) => date.startsWith(first))
    const sum = (key: 'submitted' | 'accepted') => days.reduce((total, day) => total + day[key], 0)
    return { month: first, submitted: sum('submitted'), accepted: sum('accepted') }
  })
}
