/** Formats of numbers and dates. Units: ms, KiB, bytes. */

/** A missing figure. */
export const NONE = '--'

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']

const inUnits = (value: number, from: number): string => {
  let unit = from
  let rest = value
  while (rest >= 1024 && unit < BYTE_UNITS.length - 1) {
    rest /= 1024
    unit++
  }
  const digits = unit === 0 || Number.isInteger(rest) ? 0 : 1
  return `${rest.toFixed(digits)} ${BYTE_UNITS[unit]}`
}

export const formatMemory = (kilobytes: number | null | undefined) =>
  kilobytes === null || kilobytes === undefined ? NONE : inUnits(kilobytes, 1)

export const formatLength = (bytes: number | null | undefined) =>
  bytes === null || bytes === undefined ? NONE : inUnits(bytes, 0)

export const formatDuration = (milliseconds: number | null | undefined) =>
  milliseconds === null || milliseconds === undefined ? NONE : `${milliseconds} ms`

/** 0.6142 is 61.42%. */
export const formatRate = (rate: number) => `${(rate * 100).toFixed(2)}%`

/** 41,234 is 41.2k in a narrow column. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count)
  if (count < 1_000_000) return `${(count / 1000).toFixed(1)}k`
  return `${(count / 1_000_000).toFixed(1)}M`
}

/** Created lazily: it takes a slow machine longer than the rest of the page's code. */
let isoLike: Intl.DateTimeFormat | null = null

/** Local date and time to the second: 2026-11-20 16:38:07. */
export const formatDateTime = (at: string | number) => {
  // Swedish dates are ISO 8601, unambiguous in both languages.
  isoLike ??= new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })
  return isoLike.format(new Date(at))
}

/** Local date: 2026-11-20. */
export const formatDate = (at: string | number) => formatDateTime(at).slice(0, 10)

/** Local time of day. */
export const formatClock = (at: string | number) => formatDateTime(at).slice(11)

/** A whole number with the locale's separators: 2,318. */
export const formatNumber = (value: number, locale: string) => value.toLocaleString(locale)

/** Joins names as the locale lists them; Intl.ListFormat puts nothing between units in Chinese. */
export const formatList = (names: readonly string[], locale: string) =>
  names.join(locale.startsWith('zh') ? '、' : ', ')
