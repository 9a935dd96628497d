import query, { type ManagedPostsPageQuery } from '../../../__generated__/ManagedPostsPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../relay/page.tsx'
import { ManagedPostsPage } from './ManagedPostsPage.tsx'
import { managedPostsVariables } from './managedPosts.ts'

export default {
  title: (t) => t('admin:page.DISCUSSIONS'),
  query,
  variables: (_, search) => managedPostsVariables(search),
  component: ManagedPostsPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<ManagedPostsPageQuery>
