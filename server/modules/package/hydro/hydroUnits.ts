import { type GivenLimit, senseless, sizeLimit, timeLimit } from '../limits.ts'
import { textOf } from '../yaml.ts'

/** Parses `500ms`, `1.5s`, `1m`; a bare number is seconds. */
export function milliseconds(given: GivenLimit): number | null {
  const [number, unit] = partsOf(given, /^([^a-z]*)(ms|s|m)?$/i)
  return timeLimit({ ...given, value: number }, { ms: 1, m: 60_000 }[unit] ?? 1000)
}

/** Parses `256m`, `1g`, `65536k`; a bare number is megabytes. */
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
