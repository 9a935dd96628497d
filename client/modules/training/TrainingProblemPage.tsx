import Skeleton from '@mui/material/Skeleton'
import { Suspense } from 'react'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import type { TrainingProblemPage_training$key } from '../../__generated__/TrainingProblemPage_training.graphql.ts'
import type { TrainingProblemPageQuery } from '../../__generated__/TrainingProblemPageQuery.graphql.ts'
import { useTitle } from '../../app/title.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { PageFrame } from '../../ui/layout/PageFrame.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useMovedHref, usePlace } from '../group/usePlace.ts'
import { draftOwner } from '../problem/editor/draftOwner.ts'
import { BarredDesk } from '../problem/ProblemBar.tsx'
import { ProblemDesk } from '../problem/ProblemDesk.tsx'
import { readProblemPlace } from '../problem/problemTabs.ts'
import { Workbench } from '../problem/Workbench.tsx'
import { trainingHref } from './addresses.ts'
import { TrainingBar } from './TrainingBar.tsx'
import { useTrainingLive } from './useTrainingLive.ts'

const BarredTraining = lazyPart(async () => (await import('./BarredTraining.tsx')).BarredTraining)

/** A problem within a training, with its submit form. */
export function TrainingProblemPage({ queryRef }: PageProps<TrainingProblemPageQuery>) {
  const { training, viewer, site } = usePreloadedQuery<TrainingProblemPageQuery>(
    graphql`
      query TrainingProblemPageQuery($number: Int!, $displayId: String!) {
        viewer {
          user {
            id
          }
        }
        site {
          openPublicJudge
          openGroupJudge
        }
        training(number: $number) {
          ...TrainingProblemPage_training @arguments(displayId: $displayId)
        }
      }
    `,
    queryRef,
  )
  return <Place training={found(training)} owner={draftOwner(viewer?.user.id ?? null)} site={site} />
}

type Props = {
  training: TrainingProblemPage_training$key
  /** Account that the drafts belong to. */
  owner: string | null
  site: TrainingProblemPageQuery['response']['site']
}

function Place({ owner, site, ...props }: Props) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { problemID = '' } = useParams()
  const [search] = useSearchParams()
  const training = useFragment(
    graphql`
      fragment TrainingProblemPage_training on Training
      @argumentDefinitions(displayId: { type: "String!" }) {
        id
        number
        title
        lookBar
        group {
          number
          name
        }
        ...TrainingBar_training
        ...BarredTraining_training
        ...useTrainingLive_training
        problem(displayId: $displayId) {
          problem {
            id
            displayId
            title
            groupNumber
            discussionCount
            ...Workbench_problem
            ...ProblemDesk_problem
          }
        }
      }
    `,
    props.training,
  )
  useTrainingLive(training)
  const { id, number, title, lookBar, group } = training
  const own = usePlace()
  const moved = useMovedHref(group?.number ?? null)
  const problem = training.problem?.problem
  const within = group ? t('training:inGroup', { title, group: group.name }) : title
  useTitle(problem ? `${problem.displayId} ${problem.title} - ${within}` : within)
  if (moved) return <Navigate to={moved} replace />
  if (lookBar)
    return (
      <Suspense
        fallback={
          <PageFrame>
            <Skeleton variant="rounded" height={320} />
          </PageFrame>
        }
      >
        <BarredTraining training={training} />
      </Suspense>
    )
  const shown = found(problem)
  const home = shown.groupNumber ?? null
  const isOpen = home === null ? site.openPublicJudge : site.openGroupJudge
  const place = readProblemPlace(problemID, pathname, search, trainingHref(own, number))
  return (
    <BarredDesk
      full={place.full}
      bar={<TrainingBar training={training} current={shown.displayId} full={place.full} />}
      desk={
        <Workbench
          key={`${shown.id} ${owner}`}
          problem={shown}
          owner={owner}
          home={home}
          closed={isOpen ? null : t('problem:run.closed')}
          discussionCount={shown.discussionCount}
          trainingId={id}
        >
          <ProblemDesk place={place} problem={shown} />
        </Workbench>
      }
    />
  )
}
