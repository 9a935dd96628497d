import { type GivenLimit, senseless, sizeLimit, timeLimit } from '../limits.ts'
import { textOf } from '../yaml.ts'

/** Least plausible time without a unit (ms): earlier versions of Hydro read such numbers as seconds. */
const LEAST_BARE_MS = 50

/** Parses `500ms`, `1.5s`, `800m` and `2000000us`; a whole number without a unit is milliseconds, a fraction seconds. */
export function milliseconds(given: GivenLimit): number | null {
  const [number, unit] = partsOf(given, /^([\d.-]*)((?:[mu]?s)|[mu])?$/i)
  if (number === null) return null
  if (unit === '' && Number.isSafeInteger(Number(number))) {
    const time = timeLimit(given, 1)
    if (time !== null && time < LEAST_BARE_MS) throw senseless(given)
    return time
  }
  return timeLimit({ ...given, value: number }, { m: 1, u: 0.001 }[unit[0] ?? ''] ?? 1000)
}

/** Parses `256m`, `1g`, `65536k`; a number without a unit is megabytes. */
export function megabytes(given: GivenLimit): number | null {
  const [number, unit] = partsOf(given, /^([^a-z]*)([kmg])?(?:i?b)?$/i)
  return sizeLimit({ ...given, value: number }, { k: 1 / 1024, g: 1024 }[unit] ?? 1)
}

function partsOf(given: GivenLimit, pattern: RegExp): [number: string | null, unit: string] {
  const { value } = given
  if (value === null || value === undefined) return [null, '']
  const match = pattern.exec(textOf(value)?.trim() ?? '-')
  if (!match) throw senseless(given)
  return [match[1] ?? '', (match[2] ?? '').toLowerCase()]
}
