import query, { type SubmissionPageQuery } from '../../__generated__/SubmissionPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { SubmissionSkeleton } from './SubmissionFrame.tsx'
import { SubmissionPage } from './SubmissionPage.tsx'

export default {
  query,
  // Not a number becomes 0, which the server answers with not found.
  variables: (param) => ({ number: Number.parseInt(param('submitID'), 10) || 0 }),
  absent: (t, param) => t('app:error.noSubmission', { id: param('submitID') }),
  component: SubmissionPage,
  skeleton: <SubmissionSkeleton />,
} satisfies PageEntry<SubmissionPageQuery>
