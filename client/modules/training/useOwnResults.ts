import { graphql } from 'react-relay'
import type { useOwnResultsQuery } from '../../__generated__/useOwnResultsQuery.graphql.ts'
import { useFetchAgain } from '../../relay/query/useFetchAgain.ts'
import { useOwnJudged } from '../problem/useOwnJudged.ts'

const results = graphql`
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
`

/** Reloads the viewer's results in a training when a submission of theirs is sent or judged, in any tab. */
export function useOwnResults(number: number) {
  useOwnJudged({ everywhere: true }, useFetchAgain<useOwnResultsQuery>(results, { number }))
}
