import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { ProblemsLiveSubscription } from '../../../__generated__/ProblemsLiveSubscription.graphql.ts'
import { session } from '../../../relay/session.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'
import { useOwnJudged } from '../useOwnJudged.ts'

/** Longest delay (ms) before the list is reloaded for problems that entered or left it; imports bring many. */
const WITHIN = 5_000

/**
 * Keeps a problem list live: edited rows change in place; the list is reloaded when problems enter or leave it and when
 * a submission of the viewer is judged. `groupId` null: the list of the site.
 */
export function ProblemsLive({ groupId }: { groupId: string | null }) {
  const { revalidate } = useRevalidator()
  const readAgain = useReadAgain(WITHIN)
  useLive<ProblemsLiveSubscription>(
    graphql`
      subscription ProblemsLiveSubscription($groupId: ID) {
        problemsChanged(groupId: $groupId) {
          change
          problem {
            id
            displayId
            bank
            title
            difficulty
            tags {
              number
              name
              color
            }
          }
        }
      }
    `,
    groupId ? { groupId } : {},
    {
      onEvent: ({ problemsChanged: { change } }) => {
        if (change !== 'CHANGED') readAgain()
      },
    },
  )
  useOwnJudged(session.token ? { everywhere: groupId !== null } : null, () => void revalidate())
  return null
}
