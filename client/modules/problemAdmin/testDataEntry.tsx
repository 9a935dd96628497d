import query, { type TestDataPageQuery } from '../../__generated__/TestDataPageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { TestDataPage } from './TestDataPage.tsx'

export default {
  title: (t) => t('testset:page'),
  query,
  variables: (param) => ({ displayId: param('problemID') }),
  absent: (t) => t('testset:absent'),
  component: TestDataPage,
  skeleton: <FormSkeleton cards={1} />,
} satisfies PageEntry<TestDataPageQuery>
