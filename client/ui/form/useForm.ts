/**
 * The state of a form of any shape, checked as one types:
 *
 *   const form = useForm({ values: { title: '', texts: { 'zh-CN': '' }, cases: [] }, rules: (values) => ({
 *     title: values.title ? null : { words: t('notice:fault.title') },
 *     'texts.zh-CN': …,
 *   }) })
 *   const [save, { pending }] = useMutation<…>(graphql`…`, { form })
 *   const send = form.sending(() => save({ input: form.values }))
 *   <Box component="form" ref={form.form} noValidate onSubmit={send}>
 *     <Field label={…} {...form.field('title')} />
 *
 * - A fault is said once its field was left, or at once when typing on cannot mend it (`atOnce`); sending says all of
 *   them and goes to the first. What the server refuses is said under the fields it names (useMutation's `form`).
 * - `sending` takes a function that answers something true when it was saved; what was sent then counts as saved.
 * - A row that others edit too: give `values` and `version` of its fragment, and send `form.changes()` with
 *   `form.version`. When the fragment becomes newer, mine and theirs are brought together (merge.ts), and fields both
 *   have changed ask whose counts. relay/useEditing.ts puts that together with reading again after CONFLICT and with
 *   asking before one leaves.
 */
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../useTranslation.ts'
import {
  begin,
  decide,
  type Fault,
  type FormState,
  isChanged,
  leave,
  renew,
  restore,
  saved,
  write,
} from './formState.ts'
import { changesOf } from './merge.ts'
import { type At, isWithin, type Path, valueAt } from './paths.ts'

export type Faults<Values> = { readonly [Where in Path<Values>]?: Fault | null }

export type FormOptions<Values> = {
  values: Values
  /** Of the row that the values are read from. */
  version?: number
  /** What is wrong with each field now. */
  rules?: (values: Values) => Faults<Values>
  /** What is shown is out of date: read it again. */
  onStale?: () => void
}

/** What a field of any kind takes from its form. */
export type Bound<Value> = {
  name: string
  value: Value
  error: string | null
  /** What somebody else has made of it meanwhile. */
  conflict: FieldConflict | null
  /** It says what somebody else has just made of it. */
  taken: boolean
  onChange: (value: Value) => void
  onBlur: () => void
}

export type FieldConflict = { theirs: unknown; take: () => void; keep: () => void }

const isEmpty = (value: unknown) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)

