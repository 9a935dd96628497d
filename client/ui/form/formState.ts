/** State of a form and its transitions: pure functions, which useForm renders. */
import { type Conflict, merge } from './merge.ts'
import { isSame, isWithin, valueAt, withAt } from './paths.ts'

/** An error of a field. */
export type Fault = {
  words: string
  /** Shown before the field is left, because further typing cannot fix it. */
  atOnce?: boolean
}

export type FormState<Values> = {
  values: Values
  /** The values as last read or saved. */
  base: Values
  /** Version of the row behind `base`. */
  version: number | null
  /** Fields that were left; they are validated on every key. */
  left: ReadonlySet<string>
  /** Server errors by field. */
  refused: Readonly<Record<string, string>>
  conflicts: readonly Conflict[]
  /** Fields updated from somebody else's save, until they are touched. */
  taken: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

export const begin = <Values>(values: Values, version: number | null): FormState<Values> => ({
  values,
  base: values,
  version,
  left: NONE,
  refused: {},
  conflicts: [],
  taken: NONE,
})

const outside = (paths: Iterable<string>, path: string) =>
  [...paths].filter((other) => !isWithin(other, path) && !isWithin(path, other))

/** Sets a field. */
export function write<Values>(state: FormState<Values>, path: string, value: unknown): FormState<Values> {
  const kept = outside(Object.keys(state.refused), path)
  return {
    ...state,
    values: withAt(state.values, path, value),
    refused: Object.fromEntries(kept.map((other) => [other, state.refused[other] ?? ''])),
    taken: new Set(outside(state.taken, path)),
  }
}

export const leave = <Values>(state: FormState<Values>, paths: Iterable<string>): FormState<Values> => ({
  ...state,
  left: new Set([...state.left, ...paths]),
})

/** Resets a field, or all of them; server errors of other fields stay. */
export function restore<Values>(state: FormState<Values>, path?: string): FormState<Values> {
  if (path === undefined) return begin(state.base, state.version)
  return {
    ...state,
    values: withAt(state.values, path, valueAt(state.base, path)),
    left: new Set(outside(state.left, path)),
  }
}

/** Merges a newer version of the row; undecided conflicts stay open. */
export function renew<Values>(
  state: FormState<Values>,
  theirs: Values,
  version: number | null,
): FormState<Values> {
  const { values, taken, conflicts } = merge(state.base, state.values, theirs)
  const told = new Set(conflicts.map(({ path }) => path))
  const open = state.conflicts
    .filter(({ path }) => !told.has(path) && !isSame(valueAt(values, path), valueAt(theirs, path)))
    .map(({ path }) => ({ path, theirs: valueAt(theirs, path) }))
  return {
    ...state,
    values,
    base: theirs,
    version,
    conflicts: [...open, ...conflicts],
    taken: new Set([...state.taken, ...taken]),
  }
}

/** Resolves a conflict by the own value or theirs. */
export function decide<Values>(
  state: FormState<Values>,
  path: string,
  whose: 'mine' | 'theirs',
): FormState<Values> {
  const conflict = state.conflicts.find((one) => one.path === path)
  const decided = { ...state, conflicts: state.conflicts.filter((one) => one !== conflict) }
  return conflict && whose === 'theirs' ? write(decided, path, conflict.theirs) : decided
}

/** Marks what was sent as saved; later changes stay unsaved. */
export const saved = <Values>(state: FormState<Values>, sent: Values): FormState<Values> => ({
  ...state,
  base: sent,
  taken: NONE,
})

export const isChanged = <Values>({ base, values }: FormState<Values>): boolean => !isSame(base, values)
