import query, { type PrintPageQuery } from '../../../__generated__/PrintPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { PrintPage } from './PrintPage.tsx'

export default {
  title: (t) => t('contestDay:prints.request'),
  query,
  variables: (param) => ({ number: Number(param('contestID')) || 0 }),
  component: PrintPage,
  skeleton: <SkeletonRows rows={6} />,
} satisfies PageEntry<PrintPageQuery>
