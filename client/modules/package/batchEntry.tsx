import query, { type BatchPageQuery } from '../../__generated__/BatchPageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { BatchPage } from './BatchPage.tsx'

export default {
  title: (t) => t('admin:page.PACKAGES'),
  query,
  component: BatchPage,
  skeleton: <FormSkeleton cards={2} />,
} satisfies PageEntry<BatchPageQuery>
