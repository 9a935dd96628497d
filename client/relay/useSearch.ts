import { useCallback, useRef } from 'react'
import { fetchQuery, useRelayEnvironment } from 'react-relay'
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime'
import type { Found } from '../ui/form/useDebouncedSearch.ts'

/**
 * Search function for a PickField:
 *
 *   const search = useSearch<ProblemPickQuery>(graphql`query ProblemPickQuery($keyword: String!) {
 *     problems(keyword: $keyword, first: 10) { edges { node { id title displayId } } } }`,
 *     (keyword) => ({ keyword }),
 *     ({ problems }) => problems.edges.map(({ node }) => ({ value: node.id, label: node.title, note: node.displayId })))
 */
export function useSearch<Q extends OperationType>(
  query: GraphQLTaggedNode,
  variables: (text: string) => Q['variables'],
  found: (answer: Q['response']) => readonly Found[],
) {
  const environment = useRelayEnvironment()
  const latest = useRef({ variables, found })
  latest.current = { variables, found }
  return useCallback(
    async (text: string): Promise<readonly Found[]> => {
      const answer = await fetchQuery<Q>(environment, query, latest.current.variables(text), {
        fetchPolicy: 'network-only',
      }).toPromise()
      return answer ? latest.current.found(answer) : []
    },
    [environment, query],
  )
}
