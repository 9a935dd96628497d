import { Refusal } from '../../core/errors.ts'
import type { Loose } from './yaml.ts'

/** A limit of a package: its name, its value, and its file. */
export type GivenLimit = { name: string; value: Loose | undefined; file: string }

/** Largest plausible limits: an hour, 64 GiB. Within them the site's own bounds apply. */
const MOST_MS = 3_600_000
const MOST_MB = 65_536

/** Time limit in milliseconds; `unit` is one unit of the number in milliseconds; null when there is none. */
export const timeLimit = (given: GivenLimit, unit: number): number | null =>
  whole(given, unit, MOST_MS, Math.round)

/** Memory limit in MiB; `unit` is one unit of the number in MiB; null when there is none. */
export const sizeLimit = (given: GivenLimit, unit = 1): number | null =>
  whole(given, unit, MOST_MB, Math.ceil)

/** Refuses an implausible limit by its name: clamping it would cause wrong verdicts. */
function whole(
  given: GivenLimit,
  unit: number,
  most: number,
  round: (number: number) => number,
): number | null {
  const { value } = given
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return null
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN
  const limit = number > 0 ? round(number * unit) : 0
  if (!(limit >= 1 && limit <= most)) throw senseless(given)
  return limit
}

/** Refusal of an implausible limit. */
export const senseless = ({ name, value, file }: GivenLimit): Refusal =>
  new Refusal('PACKAGE_LIMIT', { limit: name, value: String(value).slice(0, 40), file })
