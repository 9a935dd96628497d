import type { SubmissionListPageQuery } from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ListSkeleton } from '../../ui/layout/ListFrame.tsx'
import { SubmissionListPage } from './SubmissionListPage.tsx'
import { submissionList } from './submissionList.ts'
import ask from './submissionListAsk.ts'

export default {
  title: (t, search) =>
    t(submissionList(null).read(search).mine ? 'submission:list.titleMine' : 'submission:list.title'),
  ...ask,
  component: SubmissionListPage,
  skeleton: <ListSkeleton width={1680} />,
} satisfies PageEntry<SubmissionListPageQuery>
