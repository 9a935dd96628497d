import query, { type ContestProblemsQuery } from '../../__generated__/ContestProblemsQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { ContestProblems } from './ContestProblems.tsx'
import { contestNumber } from './contestNumber.ts'

export default {
  query,
  variables: (param, search) => ({
    number: contestNumber(param),
    late: search.get('late') === 'true' || null,
    open: search.get('open') === 'true' || null,
  }),
  absent: (t, param) => t('contest:absent', { id: param('contestID') }),
  component: ContestProblems,
  skeleton: <SkeletonRows rows={8} height={44} />,
} satisfies PageEntry<ContestProblemsQuery>
