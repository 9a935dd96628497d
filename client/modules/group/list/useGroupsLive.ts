import { graphql } from 'react-relay'
import type { GroupListPageQuery } from '../../../__generated__/GroupListPageQuery.graphql.ts'
import type {
  useGroupsLiveSubscription,
  useGroupsLiveSubscription$data,
} from '../../../__generated__/useGroupsLiveSubscription.graphql.ts'
import { useLiveList } from '../../../relay/list/useLiveList.ts'

type Variables = GroupListPageQuery['variables']
type Told = useGroupsLiveSubscription$data['groupsChanged']

/** Whether the filters of a list select a new group. */
function isSelected({ filter }: Variables, { group }: Told): boolean {
  if (!group) return false
  const { access, isMine, keyword } = filter ?? {}
  const part = (keyword ?? '').toLowerCase()
  const { name, shortName } = group
  return (
    (!access || group.access === access) &&
    !isMine &&
    [name, shortName].some((each) => each.toLowerCase().includes(part))
  )
}

/** Keeps a list of groups live: words and counts change in place, new groups wait. `rows` are those shown. */
export function useGroupsLive(
  variables: Variables,
  rows: readonly { readonly id: string; readonly version: number }[],
) {
  const { first, offset, filter } = variables
  const versionOf = new Map(rows.map(({ id, version }) => [id, version]))
  return useLiveList<useGroupsLiveSubscription>(
    graphql`
      subscription useGroupsLiveSubscription {
        groupsChanged {
          change
          rowId
          group {
            id
            version
            name
            shortName
            brief
            avatar
            access
            memberCount
          }
        }
      }
    `,
    {},
    {
      list: JSON.stringify(variables),
      told: ({ groupsChanged }) => {
        const { change, rowId: id, group } = groupsChanged
        if (change === 'CREATED') return { change: isSelected(variables, groupsChanged) ? change : '', id }
        const shown = versionOf.get(id ?? '')
        const isStale = shown !== undefined && group && group.version !== shown
        return { change: change === 'CHANGED' && isStale ? 'RESET' : change, id }
      },
      find: (root) => root.getLinkedRecord('groups', { filter, first, offset }),
      edgeType: 'GroupEdge',
      most: first,
      comesIn: () => false,
    },
  )
}
