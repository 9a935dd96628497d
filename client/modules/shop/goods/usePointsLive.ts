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
      onEvent: ({ pointsChanged }) => onChange?.(pointsChanged.balance),
    },
  )
}
