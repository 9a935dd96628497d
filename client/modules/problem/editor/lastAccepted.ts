import { fetchQuery, graphql } from 'react-relay'
import type { Environment } from 'relay-runtime'
import type { lastAcceptedQuery } from '../../../__generated__/lastAcceptedQuery.graphql.ts'
import { sheetVariables } from './sheetVariables.ts'

/**
 * The viewer's last accepted submission of a problem; `contest` is null in practice. Nothing when there is
 * none.
 */
export async function lastAccepted(environment: Environment, contest: number | null, displayId: string) {
  const answer = await fetchQuery<lastAcceptedQuery>(
    environment,
    graphql`
      query lastAcceptedQuery($displayId: String!, $contest: Int!, $inContest: Boolean!) {
        problem(displayId: $displayId) @skip(if: $inContest) {
          viewerLastAccepted {
            source
            languageKey
          }
        }
        contest(number: $contest) @include(if: $inContest) {
          problem(displayId: $displayId) {
            viewerLastAccepted {
              source
              languageKey
            }
          }
        }
      }
    `,
    sheetVariables(contest, displayId),
    { fetchPolicy: 'network-only' },
  ).toPromise()
  return (answer?.problem ?? answer?.contest?.problem)?.viewerLastAccepted
}
