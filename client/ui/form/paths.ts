/** Addresses of values inside values: 'title', 'texts.zh-CN', 'cases.3.score'. */

/** Every address inside a value of this type. */
export type Path<Value> = Value extends readonly (infer Item)[]
  ? `${number}` | `${number}.${Path<Item>}`
  : Value extends object
    ? { [Key in keyof Value & string]: Key | `${Key}.${Path<Value[Key]>}` }[keyof Value & string]
    : never

/** What stands at an address. */
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

/** Whether a value is gone into field by field; a list counts as one value, because its order belongs to it. */
export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBranch = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** What stands at an address; undefined where it leads nowhere. */
export const valueAt = (whole: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (isBranch(part) ? part[key] : undefined), whole)

/** The same value with another one at an address; everything beside it stays the very same. */
export function withAt<Value>(whole: Value, path: string, value: unknown): Value {
  const [key = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? value : withAt(isBranch(whole) ? whole[key] : {}, rest.join('.'), value)
  if (Array.isArray(whole)) return whole.with(Number(key), inner) as Value
  return { ...whole, [key]: inner }
}

/** Whether one address is the other, or leads into what stands there. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`)

/** Whether two values say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => isSame(one[key], other[key]))
}
