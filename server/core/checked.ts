import type { z } from 'zod'
import { type FieldFault, type FieldFaults, Refusal } from './errors.ts'

type Issue = z.core.$ZodIssue

/** Faults for values that are too small or too large, by kind of value. */
const BOUNDS = {
  string: ['TOO_SHORT', 'TOO_LONG'],
  array: ['TOO_FEW', 'TOO_MANY'],
  number: ['TOO_SMALL', 'TOO_LARGE'],
} as const

const boundsOf = (origin: string) => BOUNDS[origin as keyof typeof BOUNDS] ?? BOUNDS.number

function faultOf(issue: Issue): FieldFault {
  switch (issue.code) {
    case 'too_small': {
      const min = Number(issue.minimum)
      if ((issue.origin === 'string' || issue.origin === 'array') && min === 1) return { code: 'REQUIRED' }
      return { code: boundsOf(issue.origin)[0], parameters: { min } }
    }
    case 'too_big':
      return { code: boundsOf(issue.origin)[1], parameters: { max: Number(issue.maximum) } }
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return { code: 'REQUIRED' }
      if (issue.expected === 'int') return { code: 'NOT_WHOLE' }
      return { code: issue.expected === 'number' ? 'NOT_A_NUMBER' : 'UNUSABLE' }
    case 'invalid_value':
      return { code: 'NOT_OFFERED' }
    case 'invalid_format':
      return { code: issue.format === 'url' ? 'NOT_A_LINK' : 'UNUSABLE' }
    case 'custom':
      return { code: (issue.params?.fault as FieldFault['code'] | undefined) ?? 'UNUSABLE' }
    default:
      return { code: 'UNUSABLE' }
  }
}

/**
 * Parses an input with the schema; throws INVALID_INPUT with all faults, each under its address in the input.
 * A refinement names its fault: `.refine(isHref, { params: { fault: 'NOT_A_LINK' } })`.
 */
export function checked<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const answer = schema.safeParse(input, { reportInput: true })
  if (answer.success) return answer.data
  const fields: FieldFaults = {}
  for (const issue of answer.error.issues) fields[issue.path.join('.')] ??= faultOf(issue)
  throw new Refusal('INVALID_INPUT', { fields })
}

/** A text without NUL and lone surrogates, which PostgreSQL cannot store. */
export const storable = (text: string): string => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '')

/** Zero width characters; a joiner between two emojis makes them one. */
const ZERO_WIDTH =
  /[\u00ad\u061c\u200b\u200c\u200e\u200f\u2060-\u2064\ufeff]|\u200d(?!\p{Extended_Pictographic})/gu

/**
 * Text on one line without characters that nobody sees: control, direction and zero width ones, with which two names
 * would look the same.
 */
export const onOneLine = (text: string): string =>
  storable(text)
    .replaceAll(ZERO_WIDTH, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
