import query, { type ItemsPageQuery } from '../../../../__generated__/ItemsPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { managedGoodsVariables } from '../../addresses.ts'
import { ItemsPage } from './ItemsPage.tsx'

export default {
  title: (t) => t('admin:page.SHOP_ITEMS'),
  query,
  variables: (_, search) => managedGoodsVariables(search),
  component: ItemsPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<ItemsPageQuery>
