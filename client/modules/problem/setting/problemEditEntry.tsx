import query, { type ProblemEditPageQuery } from '../../../__generated__/ProblemEditPageQuery.graphql.ts'
import { FormSkeleton } from '../../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../../relay/page.tsx'
import { ProblemEditPage } from './ProblemEditPage.tsx'

export default {
  title: (t) => t('authoring:edit'),
  query,
  // An id is type and number.
  variables: (param) => ({ id: btoa(`Problem:${Number(param('problemNumber')) || 0}`) }),
  absent: (t) => t('authoring:absent'),
  component: ProblemEditPage,
  skeleton: <FormSkeleton cards={4} />,
} satisfies PageEntry<ProblemEditPageQuery>
