import { graphql } from 'react-relay'
import type { MessagePageQuery } from '../../__generated__/MessagePageQuery.graphql.ts'
import type { useMessagesLiveSubscription } from '../../__generated__/useMessagesLiveSubscription.graphql.ts'
import { useLiveList } from '../../relay/list/useLiveList.ts'

/** Keeps a page of messages live. New rows wait behind the chip, unless there were none. */
export const useMessagesLive = (variables: MessagePageQuery['variables'], isEmpty: boolean) =>
  useLiveList<useMessagesLiveSubscription>(
    graphql`
      subscription useMessagesLiveSubscription($kind: NotificationKind) {
        notificationsChanged(kind: $kind) {
          change
          rowId
          notification {
            id
            isRead
            ...MessageRow_notification
          }
        }
      }
    `,
    { kind: variables.kind },
    {
      list: JSON.stringify(variables),
      told: ({ notificationsChanged: { change, rowId } }) => ({ change, id: rowId }),
      find: (root) => root.getLinkedRecord('notifications', variables),
      edgeType: 'NotificationEdge',
      most: variables.first,
      comesIn: () => isEmpty,
    },
  )
