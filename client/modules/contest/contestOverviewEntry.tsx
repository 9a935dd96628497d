import query, { type ContestOverviewQuery } from '../../__generated__/ContestOverviewQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ContestOverview, ContestOverviewSkeleton } from './ContestOverview.tsx'
import { contestNumber } from './contestNumber.ts'

export default {
  query,
  variables: (param) => ({ number: contestNumber(param) }),
  absent: (t, param) => t('contest:absent', { id: param('contestID') }),
  component: ContestOverview,
  skeleton: <ContestOverviewSkeleton />,
} satisfies PageEntry<ContestOverviewQuery>
