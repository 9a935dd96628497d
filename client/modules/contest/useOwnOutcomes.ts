import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { useOwnOutcomesQuery } from '../../__generated__/useOwnOutcomesQuery.graphql.ts'
import type { useOwnOutcomesSubscription } from '../../__generated__/useOwnOutcomesSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'

/** States that judging passes through; none of them ends it or begins it again. */
const GOING: ReadonlySet<string> = new Set(['COMPILING', 'RUNNING', 'SENDING', 'SENT'])

/** Says when something that the reader sent in a contest was judged, in this tab or another; null: of no contest. */
export function useOwnJudged(contestId: string | null, onJudged: () => void) {
  useLive<useOwnOutcomesSubscription>(
    graphql`
      subscription useOwnOutcomesSubscription($filter: SubmissionFilter) {
        submissionsChanged(filter: $filter) {
          change
          submission {
            id
            state
          }
        }
      }
    `,
    contestId === null ? null : { filter: { contestId, mine: true } },
    {
      onEvent: ({ submissionsChanged: { change, submission } }) => {
        const goesOn = GOING.has(submission?.state ?? '')
        if (change === 'CREATED' || !goesOn) onJudged()
      },
      onReturn: onJudged,
    },
  )
}

const statuses = graphql`
  query useOwnOutcomesQuery($number: Int!) {
    contest(number: $number) {
      id
      problems {
        id
        viewerStatus {
          state
          verdict
          score
          sentAt
        }
      }
    }
  }
`

/** Reads the reader's status of each problem again as soon as that happens. */
export function useOwnStatuses(contestId: string | null, number: number) {
  const environment = useRelayEnvironment()
  useOwnJudged(
    contestId,
    () =>
      void fetchQuery<useOwnOutcomesQuery>(environment, statuses, { number }, { fetchPolicy: 'network-only' })
        // After an outage this is asked again.
        .subscribe({ error: () => {} }),
  )
}

/** Reads the page again as soon as that happens. */
export function useOwnOutcomes(contestId: string) {
  const { revalidate } = useRevalidator()
  useOwnJudged(contestId, () => void revalidate())
}
