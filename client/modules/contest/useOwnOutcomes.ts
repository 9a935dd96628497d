import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { useOwnOutcomesSubscription } from '../../__generated__/useOwnOutcomesSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'

/** Reads the page again as soon as something that the reader sent in a contest was judged, in this tab or another. */
export function useOwnOutcomes(contestId: string) {
  const { revalidate } = useRevalidator()
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
    { filter: { contestId, mine: true } },
    {
      onEvent: ({ submissionsChanged: { change, submission } }) => {
        const goesOn = submission?.state === 'COMPILING' || submission?.state === 'RUNNING'
        if (change === 'CREATED' || !goesOn) void revalidate()
      },
    },
  )
}
