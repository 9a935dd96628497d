import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { useOwnOutcomesQuery } from '../../__generated__/useOwnOutcomesQuery.graphql.ts'
import type { useOwnOutcomesSubscription } from '../../__generated__/useOwnOutcomesSubscription.graphql.ts'
import { useFetchAgain } from '../../relay/useFetchAgain.ts'
import { useLive } from '../../relay/useLive.ts'

/** States in the middle of judging, neither its start nor its end. */
const GOING: ReadonlySet<string> = new Set(['COMPILING', 'RUNNING', 'SENDING', 'SENT'])

/**
 * Calls `onJudged` when a submission of the viewer in a contest is sent or judged, in any tab. Null: no
 * subscription.
 */
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

/** Reloads the viewer's status of each problem at these events. */
export function useOwnStatuses(contestId: string | null, number: number) {
  useOwnJudged(contestId, useFetchAgain<useOwnOutcomesQuery>(statuses, { number }))
}

/** Reloads the page at these events. */
export function useOwnOutcomes(contestId: string) {
  const { revalidate } = useRevalidator()
  useOwnJudged(contestId, () => void revalidate())
}
