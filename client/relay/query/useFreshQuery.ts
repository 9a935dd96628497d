import { useEffect, useState } from 'react'
import { useLazyLoadQuery } from 'react-relay'
import type { FetchPolicy, GraphQLTaggedNode, OperationType } from 'relay-runtime'

/** Numbers of components that have read a query and are unmounted. */
const gone = new Map<GraphQLTaggedNode, number>()

/**
 * Reads a query, from the server each time that a component is mounted: for dialogs. Relay keeps the answer of a render
 * that React discards for five minutes, and gives it to the next component that reads the query with the same key.
 */
export function useFreshQuery<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: Query['variables'],
  fetchPolicy: FetchPolicy = 'network-only',
): Query['response'] {
  const [fetchKey] = useState(() => gone.get(query) ?? 0)
  useEffect(
    () => () => {
      gone.set(query, (gone.get(query) ?? 0) + 1)
    },
    [query],
  )
  return useLazyLoadQuery<Query>(query, variables, { fetchPolicy, fetchKey })
}
