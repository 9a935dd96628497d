import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import type { useOwnResultsQuery } from '../../__generated__/useOwnResultsQuery.graphql.ts'
import { useOwnJudged } from '../problem/useOwnJudged.ts'

/** Reloads the viewer's results in a training when a submission of theirs is sent or judged, in any tab. */
export function useOwnResults(number: number) {
  const environment = useRelayEnvironment()
  useOwnJudged(
    {},
    () =>
      void fetchQuery<useOwnResultsQuery>(
        environment,
        graphql`
          query useOwnResultsQuery($number: Int!) {
            training(number: $number) {
              id
              viewerSolvedCount
              problems {
                id
                viewerVerdict
              }
              viewerRankRow {
                place
                timeMs
                cells {
                  problemNumber
                  timeMs
                }
              }
            }
          }
        `,
        { number },
        { fetchPolicy: 'network-only' },
      )
        // Nothing to report: reconnecting loads it again.
        .subscribe({ error: () => {} }),
  )
}
