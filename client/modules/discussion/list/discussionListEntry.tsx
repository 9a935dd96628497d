import type { DiscussionListPageQuery } from '../../../__generated__/DiscussionListPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { DiscussionListPage } from './DiscussionListPage.tsx'
import ask from './discussionListAsk.ts'

export default {
  title: (t) => t('discussion:list.title'),
  ...ask,
  absent: (t, param) => t('app:error.noProblem', { id: param('problemID') }),
  component: DiscussionListPage,
  skeleton: <ListSkeleton aside />,
} satisfies PageEntry<DiscussionListPageQuery>
