import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import { Outlet, useLocation } from 'react-router-dom'
import type {
  GroupFrame_group$data,
  GroupFrame_group$key,
} from '../../__generated__/GroupFrame_group.graphql.ts'
import type { GroupFrameQuery } from '../../__generated__/GroupFrameQuery.graphql.ts'
import { type FrameTab, TabStrip } from '../../app/TabbedFrame.tsx'
import { useTitle } from '../../app/title.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageFrame } from '../../ui/layout/PageFrame.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { type GroupTab, groupHref, groupTab } from './addresses.ts'
import { GroupBar, GroupBarSkeleton } from './GroupBar.tsx'
import { GroupHead } from './GroupHead.tsx'
import { useGroupLive } from './useGroupLive.ts'

/** Frame of a group: bar, heading, tabs, and the page of the open tab. */
export function GroupFrame({ queryRef }: PageProps<GroupFrameQuery>) {
  const { site, viewer, group } = usePreloadedQuery<GroupFrameQuery>(
    graphql`
      query GroupFrameQuery($number: Int!) {
        site {
          openGroupDiscussion
        }
        viewer {
          user {
            id
          }
        }
        group(number: $number) {
          ...GroupFrame_group
        }
      }
    `,
    queryRef,
  )
  return <Framed group={found(group)} viewerId={viewer?.user.id} hasDiscussions={site.openGroupDiscussion} />
}

type FramedProps = {
  group: GroupFrame_group$key
  viewerId: string | undefined
  hasDiscussions: boolean
}

function Framed({ hasDiscussions, ...props }: FramedProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const group = useFragment(
    graphql`
      fragment GroupFrame_group on Group {
        number
        name
        memberCount
        applicationCount
        viewerIsIn
        viewerCanManage
        viewerCanConfigure
        owner {
          id
        }
        ...GroupBar_group
        ...GroupHead_group
        ...useGroupLive_group
      }
    `,
    props.group,
  )
  const { number, name } = group
  useGroupLive(group)
  const open = groupTab(pathname, number)
  useTitle(t('group:tabOf', { tab: t(`group:tab.${open || 'home'}`), name }))
  return (
    <>
      <GroupBar group={group} tab={open} isOwner={group.owner.id === props.viewerId} />
      <PageFrame>
        <GroupHead group={group} />
        <TabStrip label={name} tabs={useTabs(group, hasDiscussions)} />
        {isClosed(open, group) ? <ClosedTab tab={open} number={number} /> : <Outlet />}
      </PageFrame>
    </>
  )
}

const FOR_MEMBERS = ['problem', 'training', 'contest', 'status', 'rank', 'discussion', 'member'] as const

/** Whether the viewer may not open a tab, also when they lost the right while it is open. */
const isClosed = (
  tab: GroupTab,
  { viewerIsIn, viewerCanManage, viewerCanConfigure }: GroupFrame_group$data,
): boolean =>
  (FOR_MEMBERS.some((one) => one === tab) && !viewerIsIn) ||
  (tab === 'announcement' && !viewerCanManage) ||
  (tab === 'setting' && !viewerCanConfigure)

/** Tabs that the viewer sees; those of members are locked for others. */
function useTabs(group: GroupFrame_group$data, hasDiscussions: boolean): FrameTab[] {
  const { t } = useTranslation()
  const { number, memberCount, applicationCount: waiting } = group
  return [
    { href: groupHref(number), exact: true, label: t('group:tab.home') },
    ...(['problem', 'training', 'contest', 'status', 'rank', 'discussion'] as const)
      .filter((tab) => tab !== 'discussion' || hasDiscussions)
      .map((tab) => ({
        href: groupHref(number, tab),
        label: t(`group:tab.${tab}`),
        locked: isClosed(tab, group) ? t(`group:closed.${tab}`) : null,
      })),
    {
      href: groupHref(number, 'member'),
      label: t('group:tab.member'),
      count: memberCount,
      mark: waiting ? t('group:waiting', { count: waiting }) : null,
      locked: isClosed('member', group) ? t('group:closed.member') : null,
    },
    ...(['announcement', 'setting'] as const)
      .filter((tab) => !isClosed(tab, group))
      .map((tab) => ({ href: groupHref(number, tab), label: t(`group:tab.${tab}`) })),
  ]
}

/** Stands in place of a tab that the viewer may not open. */
function ClosedTab({ tab, number }: { tab: GroupTab; number: number }) {
  const { t } = useTranslation()
  return (
    <EmptyState title={t(`group:closed.${tab === '' ? 'member' : tab}`)} text={t('group:closed.hint')}>
      <Button variant="contained" color="primary" href={groupHref(number)}>
        {t('group:closed.home')}
      </Button>
    </EmptyState>
  )
}

export const GroupFrameSkeleton = () => (
  <>
    <GroupBarSkeleton />
    <PageFrame>
      <Box sx={{ display: 'flex', gap: 4, mb: 4 }}>
        <Skeleton variant="rounded" width={64} height={64} />
        <Box sx={{ flex: 1 }}>
          <Skeleton width="40%" height={30} />
          <Skeleton width="60%" height={20} />
          <Skeleton width="50%" height={20} />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 5, mb: 4, pb: 2.5, borderBottom: 1, borderColor: 'divider' }}>
        {['home', 'training', 'member'].map((key) => (
          <Skeleton key={key} width={48} height={20} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={320} />
    </PageFrame>
  </>
)
