import query, { type GroupPostsPageQuery } from '../../../__generated__/GroupPostsPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../relay/page.tsx'
import { groupNumber } from '../../group/addresses.ts'
import { GroupPostsPage } from './GroupPostsPage.tsx'
import { groupPostsVariables } from './managedPosts.ts'

export default {
  title: (t) => t('discussion:list.manage'),
  query,
  variables: (param, search) => groupPostsVariables(groupNumber(param), search),
  component: GroupPostsPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<GroupPostsPageQuery>
