import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Suspense, useState } from 'react'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import { Outlet, useLocation } from 'react-router-dom'
import type { ContestFrame_contest$key } from '../../__generated__/ContestFrame_contest.graphql.ts'
import type { ContestFrameQuery } from '../../__generated__/ContestFrameQuery.graphql.ts'
import { Boundary } from '../../app/Section.tsx'
import { TabStrip } from '../../app/TabbedFrame.tsx'
import { useTitle } from '../../app/title.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { PageFrame } from '../../ui/layout/PageFrame.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ContestHead } from './ContestHead.tsx'
import type { Solve } from './ContestRail.tsx'
import { CONTEST_TABS, type TabbedSurroundings } from './contestTabs.ts'
import { useContestLive } from './useContestLive.ts'

const OwnSolves = lazyPart(async () => (await import('./OwnSolves.tsx')).OwnSolves)
const HeldRejudgings = lazyPart(
  async () => (await import('../judging/rejudging/HeldRejudgings.tsx')).HeldRejudgings,
)
const NoticePopup = lazyPart(async () => (await import('./notices/NoticePopup.tsx')).NoticePopup)

/** Frame of a contest: name, clock, tabs, and the page of the open tab. */
export function ContestFrame({ queryRef }: PageProps<ContestFrameQuery>) {
  const { contest, ...around } = usePreloadedQuery<ContestFrameQuery>(
    graphql`
      query ContestFrameQuery($number: Int!) {
        site {
          openContestComment
        }
        contest(number: $number) {
          isVisible
          ...ContestFrame_contest
        }
      }
    `,
    queryRef,
  )
  // Public pages treat an invisible contest as absent.
  return <Framed contest={found(contest?.isVisible ? contest : null)} around={around} />
}

type Props = { contest: ContestFrame_contest$key; around: TabbedSurroundings }

function Framed({ around, ...props }: Props) {
  const { t } = useTranslation()
  const contest = useFragment(
    graphql`
      fragment ContestFrame_contest on Contest {
        number
        title
        type
        access
        status
        lookBar
        canManage
        viewerCanRejudge
        hasPrinting
        ...ContestHead_contest
        ...useContestLive_contest
      }
    `,
    props.contest,
  )
  useTitle(contest.title)
  useContestLive(contest)
  const [unread, setUnread] = useState(0)
  const [solves, setSolves] = useState<readonly Solve[]>([])
  const { number, title, lookBar } = contest
  const base = `/contest/${number}`
  const below = (path: string) => (path ? `${base}/${path}` : base)
  const { pathname } = useLocation()
  return (
    <PageFrame isWide={pathname === below('rank')}>
      <ContestHead contest={contest} solves={solves} />
      <TabStrip
        label={title}
        tabs={CONTEST_TABS.filter(({ isFor }) => isFor?.(contest, around) ?? true).map(
          ({ key, path, also, unlocked }) => ({
            href: below(path),
            also: also?.map(below),
            exact: path === '',
            label: t(`contest:tab.${key}`),
            count: key === 'announcements' && unread > 0 ? unread : null,
            locked: unlocked || !lookBar ? null : t(`contest:bar.${lookBar}`),
          }),
        )}
      />
      {contest.viewerCanRejudge && (
        <Boundary attempt={number} fallback={() => null}>
          <Suspense fallback={null}>
            <HeldRejudgings number={number} />
          </Suspense>
        </Boundary>
      )}
      <Outlet />
      {!contest.lookBar && (
        <Boundary attempt={contest.lookBar} fallback={() => null}>
          <Suspense fallback={null}>
            <NoticePopup number={contest.number} onUnread={setUnread} />
            <OwnSolves number={contest.number} onSolves={setSolves} />
          </Suspense>
        </Boundary>
      )}
    </PageFrame>
  )
}

export const ContestFrameSkeleton = () => (
  <PageFrame>
    <Skeleton width={240} height={20} />
    <Skeleton width="40%" height={32} sx={{ mt: 2 }} />
    <Skeleton height={8} sx={{ mt: 6, mb: 8 }} />
    <Box sx={{ display: 'flex', gap: 5, mb: 4, pb: 2.5, borderBottom: 1, borderColor: 'divider' }}>
      {CONTEST_TABS.map(({ key }) => (
        <Skeleton key={key} width={48} height={20} />
      ))}
    </Box>
    <Skeleton variant="rounded" height={320} />
  </PageFrame>
)
