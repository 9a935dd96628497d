import query, { type ContestProblemsQuery } from '../../__generated__/ContestProblemsQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { ContestProblems } from './ContestProblems.tsx'
import { contestNumber } from './contestNumber.ts'

export default {
  query,
  variables: (param) => ({ number: contestNumber(param) }),
  absent: (t, param) => t('contest:absent', { id: param('contestID') }),
  component: ContestProblems,
  skeleton: <SkeletonRows rows={8} height={44} />,
} satisfies PageEntry<ContestProblemsQuery>
