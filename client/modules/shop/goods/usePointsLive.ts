import { graphql } from 'react-relay'
import type { usePointsLiveSubscription } from '../../../__generated__/usePointsLiveSubscription.graphql.ts'
import { useLive } from '../../../relay/useLive.ts'

/** Keeps the viewer's points live, for logged-in viewers. */
export function usePointsLive(isKnown: boolean, onChange?: (balance: number) => void) {
  useLive<usePointsLiveSubscription>(
    graphql`
      subscription usePointsLiveSubscription {
        pointsChanged {
          balance
          ...Balance_points
        }
      }
    `,
    isKnown ? {} : null,
    {
      // Points have no id: link the new record in place of the old one.
      updater: (store) => {
        const changed = store.getRootField('pointsChanged')
        if (changed) store.getRoot().setLinkedRecord(changed, 'points')
      },
      onEvent: ({ pointsChanged }) => onChange?.(pointsChanged.balance),
    },
  )
}
