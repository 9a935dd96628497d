import type { GroupListPageQuery } from '../../../__generated__/GroupListPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { GroupListPage } from './GroupListPage.tsx'
import ask from './groupListAsk.ts'

export default {
  title: (t) => t('group:list.title'),
  ...ask,
  component: GroupListPage,
  skeleton: <ListSkeleton />,
} satisfies PageEntry<GroupListPageQuery>
