import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { useOwnOutcomesQuery } from '../../__generated__/useOwnOutcomesQuery.graphql.ts'
import { useFetchAgain } from '../../relay/query/useFetchAgain.ts'
import { useOwnJudged } from '../problem/useOwnJudged.ts'

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
          tries
          sentAt
        }
      }
    }
  }
`

/** Reloads the viewer's status of each problem at these events. */
export function useOwnStatuses(contestId: string | null, number: number) {
  useOwnJudged(
    contestId === null ? null : { contestId },
    useFetchAgain<useOwnOutcomesQuery>(statuses, { number }),
  )
}

/** Reloads the page at these events. */
export function useOwnOutcomes(contestId: string) {
  const { revalidate } = useRevalidator()
  useOwnJudged({ contestId }, () => void revalidate())
}
