import { graphql, usePreloadedQuery } from 'react-relay'
import type { ContestProblemsQuery } from '../../__generated__/ContestProblemsQuery.graphql.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { ProblemsPanel } from './ProblemsPanel.tsx'

/** The problems of a contest, and how far the reader is with each. */
export function ContestProblems({ queryRef }: PageProps<ContestProblemsQuery>) {
  const { contest } = usePreloadedQuery<ContestProblemsQuery>(
    graphql`
      query ContestProblemsQuery($number: Int!) {
        contest(number: $number) {
          ...ProblemsPanel_contest
        }
      }
    `,
    queryRef,
  )
  return <ProblemsPanel contest={found(contest)} />
}
