import { graphql } from 'react-relay'
import type { useInvitationsLiveSubscription } from '../../../__generated__/useInvitationsLiveSubscription.graphql.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'

/** Longest delay (ms) before the links are reloaded after one was created or ended. */
const WITHIN = 400

/** Keeps the invitation links of a group live: uses count in place, new and ended links reload the page. */
export function useInvitationsLive(groupId: string) {
  const readAgain = useReadAgain(WITHIN)
  useLive<useInvitationsLiveSubscription>(
    graphql`
      subscription useInvitationsLiveSubscription($groupId: ID!) {
        groupInvitationsChanged(groupId: $groupId) {
          change
          invitation {
            id
            useCount
            revokedAt
            isOpen
          }
        }
      }
    `,
    { groupId },
    {
      onEvent: ({ groupInvitationsChanged: { change, invitation } }) => {
        if (change !== 'CHANGED' || !invitation?.isOpen) readAgain()
      },
    },
  )
}
