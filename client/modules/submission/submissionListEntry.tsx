import type { SubmissionListPageQuery } from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { SubmissionListSkeleton } from './SubmissionListFrame.tsx'
import { SubmissionListPage } from './SubmissionListPage.tsx'
import { readSubmissionList } from './submissionList.ts'
import ask from './submissionListAsk.ts'

export default {
  title: (t, search) =>
    t(readSubmissionList(search).mine ? 'submission:list.titleMine' : 'submission:list.title'),
  ...ask,
  component: SubmissionListPage,
  skeleton: <SubmissionListSkeleton />,
} satisfies PageEntry<SubmissionListPageQuery>
