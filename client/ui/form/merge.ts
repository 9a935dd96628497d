/** Three-way merge of a form with a newer saved version. */
import { isSame, isTree, valueAt, withAt } from './paths.ts'

/** A field that both changed; the form keeps the own value until the conflict is resolved. */
export type Conflict = { path: string; theirs: unknown }

export type Merged<Values> = {
  values: Values
  /** Fields changed only by them, which now have their value. */
  taken: string[]
  conflicts: Conflict[]
}

/** The paths of all fields of several values; a list is one field. */
function fieldsOf(values: readonly unknown[], prefix = ''): string[] {
  const trees = values.filter(isTree)
  const keys = new Set(trees.flatMap((tree) => Object.keys(tree)))
  return [...keys].flatMap((key) => {
    const inner = trees.map((tree) => tree[key])
    return inner.some(isTree) ? fieldsOf(inner, `${prefix}${key}.`) : [`${prefix}${key}`]
  })
}

/** Three-way merge of both versions over `base`. */
export function merge<Values>(base: Values, mine: Values, theirs: Values): Merged<Values> {
  const merged: Merged<Values> = { values: mine, taken: [], conflicts: [] }
  for (const path of fieldsOf([base, mine, theirs])) {
    const [before, my, their] = [base, mine, theirs].map((values) => valueAt(values, path))
    if (isSame(before, their) || isSame(my, their)) continue
    if (isSame(before, my)) {
      merged.values = withAt(merged.values, path, their)
      merged.taken.push(path)
    } else merged.conflicts.push({ path, theirs: their })
  }
  return merged
}

/** The top-level fields that differ from `base`: the input of a save. */
export const changesOf = <Values extends object>(base: Values, values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !isSame(value, valueAt(base, key))),
  ) as Partial<Values>