export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { t } = useTranslation()
  const latest = useRef(options)
  latest.current = options
  const [state, draw] = useState(() => begin(options.values, options.version ?? null))
  const now = useRef(state)
  const [vain, setVain] = useState(0)
  const [underWay, setUnderWay] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  /** The fields that are shown, as far as they have been asked for. */
  const shown = useRef(new Set<string>())

  const change = useCallback((next: (state: FormState<Values>) => FormState<Values>) => {
    now.current = next(now.current)
    draw(now.current)
  }, [])

  // What comes while it is being saved may be the save itself, and is looked at afterwards.
  const { values: theirs, version } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: values of the same version say the same
  useEffect(() => {
    if (version === undefined || underWay || version === now.current.version) return
    change((state) => renew(state, theirs, version))
  }, [version, underWay])

  // After a vain attempt the first field that is wrong is the next thing to do.
  useEffect(() => {
    if (vain > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [vain])

  const faultsNow = (): [string, Fault][] => {
    const { values, conflicts } = now.current
    const faults = Object.entries<Fault | null | undefined>(latest.current.rules?.(values) ?? {})
    const open = conflicts.map(({ path }): [string, Fault] => [
      path,
      { words: t('ui:form.decide'), atOnce: true },
    ])
    return [...open, ...faults.filter((entry): entry is [string, Fault] => Boolean(entry[1]))]
  }
  const faults = faultsNow()

  const isSaid = ([path, fault]: [string, Fault]) =>
    state.left.has(path) || (fault.atOnce && !isEmpty(valueAt(state.values, path)))

  const fault = (path: Path<Values>): string | null => {
    shown.current.add(path)
    const said = faults.find((entry) => isWithin(entry[0], path) && isSaid(entry))
    const refused = Object.entries(state.refused).find(([field]) => isWithin(field, path))
    return said?.[1].words ?? refused?.[1] ?? null
  }

  const refuseVainly = (wrong: readonly [string, Fault][]) => {
    change((state) =>
      leave(
        state,
        wrong.map(([path]) => path),
      ),
    )
    setVain((times) => times + 1)
  }

  const set = <Where extends Path<Values>>(path: Where, value: At<Values, Where>) =>
    change((state) => write(state, path, value))

  /** The field was left: from now on it is checked with every key. */
  const leaveField = (path: Path<Values>) => {
    if (!isEmpty(valueAt(now.current.values, path))) change((state) => leave(state, [path]))
  }

  /** Says what the server refuses; answers the words of fields that are not shown. */
  const refuse = useCallback(
    (refused: Readonly<Record<string, string>>): string[] => {
      const isShown = (field: string) => [...shown.current].some((path) => isWithin(field, path))
      const here = Object.entries(refused).filter(([field]) => isShown(field))
      change((state) => ({ ...state, refused: Object.fromEntries(here) }))
      if (here.length > 0) setVain((times) => times + 1)
      return Object.entries(refused)
        .filter(([field]) => !isShown(field))
        .map(([, words]) => words)
    },
    [change],
  )

  const check = (...paths: Path<Values>[]): boolean => {
    const wrong = faultsNow().filter(([path]) => paths.some((asked) => isWithin(path, asked)))
    if (wrong.length > 0) refuseVainly(wrong)
    return wrong.length === 0
  }

  const submit = async (send: () => unknown) => {
    const wrong = faultsNow()
    if (wrong.length > 0) return refuseVainly(wrong)
    const sent = now.current.values
    change((state) => ({ ...state, refused: {} }))
    setUnderWay(true)
    try {
      if (await send()) change((state) => saved(state, sent))
    } finally {
      setUnderWay(false)
    }
  }

  return {
    form,
    values: state.values,
    version: state.version ?? undefined,
    set,
    fault,
    leave: leaveField,
    refuse,
    /** Whether these fields are fine; says what is not. */
    check,

    /** A field as if nobody had been there, or all of them. */
    reset: useCallback((path?: Path<Values>) => change((state) => restore(state, path)), [change]),

    /** Everything a field of any kind needs. */
    field: <Where extends Path<Values>>(path: Where): Bound<At<Values, Where>> => {
      const conflict = state.conflicts.find((one) => isWithin(one.path, path))
      return {
        name: path,
        value: valueAt(state.values, path) as At<Values, Where>,
        error: fault(path),
        taken: [...state.taken].some((taken) => isWithin(taken, path)),
        conflict: conflict
          ? {
              theirs: conflict.theirs,
              take: () => change((state) => decide(state, conflict.path, 'theirs')),
              keep: () => change((state) => decide(state, conflict.path, 'mine')),
            }
          : null,
        onChange: (value) => set(path, value),
        onBlur: () => leaveField(path),
      }
    },

    /** Whether something is not saved; `isChanged` knows it at once, between two drawings too. */
    changed: isChanged(state),
    isChanged: useCallback(() => isChanged(now.current), []),
    /** What a save sends: the fields of the outermost level that were changed. */
    changes: (): Partial<Values> => changesOf(now.current.base, now.current.values),
    /** How many things are said to be wrong. */
    wrong: faults.filter(isSaid).length + Object.keys(state.refused).length,
    /** The server holds a newer version than was sent. */
    stale: useCallback(() => latest.current.onStale?.(), []),
    /** For the form's onSubmit: sends when nothing is wrong. */
    sending: (send: () => unknown) => (event?: FormEvent) => {
      event?.preventDefault()
      void submit(send)
    },
  }
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>
