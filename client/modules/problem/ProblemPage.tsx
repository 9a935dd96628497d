import { graphql, usePreloadedQuery } from 'react-relay'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import type { ProblemPageQuery } from '../../__generated__/ProblemPageQuery.graphql.ts'
import { useTitle } from '../../app/title.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { placeHref } from '../group/place.ts'
import { useMovedHref } from '../group/usePlace.ts'
import { draftOwner } from './editor/draftOwner.ts'
import { BarredDesk } from './ProblemBar.tsx'
import { ProblemDesk } from './ProblemDesk.tsx'
import { readProblemPlace } from './problemTabs.ts'
import { Workbench } from './Workbench.tsx'

/** Problem page of the site or of a group: read the statement, write code and see the verdict on one page. */
export function ProblemPage({ queryRef }: PageProps<ProblemPageQuery>) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { problemID = '' } = useParams()
  const [search] = useSearchParams()
  const { viewer, site, problem } = usePreloadedQuery<ProblemPageQuery>(
    graphql`
      query ProblemPageQuery($displayId: String!) {
        viewer {
          user {
            id
          }
        }
        site {
          openPublicJudge
          openGroupJudge
        }
        problem(displayId: $displayId) {
          id
          displayId
          title
          groupNumber
          discussionCount
          ...Workbench_problem
          ...ProblemDesk_problem
        }
      }
    `,
    queryRef,
  )
  const owner = draftOwner(viewer?.user.id ?? null)
  useTitle(`${problem.displayId} ${problem.title}`)
  const home = problem.groupNumber ?? null
  const moved = useMovedHref(home)
  if (moved) return <Navigate to={moved} replace />

  const isOpen = home === null ? site.openPublicJudge : site.openGroupJudge
  const place = readProblemPlace(problemID, pathname, search, placeHref(home))
  const desk = (
    <Workbench
      key={`${problem.id} ${owner}`}
      problem={problem}
      owner={owner}
      home={home}
      discussionCount={problem.discussionCount}
      closed={isOpen ? null : t('problem:run.closed')}
    >
      <ProblemDesk place={place} problem={problem} />
    </Workbench>
  )
  return home === null ? desk : <BarredDesk full={place.full} bar={null} desk={desk} />
}
