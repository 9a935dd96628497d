import { Refusal } from '../../core/errors.ts'
import type { Loose } from './yaml.ts'

/** Where a limit stands: what the package calls it, what it says, and in which file. */
export type GivenLimit = { name: string; value: Loose | undefined; file: string }

/** Beyond these nobody means what is written: an hour, 64 GiB. Below them the site's own bounds hold. */
const MOST_MS = 3_600_000
const MOST_MB = 65_536

/** A time limit in milliseconds, of a number of which one is `unit` of them; null where there is none. */
export const timeLimit = (given: GivenLimit, unit: number): number | null =>
  whole(given, unit, MOST_MS, Math.round)

/** A size limit in MiB, of a number of which one is `unit` of them; null where there is none. */
export const sizeLimit = (given: GivenLimit, unit = 1): number | null =>
  whole(given, unit, MOST_MB, Math.ceil)

/** What cannot be meant as a limit is refused by its name: made to fit, it would judge everybody wrong. */
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

/** The refusal of a limit that makes no sense. */
export const senseless = ({ name, value, file }: GivenLimit): Refusal =>
  new Refusal('PACKAGE_LIMIT', { limit: name, value: String(value).slice(0, 40), file })
