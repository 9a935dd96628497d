/** Paths into nested values: 'title', 'texts.zh-CN', 'cases.3.score'. */

/** Every path into a value of this type. */
export type Path<Value> = Value extends readonly (infer Item)[]
  ? `${number}` | `${number}.${Path<Item>}`
  : Value extends object
    ? { [Key in keyof Value & string]: Key | `${Key}.${Path<Value[Key]>}` }[keyof Value & string]
    : never

/** Type of the value at a path. */
export type At<Value, Where extends string> = Where extends `${infer Head}.${infer Rest}`
  ? At<Child<Value, Head>, Rest>
  : Child<Value, Where>

type Child<Value, Key extends string> = Value extends readonly (infer Item)[]
  ? Item
  : Value extends object
    ? Key extends keyof Value
      ? Value[Key]
      : never
    : never

type Tree = Readonly<Record<string, unknown>>

/** Whether a value is merged field by field; a list is one value, because its order matters. */
export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBranch = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** The value at a path; undefined where the path does not exist. */
export const valueAt = (whole: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (isBranch(part) ? part[key] : undefined), whole)

/** A copy with another value at a path; siblings keep their identity. */
export function withAt<Value>(whole: Value, path: string, value: unknown): Value {
  const [key = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? value : withAt(isBranch(whole) ? whole[key] : {}, rest.join('.'), value)
  if (Array.isArray(whole)) return whole.with(Number(key), inner) as Value
  return { ...whole, [key]: inner }
}

/** Whether a path equals the other, or is below it. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`)

/** Deep equality. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => isSame(one[key], other[key]))
}
