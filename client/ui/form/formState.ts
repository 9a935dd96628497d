/** What a form knows, and how it changes; pure, so that useForm only has to draw it. */
import { type Conflict, merge } from './merge.ts'
import { isSame, isWithin, valueAt, withAt } from './paths.ts'

/** What is wrong with a field, in words. */
export type Fault = {
  words: string
  /** Typing on cannot mend it, so it is said before the field is left. */
  atOnce?: boolean
}

export type FormState<Values> = {
  values: Values
  /** What the values were when they were read or saved last. */
  base: Values
  /** Of the row that `base` was read from. */
  version: number | null
  /** Fields that were left, and are checked with every key from then on. */
  left: ReadonlySet<string>
  /** Words of the server under fields. */
  refused: Readonly<Record<string, string>>
  conflicts: readonly Conflict[]
  /** Fields that were taken over from somebody else, until they are touched. */
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

/** Somebody types. */
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

/** A field, or all of them, as if nobody had been there; what the server said of a field stays. */
export function restore<Values>(state: FormState<Values>, path?: string): FormState<Values> {
  if (path === undefined) return begin(state.base, state.version)
  return {
    ...state,
    values: withAt(state.values, path, valueAt(state.base, path)),
    left: new Set(outside(state.left, path)),
  }
}

/** The row has become newer: mine and theirs are brought together, and what was not decided yet stays open. */
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

/** Somebody has decided between their value and their own. */
export function decide<Values>(
  state: FormState<Values>,
  path: string,
  whose: 'mine' | 'theirs',
): FormState<Values> {
  const conflict = state.conflicts.find((one) => one.path === path)
  const decided = { ...state, conflicts: state.conflicts.filter((one) => one !== conflict) }
  return conflict && whose === 'theirs' ? write(decided, path, conflict.theirs) : decided
}

/** The server has taken what was sent; whatever was typed since then is unsaved. */
export const saved = <Values>(state: FormState<Values>, sent: Values): FormState<Values> => ({
  ...state,
  base: sent,
  taken: NONE,
})

export const isChanged = <Values>({ base, values }: FormState<Values>): boolean => !isSame(base, values)
