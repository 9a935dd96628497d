import query, { type ManagedListPageQuery } from '../../__generated__/ManagedListPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { ManagedListPage } from './ManagedListPage.tsx'
import { managedListVariables } from './managedList.ts'

export default {
  title: (t) => t('admin:page.PROBLEMS'),
  query,
  variables: (_, search) => managedListVariables(search),
  component: ManagedListPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<ManagedListPageQuery>
