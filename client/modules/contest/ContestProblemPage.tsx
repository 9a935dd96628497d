import { Suspense, useState } from 'react'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import type { ContestProblemPage_contest$key } from '../../__generated__/ContestProblemPage_contest.graphql.ts'
import type { ContestProblemPageQuery } from '../../__generated__/ContestProblemPageQuery.graphql.ts'
import { Boundary } from '../../app/Section.tsx'
import { useTitle } from '../../app/title.ts'
import { toast } from '../../app/toasts.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { draftOwner } from '../problem/editor/draftOwner.ts'
import { BarredDesk } from '../problem/ProblemBar.tsx'
import { ProblemDesk } from '../problem/ProblemDesk.tsx'
import { readProblemPlace } from '../problem/problemTabs.ts'
import { Workbench } from '../problem/Workbench.tsx'
import { ContestBar } from './ContestBar.tsx'
import { useContestPhase } from './time/contestClock.ts'
import { useContestLive } from './useContestLive.ts'

const NoticePopup = lazyPart(async () => (await import('./notices/NoticePopup.tsx')).NoticePopup)
const RegistrationDialog = lazyPart(async () => (await import('./RegistrationDialog.tsx')).RegistrationDialog)

/** A problem within a contest, with its submit form. */
export function ContestProblemPage({ queryRef }: PageProps<ContestProblemPageQuery>) {
  const { contest, viewer } = usePreloadedQuery<ContestProblemPageQuery>(
    graphql`
      query ContestProblemPageQuery($number: Int!, $displayId: String!) {
        viewer {
          user {
            id
          }
        }
        contest(number: $number) {
          isVisible
          ...ContestProblemPage_contest @arguments(displayId: $displayId)
        }
      }
    `,
    queryRef,
  )
  return (
    <Place contest={found(contest?.isVisible ? contest : null)} owner={draftOwner(viewer?.user.id ?? null)} />
  )
}

function Place({ owner, ...props }: { contest: ContestProblemPage_contest$key; owner: string | null }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { problemID = '' } = useParams()
  const [search] = useSearchParams()
  const [registering, setRegistering] = useState(false)
  const contest = useFragment(
    graphql`
      fragment ContestProblemPage_contest on Contest
      @argumentDefinitions(displayId: { type: "String!" }) {
        id
        number
        title
        type
        oiScoring
        startsAt
        freezesAt
        endsAt
        thawsAt
        canManage
        lookBar
        submitBar
        ...ContestBar_contest
        ...RegistrationDialog_contest
        ...useContestLive_contest
        problem(displayId: $displayId) {
          id
          displayId
          title
          viewerStatus {
            tries
          }
          ...Workbench_problem
          ...ProblemDesk_problem
        }
      }
    `,
    props.contest,
  )
  useContestLive(contest)
  const { isSealed } = useContestPhase(contest)
  const problem = found(contest.problem)
  const { number, submitBar } = contest
  useTitle(`${problem.displayId} ${problem.title} - ${contest.title}`)
  const place = readProblemPlace(problemID, pathname, search, `/contest/${number}`)
  // A viewer who only lacks registration can register here.
  const closed = submitBar && submitBar !== 'CONTEST_NOT_REGISTERED' ? t(`contest:closed.${submitBar}`) : null
  const holdsBack = () => {
    if (submitBar !== 'CONTEST_NOT_REGISTERED') return false
    toast.warning(t('contest:bar.CONTEST_NOT_REGISTERED'))
    setRegistering(true)
    return true
  }

  return (
    <BarredDesk
      full={place.full}
      bar={<ContestBar contest={contest} current={problem.displayId} full={place.full} />}
      desk={
        <Workbench
          key={`${problem.id} ${owner}`}
          problem={problem}
          owner={owner}
          closed={closed}
          venue={{
            contestId: contest.id,
            number,
            holdsBack,
            hasSubmitted: (problem.viewerStatus?.tries ?? 0) > 0,
            counts: contest.type === 'OI' && isSealed && !contest.canManage ? contest.oiScoring : null,
          }}
        >
          <ProblemDesk place={place} problem={problem} />
        </Workbench>
      }
    >
      {!contest.lookBar && (
        <Boundary attempt={contest.lookBar} fallback={() => null}>
          <Suspense fallback={null}>
            <NoticePopup number={contest.number} />
          </Suspense>
        </Boundary>
      )}
      {registering && (
        <Suspense fallback={null}>
          <RegistrationDialog contest={contest} onClose={() => setRegistering(false)} />
        </Suspense>
      )}
    </BarredDesk>
  )
}
