import { z } from 'zod'

/**
 * Coercers of REST parameters. Clients of the reference system send numbers as strings, and omit unused parameters or
 * send '' or null for them. A value that cannot be read is answered with HTTP 400 and the parameter's name.
 */

/** JSON Schema of a coercer for the OpenAPI document; to zod every coercer accepts anything. */
type Outside = { type: 'integer' | 'string' | 'boolean' | 'array'; [keyword: string]: unknown }

/** Metadata of a coercer, read by the router and the OpenAPI document. */
export type Coercion = { schema: Outside; required: boolean }

/** Result for a value that cannot be read. */
const UNREADABLE = Symbol('unreadable')

type Read<Value> = (value: unknown) => Value | typeof UNREADABLE

const coercer = <Value>(schema: Outside, read: Read<Value>, required = false) =>
  z
    .unknown()
    .optional()
    .transform((value, context): Value => {
      const found = read(value)
      if (found !== UNREADABLE) return found
      context.addIssue('unreadable')
      return z.NEVER
    })
    .meta({ coercion: { schema, required } satisfies Coercion })

/** A coercer of a required parameter. */
const required = <Value>(schema: Outside, read: Read<Value>) => coercer(schema, read, true)

/** Metadata of a coercer; null for any other shape. */
export const coercionOf = (field: unknown): Coercion | null =>
  field instanceof z.ZodType ? ((field.meta()?.coercion as Coercion | undefined) ?? null) : null

const isMissing = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === ''

/** Jackson, which reads bodies in the reference system, takes this word for a missing number or boolean. */
const isNoScalar = (value: unknown): boolean => isMissing(value) || value === 'null'

const toNumber = (value: unknown): number | typeof UNREADABLE => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return isMissing(value) || !Number.isSafeInteger(number) ? UNREADABLE : number
}

const toText = (value: unknown): string | typeof UNREADABLE => {
  if (isMissing(value)) return ''
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : UNREADABLE
}

/** Numbers with a meaning. Rules decide about any other number. */
type Codes = Readonly<Record<string, number>>

const integer = (codes?: Codes): Outside => ({
  type: 'integer',
  ...(codes ? { enum: [...new Set(Object.values(codes))].sort((one, other) => one - other) } : {}),
})

type Range = { least?: number; most?: number; codes?: Codes }

/** Integer: `standard` when missing or below `least`, at most `most`. */
export const number = (
  standard: number,
  { least = 1, most = Number.MAX_SAFE_INTEGER, codes }: Range = {},
) => {
  const outside: Outside = { ...integer(codes), default: standard }
  if (!codes && least > Number.MIN_SAFE_INTEGER) outside.minimum = Math.min(least, standard)
  if (most < Number.MAX_SAFE_INTEGER) outside.maximum = most
  return coercer(outside, (value) => {
    if (isNoScalar(value)) return standard
    const found = toNumber(value)
    if (found === UNREADABLE) return found
    return found < least ? standard : Math.min(found, most)
  })
}

/** Integer with a meaning, `standard` when missing; any other number cannot be read. */
export const code = (standard: number, codes: Codes) =>
  coercer({ ...integer(codes), default: standard }, (value) => {
    const found = isNoScalar(value) ? standard : toNumber(value)
    return found === UNREADABLE || Object.values(codes).includes(found) ? found : UNREADABLE
  })

/** Required integer. */
export const requiredNumber = (codes?: Codes) => required(integer(codes), toNumber)

/** Integer, null when missing. */
export const optionalNumber = (codes?: Codes) =>
  coercer(integer(codes), (value) => (isNoScalar(value) ? null : toNumber(value)))

/** String, or a number as a string; '' when missing. `words` are the values with a meaning. */
export const text = (words?: readonly string[]) =>
  coercer({ type: 'string', ...(words ? { enum: ['', ...words] } : {}) }, toText)

/** Whether a filter is off: clients send '', 'null' or 'All' for all rows. */
export const isOff = (filter: string): boolean => /^(?:|null|all)$/i.test(filter)

/** Required string, which may be ''. Rules check its content. */
export const requiredText = () =>
  required({ type: 'string' }, (value) =>
    value === undefined || value === null ? UNREADABLE : toText(value),
  )

