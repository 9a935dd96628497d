/**
 * The one way to change something. Refusals become words: those that name a field go to the form, the others to
 * a toast; nothing is thrown.
 *
 *   const [submit, { pending }] = useMutation<SubmitMutation>(graphql`mutation SubmitMutation…`, { form })
 *   const data = await submit({ input })       // null when it was refused
 *
 * Options: `form` is one of useForm's: it says under its fields what is wrong with them, and reads again what is out of
 * date. Without one, `fieldErrors` has those words, for the `fields` that are named (default: all). `quiet` says
 * nothing (look at `words`), `answers` may deal with a refusal in its own way and says so with true; `updater` and
 * `optimisticResponse` are Relay's.
 */
import { useCallback, useRef, useState } from 'react'
import { useMutation as useRelayMutation } from 'react-relay'
import type { GraphQLTaggedNode, MutationParameters, SelectorStoreUpdater } from 'relay-runtime'
import { noteChange } from './freshness.ts'
import { RefusedError } from './refusal.ts'
import { shell } from './shell.ts'

/** By the address of a field. */
type Words = Readonly<Record<string, string>>

type RefusedForm = {
  /** Answers what it has no field for. */
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
  /** Words under the fields that were refused. */
  fieldErrors: Words
  /** The last refusal, or null. */
  refusal: RefusedError | null
  /** Why the last try came to nothing, a refusal or no answer, or null. */
  failure: Error | null
  /** The same in words. */
  words: string | null
  /** Takes back the words under one field, or all of them. */
  clear: (field?: string) => void
}

type Act<M extends MutationParameters> = (
  variables: M['variables'],
  options?: Options<M>,
) => Promise<M['response'] | null>

/** The words under each field that a refusal names. */
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

  /** For fields without a form of useForm's: answers the words of those that are not here. */
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
            const told = wrong === NONE ? words(error) : unsaid[0]
            // Asking for a login is the environment's answer already.
            if (told && !quiet && refused?.code !== 'UNAUTHENTICATED') tell(told, 'error')
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
