import Skeleton from '@mui/material/Skeleton'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { GroupHomeQuery } from '../../../__generated__/GroupHomeQuery.graphql.ts'
import { Section } from '../../../app/Section.tsx'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { Columns } from '../../../ui/layout/Columns.tsx'
import { About } from './About.tsx'
import { GroupNotices } from './GroupNotices.tsx'
import { OwnMembership } from './OwnMembership.tsx'

/** Home tab of a group: announcements for its members, description, and the viewer's membership. */
export function GroupHome({ queryRef }: PageProps<GroupHomeQuery>) {
  const data = usePreloadedQuery<GroupHomeQuery>(
    graphql`
      query GroupHomeQuery($number: Int!, $first: Int, $offset: Int) {
        viewer {
          user {
            id
          }
        }
        group(number: $number) {
          viewerIsIn
          owner {
            id
          }
          ...About_group
          ...GroupNotices_group @arguments(first: $first, offset: $offset)
          ...OwnMembership_group
        }
      }
    `,
    queryRef,
  )
  const group = found(data.group)
  return (
    <Columns
      main={
        <>
          {group.viewerIsIn && (
            <Section>
              <GroupNotices group={group} />
            </Section>
          )}
          <About group={group} />
        </>
      }
      aside={
        <Section>
          <OwnMembership group={group} isOwner={group.owner.id === data.viewer?.user.id} />
        </Section>
      }
    />
  )
}

export const GroupHomeSkeleton = () => (
  <Columns main={<SkeletonRows rows={8} height={44} />} aside={<Skeleton variant="rounded" height={200} />} />
)