/** String, null when missing and '' when empty: an update leaves a column unchanged at null. */
export const optionalText = () =>
  coercer({ type: 'string' }, (value) => (value === undefined || value === null ? null : toText(value)))

/** String, null when missing and '' for null, which colour pickers send when they are cleared. */
export const clearableText = () =>
  coercer({ type: 'string' }, (value) => (value === undefined ? null : toText(value)))

/** Required string or number, as sent; not ''. */
export const textOrNumber = () =>
  required<string | number>({ type: 'string' }, (value) => {
    if (typeof value === 'string' && value !== '') return value
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : UNREADABLE
  })

/** Coercer that converts the value of another one. */
export const mapped = <Value, Term>(
  field: z.ZodType<Value>,
  toTerm: (value: Value) => Term,
): z.ZodType<Term> => field.transform(toTerm).meta({ ...field.meta() })

/** Words for true and false in the reference system. */
const ON = ['true', 'on', 'yes', '1']
const OFF = ['false', 'off', 'no', '0']

const toFlag = (value: unknown): boolean | typeof UNREADABLE => {
  const word = String(value).toLowerCase()
  return ON.includes(word) || OFF.includes(word) ? ON.includes(word) : UNREADABLE
}

/** Boolean, false when missing. */
export const flag = () =>
  coercer({ type: 'boolean', default: false }, (value) => (isNoScalar(value) ? false : toFlag(value)))

/** Required boolean. */
export const requiredFlag = () =>
  required({ type: 'boolean' }, (value) => (isMissing(value) ? UNREADABLE : toFlag(value)))

/** Boolean, null when missing. */
export const optionalFlag = () =>
  coercer({ type: 'boolean' }, (value) => (isNoScalar(value) ? null : toFlag(value)))

/** One of `words`, `standard` when missing. */
export const oneOf = <Word extends string, Standard extends Word | null>(
  words: readonly Word[],
  standard: Standard,
) =>
  coercer<Word | Standard>(
    { type: 'string', enum: [...words], ...(standard === null ? {} : { default: standard }) },
    (value) => (isMissing(value) ? standard : (words.find((word) => word === value) ?? UNREADABLE)),
  )

/** Strings of a query: a repeated parameter, a comma-separated one, or both; empty when missing. */
export const texts = () =>
  coercer({ type: 'array', items: { type: 'string' } }, (value) => {
    const values = Array.isArray(value) ? value : isMissing(value) ? [] : [value]
    return values.flatMap((one) => String(one).split(',')).filter((one) => one !== '')
  })

const toList = (value: unknown): unknown[] | typeof UNREADABLE => (Array.isArray(value) ? value : UNREADABLE)

/** JSON Schema of the items of a list. */
type Items = { type: 'integer' | 'string' } | { type: 'array'; items: Items }

/** Required list of a body; its items are not checked here. */
export const requiredList = (items: Items) => required({ type: 'array', items }, toList)

/** List of a body, empty when missing; its items are not checked here. */
export const list = (items: Items) =>
  coercer({ type: 'array', items }, (value) => (value === undefined || value === null ? [] : toList(value)))

/** List of a body, null when missing; its items are not checked here. */
export const optionalList = (items: Items) =>
  coercer({ type: 'array', items }, (value) => (value === undefined || value === null ? null : toList(value)))

export const INTEGERS = { type: 'integer' } as const
export const STRINGS = { type: 'string' } as const

/** Most rows of a page. */
const MAX_LIMIT = 500

/** Parameters of a paged call: spread them into its `query` and read them with `pageOf`. */
export const paging = (standardLimit: number, most = MAX_LIMIT) => ({
  currentPage: number(1).describe('Number of the page, from 1.'),
  limit: number(standardLimit, { most }).describe('Rows per page.'),
})

/** Rows of a page; `page` counts from 1. */
export type Page = { page: number; limit: number; offset: number }

/** The page that the parameters of `paging` ask for. */
export const pageOf = ({ currentPage, limit }: { currentPage: number; limit: number }): Page => ({
  page: currentPage,
  limit,
  offset: (currentPage - 1) * limit,
})
