/**
 * Hears what happens while the part is shown. Records are updated by id, so most subscriptions need no code:
 *
 *   useLive<SubmissionLiveSubscription>(graphql`subscription SubmissionLiveSubscription($id: ID!) {
 *     submissionChanged(id: $id) { ...SubmissionPage_submission } }`, { id }, { onReturn: refetch })
 *
 * What happened between the reading of the page and the opening of the line is heard too (reads.ts). Events during an
 * outage are lost: `onReturn` is called when the line is back and must read afresh
 * (`fetchQuery` or `refetch` with 'network-only'); by default the router's loaders run again.
 * `variables: null` does not listen. A stream that is refused after it had told something reads the page again as well, and so
 * does, once, one whose subject was gone before it was opened.
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
 * A refused subscription is asked for again after half to one and a half of this time (ms), so that those who were
 * refused at one moment do not come back at one: rights come and go, the page stays.
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
          // What was shown until now is gone, or closed to this reader: without what is kept of it the page finds out.
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
