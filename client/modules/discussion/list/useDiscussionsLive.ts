import { graphql } from 'react-relay'
import type { DiscussionListPageQuery } from '../../../__generated__/DiscussionListPageQuery.graphql.ts'
import type { useDiscussionsLiveSubscription } from '../../../__generated__/useDiscussionsLiveSubscription.graphql.ts'
import { useLiveList } from '../../../relay/list/useLiveList.ts'

/** Keeps a list of posts live: figures change in place, new posts wait. Null variables: not subscribed. */
export function useDiscussionsLive(variables: DiscussionListPageQuery['variables'] | null) {
  const { keyword, ...filter } = variables?.filter ?? {}
  const { first, offset } = variables ?? {}
  return useLiveList<useDiscussionsLiveSubscription>(
    graphql`
      subscription useDiscussionsLiveSubscription($filter: DiscussionFilter) {
        discussionsChanged(filter: $filter) {
          change
          rowId
          discussion {
            id
            title
            description
            isPinned
            isDisabled
            likeCount
            viewCount
            commentCount
            category {
              id
              name
            }
          }
        }
      }
    `,
    variables && { filter },
    {
      list: JSON.stringify(variables),
      told: ({ discussionsChanged: { change, rowId } }) => ({
        // New posts may lack the keyword, which the stream does not know.
        change: keyword && change === 'CREATED' ? '' : change,
        id: rowId,
      }),
      find: (root) => root.getLinkedRecord('discussions', { filter: variables?.filter, first, offset }),
      edgeType: 'DiscussionEdge',
      most: first,
      comesIn: () => false,
    },
  )
}
