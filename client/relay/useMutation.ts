/**
 * Runs a mutation. Refusals become messages: those that name a field go to the form, the others to a toast; nothing is
 * thrown.
 *
 *   const [submit, { pending }] = useMutation<SubmitMutation>(graphql`mutation SubmitMutation…`, { form })
 *   const data = await submit({ input })       // null when it was refused
 *
 * Options: `form` of useForm shows errors under its fields and reloads stale rows. Without it `fieldErrors` has them,
 * for the named `fields` (default: all). `quiet` shows no toast (read `words`); `answers` may handle a refusal itself
 * and then returns true; `updater` and `optimisticResponse` are Relay's.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMutation as useRelayMutation } from 'react-relay'
import type { GraphQLTaggedNode, MutationParameters, SelectorStoreUpdater } from 'relay-runtime'
import { noteChange } from './freshness.ts'
import { RefusedError } from './refusal.ts'
import { shell } from './shell.ts'

/** Messages by field path. */
type Words = Readonly<Record<string, string>>

type RefusedForm = {
  /** Returns the messages without a field in the form. */
  refuse: (wrong: Words) => readonly string[]
  stale: () => void
}

type Options<M extends MutationParameters> = {
  form?: RefusedForm
  quiet?: boolean
  fields?: readonly string[]
  answers?: (refused: RefusedError) => boolean
  updater?: SelectorStoreUpdater<M['response']>
  optimisticResponse?: M['rawResponse']
}

type Outcome = {
  pending: boolean
  /** Messages under the refused fields. */
  fieldErrors: Words
  /** The last refusal, or null. */
  refusal: RefusedError | null
  /** Why the last attempt failed, refused or unreachable; null when it did not. */
  failure: Error | null
  /** The message of `failure`. */
  words: string | null
  /** Clears the message of one field, or all. */
  clear: (field?: string) => void
}

type Act<M extends MutationParameters> = (
  variables: M['variables'],
  options?: Options<M>,
) => Promise<M['response'] | null>

/** The messages of the fields that a refusal names. */
const wordsOfFields = (refused: RefusedError, words: (error: Error) => string): Words =>
  refused.fields ?? (refused.field === null ? NONE : { [refused.field]: words(refused) })

const NONE: Words = {}

export function useMutation<M extends MutationParameters>(
  mutation: GraphQLTaggedNode,
  options: Options<M> = {},
): [Act<M>, Outcome] {
  const [commit, pending] = useRelayMutation<M>(mutation)
  const [fieldErrors, setFieldErrors] = useState(NONE)
  const [failure, setFailure] = useState<Error | null>(null)
  const always = useRef(options)
  always.current = options
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  /** Without a form: keeps the messages, and returns those of fields that are not listed. */
  const sayUnder = useCallback((wrong: Words, fields?: readonly string[]): string[] => {
    const isHere = ([field]: [string, string]) => fields?.includes(field) ?? true
    const all = Object.entries(wrong)
    setFieldErrors(Object.fromEntries(all.filter(isHere)))
    return all.filter((one) => !isHere(one)).map(([, words]) => words)
  }, [])

  const act = useCallback<Act<M>>(
    (variables, once = {}) =>
      new Promise((resolve) => {
        const {
          form,
          quiet = false,
          fields,
          answers,
          updater,
          optimisticResponse,
        } = {
          ...always.current,
          ...once,
        }
        setFailure(null)
        setFieldErrors(NONE)
        commit({
          variables,
          updater,
          optimisticResponse,
          onCompleted: (response) => {
            noteChange()
            resolve(response)
          },
          onError: (error) => {
            const refused = error instanceof RefusedError ? error : null
            const { words, tell } = shell()
            setFailure(error)
            if (refused && answers?.(refused)) return resolve(null)
            const wrong = refused ? wordsOfFields(refused, words) : NONE
            if (refused?.code === 'CONFLICT') form?.stale()
            const unsaid = form ? form.refuse(wrong) : sayUnder(wrong, fields)
            // A form that was closed meanwhile shows nothing more.
            const gone = isGone.current
            const told = gone || wrong === NONE ? words(error) : unsaid[0]
            // The environment asks for the login already.
            if (told && (!quiet || (gone && form)) && refused?.code !== 'UNAUTHENTICATED') tell(told, 'error')
            resolve(null)
          },
        })
      }),
    [commit, sayUnder],
  )

  const clear = useCallback((field?: string) => {
    setFieldErrors((errors) => {
      if (field === undefined) return NONE
      if (!(field in errors)) return errors
      const { [field]: _, ...rest } = errors
      return rest
    })
  }, [])

  const refusal = failure instanceof RefusedError ? failure : null
  const words = failure && shell().words(failure)
  return [act, { pending, fieldErrors, refusal, failure, words, clear }]
}
