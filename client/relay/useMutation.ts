/**
 * The one way to change something. Refusals become words: those that name a field go to the form, the others to
 * a toast; nothing is thrown.
 *
 *   const [submit, { pending, fieldErrors, clear }] = useMutation<SubmitMutation>(graphql`mutation SubmitMutation…`)
 *   const data = await submit({ input })       // null when it was refused
 *   <Field error={fieldErrors.username} onChange={() => clear('username')} …/>
 *
 * Options: `quiet` says nothing (look at `failure`), `fields` names the fields the form has (default: all), `answers`
 * may deal with a refusal in its own way and says so with true; `updater` and `optimisticResponse` are Relay's.
 */
import { useCallback, useRef, useState } from 'react'
import { useMutation as useRelayMutation } from 'react-relay'
import type { GraphQLTaggedNode, MutationParameters, SelectorStoreUpdater } from 'relay-runtime'
import { RefusedError } from './refusal.ts'
import { shell } from './shell.ts'

type Options<M extends MutationParameters> = {
  quiet?: boolean
  fields?: readonly string[]
  answers?: (refused: RefusedError) => boolean
  updater?: SelectorStoreUpdater<M['response']>
  optimisticResponse?: M['rawResponse']
}

type Outcome = {
  pending: boolean
  /** Words under the fields that were refused. */
  fieldErrors: Readonly<Record<string, string>>
  /** The last refusal, or null. */
  refusal: RefusedError | null
  /** Why the last try came to nothing, a refusal or no answer, or null. */
  failure: Error | null
  /** Takes back the words under one field, or all of them. */
  clear: (field?: string) => void
}

type Act<M extends MutationParameters> = (
  variables: M['variables'],
  options?: Options<M>,
) => Promise<M['response'] | null>

const NONE: Readonly<Record<string, string>> = {}

export function useMutation<M extends MutationParameters>(
  mutation: GraphQLTaggedNode,
  options: Options<M> = {},
): [Act<M>, Outcome] {
  const [commit, pending] = useRelayMutation<M>(mutation)
  const [fieldErrors, setFieldErrors] = useState(NONE)
  const [failure, setFailure] = useState<Error | null>(null)
  const always = useRef(options)
  always.current = options

  const act = useCallback<Act<M>>(
    (variables, once = {}) =>
      new Promise((resolve) => {
        const { quiet = false, fields, answers, updater, optimisticResponse } = { ...always.current, ...once }
        setFailure(null)
        setFieldErrors(NONE)
        commit({
          variables,
          updater,
          optimisticResponse,
          onCompleted: (response) => resolve(response),
          onError: (error) => {
            const refused = error instanceof RefusedError ? error : null
            const { words, tell } = shell()
            setFailure(error)
            if (refused && answers?.(refused)) return resolve(null)
            if (refused?.field && (fields?.includes(refused.field) ?? true))
              setFieldErrors({ [refused.field]: words(error) })
            // Asking for a login is the environment's answer already.
            else if (!quiet && refused?.code !== 'UNAUTHENTICATED') tell(words(error), 'error')
            resolve(null)
          },
        })
      }),
    [commit],
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
  return [act, { pending, fieldErrors, refusal, failure, clear }]
}
