/**
 * State of a form of any shape, validated while typing:
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
 * - An error is shown once its field was left, or at once with `atOnce`; submitting shows all errors and focuses the
 *   first. Server errors are shown under the fields they name (useMutation's `form`).
 * - `sending` takes a function that returns something truthy when it was saved; what was sent then counts as saved,
 *   and is not sent twice.
 * - For a row that others edit too, pass `values` and `version` of its fragment, and send `form.changes()` with
 *   `form.version`. A newer fragment is merged (merge.ts), and fields that both changed ask which value to keep.
 *   relay/useEditing.ts adds reloading after CONFLICT and confirming before leaving.
 */
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
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
import { type At, isSame, isWithin, type Path, valueAt } from './paths.ts'

export type Faults<Values> = { readonly [Where in Path<Values>]?: Fault | null }

export type FormOptions<Values> = {
  values: Values
  /** Version of the row behind the values. */
  version?: number
  /** The current error of each field. */
  rules?: (values: Values) => Faults<Values>
  /** Called when the server has a newer version. */
  onStale?: () => void
  /** Whether what was sent may be sent once more unchanged, where every time makes something new. */
  isRepeatable?: boolean
}

/** Props of a bound field. */
export type Bound<Value> = {
  name: string
  value: Value
  error: string | null
  /** Somebody else's value, if both changed the field. */
  conflict: FieldConflict | null
  /** The value was updated from somebody else's save. */
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
  /** How far sending is, before the next render knows it. */
  const sending = useRef<'no' | 'under way' | 'done'>('no')
  const form = useRef<HTMLFormElement>(null)
  /** Fields that are rendered. */
  const shown = useRef(new Set<string>())

  const change = useCallback((next: (state: FormState<Values>) => FormState<Values>) => {
    now.current = next(now.current)
    draw(now.current)
  }, [])

  useNewerValues(options, now, underWay, change)

  // After a failed attempt focus the first field with an error, or show that of a group of controls.
  useEffect(() => {
    if (vain === 0) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView(false)
  }, [vain])

  const faultsNow = () => openFaults(now.current, latest.current.rules, t('ui:form.decide'))
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
    const paths = wrong.map(([path]) => path)
    change((state) => leave(state, paths))
    setVain((times) => times + 1)
  }

  const set = <Where extends Path<Values>>(path: Where, value: At<Values, Where>) =>
    change((state) => write(state, path, value))

  /** Marks the field as left: it is validated on every key from now on. */
  const leaveField = (path: Path<Values>) => {
    if (!isEmpty(valueAt(now.current.values, path))) change((state) => leave(state, [path]))
  }

  /** Shows server errors; returns those of fields that are not rendered. */
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

  /** A second Enter or Ctrl+S does nothing: while the first is sent, and once all of it is saved. */
  const isSent = () =>
    sending.current === 'under way' ||
    (sending.current === 'done' && !latest.current.isRepeatable && !isChanged(now.current))

  const submit = async (send: () => unknown) => {
    if (isSent()) return
    const wrong = faultsNow()
    if (wrong.length > 0) return refuseVainly(wrong)
    const sent = now.current.values
    change((state) => ({ ...state, refused: {} }))
    sending.current = 'under way'
    setUnderWay(true)
    let isDone = false
    try {
      isDone = Boolean(await send())
      if (isDone) change((state) => saved(state, sent))
    } finally {
      sending.current = isDone ? 'done' : 'no'
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
    /** Validates fields and shows their errors; true when all are valid. */
    check,

    /** Resets a field, or all of them. */
    reset: useCallback((path?: Path<Values>) => change((state) => restore(state, path)), [change]),

    /** Props for a field of any kind. */
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

    /** Whether there are unsaved changes; `isChanged` is current between renders too. */
    changed: isChanged(state),
    isChanged: useCallback(() => isChanged(now.current), []),
    /** The changed top-level fields, for a save. */
    changes: (): Partial<Values> => changesOf(now.current.base, now.current.values),
    /** Number of visible errors. */
    wrong: faults.filter(isSaid).length + Object.keys(state.refused).length,
    /** Called when the server refused a save because of its version. */
    stale: useCallback(() => latest.current.onStale?.(), []),
    /** For the form's onSubmit: sends when all fields are valid. */
    sending: (send: () => unknown) => (event?: FormEvent) => {
      event?.preventDefault()
      void submit(send)
    },
  }
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>

type Change<Values> = (next: (state: FormState<Values>) => FormState<Values>) => void

/**
 * Merges newer values of the row. Those that arrive during a save may be its own result; they are merged afterwards. The version
 * may arrive first, by a stream that has none of the values.
 */
function useNewerValues<Values extends object>(
  { values, version }: FormOptions<Values>,
  now: RefObject<FormState<Values>>,
  isSaving: boolean,
  change: Change<Values>,
) {
  const merged = useRef(values)
  useEffect(() => {
    if (version === undefined || isSaving) return
    if (version === now.current.version && isSame(values, merged.current)) return
    merged.current = values
    change((state) => renew(state, values, version))
  })
}

/** Paths with their errors: undecided conflicts first, then those of the rules. */
function openFaults<Values extends object>(
  { values, conflicts }: FormState<Values>,
  rules: FormOptions<Values>['rules'],
  decideWords: string,
): [string, Fault][] {
  const faults = Object.entries<Fault | null | undefined>(rules?.(values) ?? {})
  const undecided = conflicts.map(({ path }): [string, Fault] => [path, { words: decideWords, atOnce: true }])
  return [...undecided, ...faults.filter((entry): entry is [string, Fault] => Boolean(entry[1]))]
}
