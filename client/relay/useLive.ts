/**
 * Subscribes while mounted. Records update by id, so most subscriptions need no code:
 *
 *   useLive<SubmissionLiveSubscription>(graphql`subscription SubmissionLiveSubscription($id: ID!) {
 *     submissionChanged(id: $id) { ...SubmissionPage_submission } }`, { id }, { onReturn: refetch })
 *
 * Events between the page's query and the start of the subscription are delivered too (stream/readTimes.ts), and those
 * beside an answer on its way after it (stream/eventOrder.ts). Events during an outage are lost: `onReturn` is called on
 * reconnection and must refetch (`fetchQuery` or `refetch` with 'network-only'); by default the router revalidates.
 * `variables: null` does not subscribe. The page also revalidates when a running stream is refused, and once when its
 * subject is gone before the first event.
 */
import { useEffect, useRef } from 'react'
import { commitLocalUpdate, requestSubscription, useRelayEnvironment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { GraphQLTaggedNode, OperationType, SelectorStoreUpdater } from 'relay-runtime'
import { onReturn } from './list/connection.ts'
import { RefusedError } from './refusal.ts'

type Options<S extends OperationType> = {
  onEvent?: (event: S['response']) => void
  onReturn?: () => void
  updater?: SelectorStoreUpdater<S['response']>
}

/**
 * A refused subscription is retried after 0.5 to 1.5 times this time (ms), at random, so that clients refused together
 * do not retry together.
 */
const AGAIN = 5_000

export function useLive<S extends OperationType>(
  subscription: GraphQLTaggedNode,
  variables: S['variables'] | null,
  options: Options<S> = {},
) {
  const environment = useRelayEnvironment()
  const { revalidate } = useRevalidator()
  const latest = useRef(options)
  latest.current = options
  const key = variables && JSON.stringify(variables)

  useEffect(() => {
    if (key === null) return
    let again: ReturnType<typeof setTimeout> | undefined
    let end = () => {}
    let heard = false
    let readAnew = false
    const readAgain = () => {
      if (latest.current.onReturn) latest.current.onReturn()
      else void revalidate()
    }
    const listen = () => {
      const { dispose } = requestSubscription<S>(environment, {
        subscription,
        variables: JSON.parse(key),
        onNext: (event) => {
          heard = true
          if (event) latest.current.onEvent?.(event)
        },
        updater: (store, event) => latest.current.updater?.(store, event),
        onError: (error) => {
          // The subject was deleted or closed to this viewer: drop the stored record, so that the page notices.
          const isGone = error instanceof RefusedError && error.code === 'NOT_FOUND' && !readAnew
          if (isGone || (heard && error instanceof RefusedError)) {
            heard = false
            readAnew = true
            commitLocalUpdate(environment, (store) => store.invalidateStore())
            readAgain()
          }
          again = setTimeout(listen, AGAIN * (0.5 + Math.random()))
        },
      })
      end = dispose
    }
    listen()
    const forget = onReturn(readAgain)
    return () => {
      clearTimeout(again)
      forget()
      end()
    }
  }, [environment, subscription, key, revalidate])
}
