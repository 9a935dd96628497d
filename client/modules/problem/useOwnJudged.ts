import { graphql } from 'react-relay'
import type {
  SubmissionFilter,
  useOwnJudgedSubscription,
} from '../../__generated__/useOwnJudgedSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'

/** States in the middle of judging, neither its start nor its end. */
const GOING: ReadonlySet<string> = new Set(['COMPILING', 'RUNNING', 'SENDING', 'SENT'])

/** Where the submissions are sent: a contest, practice, or everywhere. */
type Place = Pick<SubmissionFilter, 'contestId' | 'everywhere'>

/**
 * Calls `onJudged` when a submission of the viewer is sent, judged or counted there, in any tab. Null: no subscription.
 */
export function useOwnJudged(place: Place | null, onJudged: () => void) {
  useLive<useOwnJudgedSubscription>(
    graphql`
      subscription useOwnJudgedSubscription($filter: SubmissionFilter) {
        submissionsChanged(filter: $filter) {
          change
          submission {
            id
            # With the state, whose end an open result announces with them.
            state
            verdict
            tape
          }
        }
      }
    `,
    place && { filter: { ...place, mine: true } },
    {
      onEvent: ({ submissionsChanged: { change, submission } }) => {
        const goesOn = GOING.has(submission?.state ?? '')
        if (change === 'CREATED' || !goesOn) onJudged()
      },
      onReturn: onJudged,
    },
  )
}
