/** What happens to a form when somebody else has saved meanwhile: pure, three ways. */
import { isSame, isTree, valueAt, withAt } from './paths.ts'

/** A field that both have changed; the form holds mine until somebody decides. */
export type Conflict = { path: string; theirs: unknown }

export type Merged<Values> = {
  values: Values
  /** The fields that only they have changed, and that say now what they say. */
  taken: string[]
  conflicts: Conflict[]
}

/** The addresses of all fields of several values together; a list is one field. */
function fieldsOf(values: readonly unknown[], prefix = ''): string[] {
  const trees = values.filter(isTree)
  const keys = new Set(trees.flatMap((tree) => Object.keys(tree)))
  return [...keys].flatMap((key) => {
    const inner = trees.map((tree) => tree[key])
    return inner.some(isTree) ? fieldsOf(inner, `${prefix}${key}.`) : [`${prefix}${key}`]
  })
}

/** Brings together what I and they have made of `base`. */
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

/** The fields of the outermost level that differ from `base`: what a save sends. */
export const changesOf = <Values extends object>(base: Values, values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !isSame(value, valueAt(base, key))),
  ) as Partial<Values>
