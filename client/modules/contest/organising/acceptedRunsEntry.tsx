import query, { type AcceptedRunsPageQuery } from '../../../__generated__/AcceptedRunsPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { AcceptedRunsPage } from './AcceptedRunsPage.tsx'
import { runVariables } from './runList.ts'

export default {
  title: (t) => t('contestDay:runs.title'),
  query,
  variables: (param, search) => runVariables(param('contestID'), search),
  absent: (t) => t('organising:absent'),
  component: AcceptedRunsPage,
  skeleton: <SkeletonRows rows={10} />,
} satisfies PageEntry<AcceptedRunsPageQuery>
