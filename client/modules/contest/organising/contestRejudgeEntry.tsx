import query, {
  type ContestRejudgePageQuery,
} from '../../../__generated__/ContestRejudgePageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { contestNumber } from '../contestNumber.ts'
import { ContestRejudgePage } from './ContestRejudgePage.tsx'

export default {
  title: (t) => t('judging:held.tab'),
  query,
  variables: (param) => ({ number: contestNumber(param) }),
  absent: (t) => t('organising:absent'),
  component: ContestRejudgePage,
  skeleton: <SkeletonRows rows={6} />,
} satisfies PageEntry<ContestRejudgePageQuery>
