import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import { Outlet, useLocation } from 'react-router-dom'
import type { GroupPlace_group$key } from '../../__generated__/GroupPlace_group.graphql.ts'
import type { GroupPlaceQuery } from '../../__generated__/GroupPlaceQuery.graphql.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { PLACE_BAR } from '../../ui/layout/placeBar.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { groupTab } from './addresses.ts'
import { GROUP_BAR_HEIGHT, GroupBar, GroupBarSkeleton } from './GroupBar.tsx'

const GroupLive = lazyPart(async () => (await import('./GroupLive.tsx')).GroupLive)

/** A page below a tab of a group, under the bar of the group instead of its heading and tabs. */
export function GroupPlace({ queryRef }: PageProps<GroupPlaceQuery>) {
  const { viewer, group } = usePreloadedQuery<GroupPlaceQuery>(
    graphql`
      query GroupPlaceQuery($number: Int!) {
        viewer {
          user {
            id
          }
        }
        group(number: $number) {
          ...GroupPlace_group
        }
      }
    `,
    queryRef,
  )
  return <Placed group={found(group)} viewerId={viewer?.user.id} />
}

function Placed(props: { group: GroupPlace_group$key; viewerId: string | undefined }) {
  const { pathname } = useLocation()
  const group = useFragment(
    graphql`
      fragment GroupPlace_group on Group {
        number
        owner {
          id
        }
        ...GroupBar_group
        ...useGroupLive_group
      }
    `,
    props.group,
  )
  return (
    <Box sx={{ [PLACE_BAR]: `${GROUP_BAR_HEIGHT}px` }}>
      <GroupBar
        group={group}
        tab={groupTab(pathname, group.number)}
        isDeep
        isOwner={group.owner.id === props.viewerId}
      />
      <Outlet />
      <Suspense>
        <GroupLive group={group} />
      </Suspense>
    </Box>
  )
}

export const GroupPlaceSkeleton = GroupBarSkeleton
