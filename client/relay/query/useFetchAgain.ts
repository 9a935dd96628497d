import { useCallback, useRef } from 'react'
import { fetchQuery, useRelayEnvironment } from 'react-relay'
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime'

/**
 * Returns a function that loads a query again, for events that say that its rows changed. Relay answers equal requests
 * that overlap by one response, which may be older than the event: a call during a request sends one more after it.
 * Failures are not reported, because reconnecting loads everything again.
 */
export function useFetchAgain<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: Query['variables'],
): () => void {
  const environment = useRelayEnvironment()
  const latest = useRef(variables)
  latest.current = variables
  const isLoading = useRef(false)
  const isStale = useRef(false)
  return useCallback(() => {
    const load = () => {
      isLoading.current = true
      isStale.current = false
      fetchQuery<Query>(environment, query, latest.current, { fetchPolicy: 'network-only' }).subscribe({
        // Relay forgets a request after its observers have heard the end.
        complete: () => setTimeout(end),
        error: () => setTimeout(end),
      })
    }
    const end = () => {
      isLoading.current = false
      if (isStale.current) load()
    }
    if (isLoading.current) isStale.current = true
    else load()
  }, [environment, query])
}
