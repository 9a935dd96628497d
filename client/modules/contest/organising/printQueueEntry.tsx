import query, { type PrintQueuePageQuery } from '../../../__generated__/PrintQueuePageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { PrintQueuePage } from './PrintQueuePage.tsx'
import { printVariables } from './runList.ts'

export default {
  title: (t) => t('contestDay:prints.title'),
  query,
  variables: (param, search) => printVariables(param('contestID'), search),
  absent: (t) => t('organising:absent'),
  component: PrintQueuePage,
  skeleton: <SkeletonRows rows={10} />,
} satisfies PageEntry<PrintQueuePageQuery>
