import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { TrainingFrame_training$key } from '../../__generated__/TrainingFrame_training.graphql.ts'
import type { TrainingFrameQuery } from '../../__generated__/TrainingFrameQuery.graphql.ts'
import { TabStrip } from '../../app/TabbedFrame.tsx'
import { useTitle } from '../../app/title.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { PageFrame } from '../../ui/layout/PageFrame.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useMovedHref, usePlace } from '../group/usePlace.ts'
import { trainingHref } from './addresses.ts'
import { TrainingHead } from './TrainingHead.tsx'
import { useOwnResults } from './useOwnResults.ts'
import { useTrainingLive } from './useTrainingLive.ts'

/** Most problems that have a column each in the rank without a wider page. */
const FITTING = 12

/** Frame of a training: heading with the viewer's progress, tabs, and the page of the open tab. */
export function TrainingFrame({ queryRef }: PageProps<TrainingFrameQuery>) {
  const { training } = usePreloadedQuery<TrainingFrameQuery>(
    graphql`
      query TrainingFrameQuery($number: Int!) {
        training(number: $number) {
          ...TrainingFrame_training
        }
      }
    `,
    queryRef,
  )
  return <Framed training={found(training)} />
}

function Framed(props: { training: TrainingFrame_training$key }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const training = useFragment(
    graphql`
      fragment TrainingFrame_training on Training {
        number
        title
        access
        problemCount
        viewerCanGrade
        group {
          number
          name
        }
        headcount: rankRows(first: 1) {
          totalCount
        }
        ...TrainingHead_training
        ...useTrainingLive_training
      }
    `,
    props.training,
  )
  const { number, title, access, problemCount, group, headcount, viewerCanGrade } = training
  const place = usePlace()
  const moved = useMovedHref(group?.number ?? null)
  useTitle(group ? t('training:inGroup', { title, group: group.name }) : title)
  useTrainingLive(training)
  useOwnResults(number)
  if (moved) return <Navigate to={moved} replace />
  const base = trainingHref(place, number)
  const rank = `${base}/rank`
  const matrix = `${base}/matrix`
  return (
    <PageFrame isWide={pathname === matrix || (pathname === rank && problemCount > FITTING)}>
      <TrainingHead training={training} />
      <TabStrip
        label={title}
        tabs={[
          { href: base, exact: true, label: t('training:tab.overview') },
          { href: `${base}/problems`, label: t('training:tab.problems'), count: problemCount },
          ...(access === 'PRIVATE'
            ? [{ href: rank, label: t('training:tab.rank'), count: headcount?.totalCount }]
            : []),
          ...(viewerCanGrade ? [{ href: matrix, label: t('training:tab.matrix') }] : []),
        ]}
      />
      <Outlet />
    </PageFrame>
  )
}

export const TrainingFrameSkeleton = () => (
  <PageFrame>
    <Skeleton width={240} height={20} />
    <Skeleton width="40%" height={32} sx={{ mt: 2 }} />
    <Skeleton height={8} sx={{ mt: 6, mb: 8 }} />
    <Box sx={{ display: 'flex', gap: 5, mb: 4, pb: 2.5, borderBottom: 1, borderColor: 'divider' }}>
      {['overview', 'problems', 'rank'].map((key) => (
        <Skeleton key={key} width={48} height={20} />
      ))}
    </Box>
    <Skeleton variant="rounded" height={320} />
  </PageFrame>
)
