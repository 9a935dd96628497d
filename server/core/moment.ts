/** Date, time and zone of ISO 8601, with the freedom of RFC 3339 between date and time. */
const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(?:[Zz]|([+-])(\d\d):?(\d\d)?)?$/

const FIRST_YEAR = 1970
const MINUTE = 60_000

/**
 * The moment that a text names in ISO 8601, from 1970 to 9999. Without a zone it is in UTC, so that it means the same on
 * every server. Null: no moment, or a day that does not exist.
 */
export function readMoment(text: string): Date | null {
  const parts = MOMENT.exec(text.trim())
  if (!parts) return null
  const number = (at: number) => Number(parts[at] ?? 0)
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(number) as Six
  const millisecond = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3))
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, millisecond))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24
  if (!isReal || minute > 59 || second > 59 || year < FIRST_YEAR || number(10) > 59) return null
  const ahead = (number(9) * 60 + number(10)) * (parts[8] === '-' ? -1 : 1)
  return new Date(date.getTime() - ahead * MINUTE)
}

type Six = [number, number, number, number, number, number]
