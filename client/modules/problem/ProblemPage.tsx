import { graphql, usePreloadedQuery } from 'react-relay'
import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import type { ProblemPageQuery } from '../../__generated__/ProblemPageQuery.graphql.ts'
import { useTitle } from '../../app/title.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { draftOwner } from './editor/draftOwner.ts'
import { ProblemDesk } from './ProblemDesk.tsx'
import { readProblemPlace } from './problemTabs.ts'
import { Workbench } from './Workbench.tsx'

/** Problem page: read the statement, write code and see the verdict on one page. */
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
        }
        problem(displayId: $displayId) {
          id
          displayId
          title
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

  return (
    <Workbench
      key={`${problem.id} ${owner}`}
      problem={problem}
      owner={owner}
      discussionCount={problem.discussionCount}
      closed={site.openPublicJudge ? null : t('problem:run.closed')}
    >
      <ProblemDesk place={readProblemPlace(problemID, pathname, search)} problem={problem} />
    </Workbench>
  )
}
