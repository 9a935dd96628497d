import query, { type ContestOverviewQuery } from '../../__generated__/ContestOverviewQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ContestOverview, ContestOverviewSkeleton } from './ContestOverview.tsx'

export default {
  query,
  variables: (param) => ({ number: Number.parseInt(param('contestID'), 10) || 0 }),
  absent: (t, param) => t('contest:absent', { id: param('contestID') }),
  component: ContestOverview,
  skeleton: <ContestOverviewSkeleton />,
} satisfies PageEntry<ContestOverviewQuery>
