import query, {
  type ManagedOrdersPageQuery,
} from '../../../../__generated__/ManagedOrdersPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { managedOrderVariables } from '../../addresses.ts'
import { ManagedOrdersPage } from './ManagedOrdersPage.tsx'

export default {
  title: (t) => t('admin:page.SHOP_ORDERS'),
  query,
  variables: (_, search) => managedOrderVariables(search),
  component: ManagedOrdersPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<ManagedOrdersPageQuery>
