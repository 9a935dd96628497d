import { z } from 'zod'

/**
 * What a parameter of a REST call may be, and what its handler gets. Clients of the reference system send numbers as
 * texts, leave out what they do not use, and send '' or null for nothing; each coercer says in its sentence how far it
 * follows them. What it cannot take is answered with HTTP 400 that names the parameter.
 */

/** What a coercer looks like from outside, as JSON Schema; zod itself sees only that it takes anything. */
type Outside = { type: 'integer' | 'string' | 'boolean' | 'array'; [keyword: string]: unknown }

/** What a coercer says of itself to the router and the document. */
export type Coercion = { schema: Outside; required: boolean }

/** A value that cannot be read; the router names its parameter. */
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

/** A coercer of what must be there. */
const required = <Value>(schema: Outside, read: Read<Value>) => coercer(schema, read, true)

/** What a coercer says of itself; null of a shape that is none. */
export const coercionOf = (field: unknown): Coercion | null =>
  field instanceof z.ZodType ? ((field.meta()?.coercion as Coercion | undefined) ?? null) : null

const isMissing = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === ''

const toNumber = (value: unknown): number | typeof UNREADABLE => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return isMissing(value) || !Number.isSafeInteger(number) ? UNREADABLE : number
}

const toText = (value: unknown): string | typeof UNREADABLE => {
  if (isMissing(value)) return ''
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : UNREADABLE
}

/** Numbers that mean something: a client chooses among them. What another one means is for rules. */
type Codes = Readonly<Record<string, number>>

const integer = (codes?: Codes): Outside => ({
  type: 'integer',
  ...(codes ? { enum: [...new Set(Object.values(codes))].sort((one, other) => one - other) } : {}),
})

type Range = { least?: number; most?: number; codes?: Codes }

/** A whole number: `standard` when it is missing or below `least`, `most` when it is above that. */
export const number = (
  standard: number,
  { least = 1, most = Number.MAX_SAFE_INTEGER, codes }: Range = {},
) => {
  const outside: Outside = { ...integer(codes), default: standard }
  if (!codes && least > Number.MIN_SAFE_INTEGER) outside.minimum = Math.min(least, standard)
  if (most < Number.MAX_SAFE_INTEGER) outside.maximum = most
  return coercer(outside, (value) => {
    if (isMissing(value)) return standard
    const found = toNumber(value)
    if (found === UNREADABLE) return found
    return found < least ? standard : Math.min(found, most)
  })
}

/** A whole number that must be there. */
export const requiredNumber = (codes?: Codes) => required(integer(codes), toNumber)

/** A whole number, null when it is missing. */
export const optionalNumber = (codes?: Codes) =>
  coercer(integer(codes), (value) => (isMissing(value) ? null : toNumber(value)))

/** A text or a number, which is taken as one: '' when it is missing. `words` are those that mean something. */
export const text = (words?: readonly string[]) =>
  coercer({ type: 'string', ...(words ? { enum: ['', ...words] } : {}) }, toText)

/** A text that must be there, be it ''; what it may say is for rules. */
export const requiredText = () =>
  required({ type: 'string' }, (value) =>
    value === undefined || value === null ? UNREADABLE : toText(value),
  )

/** A text whose absence is told from '', such as of a column that a change leaves alone: null when it is missing. */
export const optionalText = () =>
  coercer({ type: 'string' }, (value) => (value === undefined || value === null ? null : toText(value)))

/** A text or a number as it was sent, which must be there and not be ''. */
export const textOrNumber = () =>
  required<string | number>({ type: 'string' }, (value) => {
    if (typeof value === 'string' && value !== '') return value
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : UNREADABLE
  })

/** What another coercer reads, put into the terms of a rule. */
export const mapped = <Value, Term>(
  field: z.ZodType<Value>,
  toTerm: (value: Value) => Term,
): z.ZodType<Term> => field.transform(toTerm).meta({ ...field.meta() })

/** The words for on and off that the reference system takes. */
const ON = ['true', 'on', 'yes', '1']
const OFF = ['false', 'off', 'no', '0']

const toFlag = (value: unknown): boolean | typeof UNREADABLE => {
  const word = String(value).toLowerCase()
  return ON.includes(word) || OFF.includes(word) ? ON.includes(word) : UNREADABLE
}

/** A switch, off when it is missing. */
export const flag = () =>
  coercer({ type: 'boolean', default: false }, (value) => (isMissing(value) ? false : toFlag(value)))

/** A switch that must be there. */
export const requiredFlag = () =>
  required({ type: 'boolean' }, (value) => (isMissing(value) ? UNREADABLE : toFlag(value)))

/** A switch, null when it is missing. */
export const optionalFlag = () =>
  coercer({ type: 'boolean' }, (value) => (isMissing(value) ? null : toFlag(value)))

/** One of some words, `standard` when it is missing. */
export const oneOf = <Word extends string, Standard extends Word | null>(
  words: readonly Word[],
  standard: Standard,
) =>
  coercer<Word | Standard>(
    { type: 'string', enum: [...words], ...(standard === null ? {} : { default: standard }) },
    (value) => (isMissing(value) ? standard : (words.find((word) => word === value) ?? UNREADABLE)),
  )

/** Texts of a query: a parameter that is repeated, with commas, or both; none when it is missing. */
export const texts = () =>
  coercer({ type: 'array', items: { type: 'string' } }, (value) => {
    const values = Array.isArray(value) ? value : isMissing(value) ? [] : [value]
    return values.flatMap((one) => String(one).split(',')).filter((one) => one !== '')
  })

const toList = (value: unknown): unknown[] | typeof UNREADABLE => (Array.isArray(value) ? value : UNREADABLE)

/** JSON Schema of what a list holds. */
type Items = { type: 'integer' | 'string' } | { type: 'array'; items: Items }

/** A list of a body that must be there; what is in it is looked at one by one. */
export const requiredList = (items: Items) => required({ type: 'array', items }, toList)

/** A list of a body, empty when it is missing; what is in it is looked at one by one. */
export const list = (items: Items) =>
  coercer({ type: 'array', items }, (value) => (value === undefined || value === null ? [] : toList(value)))

/** Items of a list of numbers, and of a list of texts. */
export const INTEGERS = { type: 'integer' } as const
export const STRINGS = { type: 'string' } as const

/** Whether something is named that `cid`, `tid` or `gid` stand for; 0 and nothing name none. */
export const place = () => coercer({ type: 'integer' }, (value) => Number(value ?? 0) !== 0)

/** The largest page a REST call may ask for; the largest one the clients of the reference system ask for. */
const MAX_LIMIT = 500

/** The parameters of a call that answers a page: spread them into its `query`, and read them with `pageOf`. */
export const paging = (standardLimit: number) => ({
  currentPage: number(1).describe('Number of the page, from 1.'),
  limit: number(standardLimit, { most: MAX_LIMIT }).describe('Rows per page.'),
})

/** Which rows a page has. */
export type Page = { page: number; limit: number; offset: number }

/** The page that a query with the parameters of `paging` asks for. */
export const pageOf = ({ currentPage, limit }: { currentPage: number; limit: number }): Page => ({
  page: currentPage,
  limit,
  offset: (currentPage - 1) * limit,
})
