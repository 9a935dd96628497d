import { graphql, usePreloadedQuery } from 'react-relay'
import type { ContestProblemsQuery } from '../../__generated__/ContestProblemsQuery.graphql.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { ProblemsPanel } from './ProblemsPanel.tsx'

/** The problems of a contest with the viewer's status of each. */
export function ContestProblems({ queryRef }: PageProps<ContestProblemsQuery>) {
  const { contest } = usePreloadedQuery<ContestProblemsQuery>(
    graphql`
      query ContestProblemsQuery($number: Int!, $late: Boolean, $open: Boolean) {
        contest(number: $number) {
          ...ProblemsPanel_contest @arguments(late: $late, open: $open)
        }
      }
    `,
    queryRef,
  )
  const { late, open } = queryRef.variables
  return <ProblemsPanel contest={found(contest)} counting={{ late: late ?? false, open: open ?? false }} />
}
