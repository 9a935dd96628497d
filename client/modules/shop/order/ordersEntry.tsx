import query, { type OrdersPageQuery } from '../../../__generated__/OrdersPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { orderVariables } from '../addresses.ts'
import { OrdersPage } from './OrdersPage.tsx'

export default {
  title: (t) => t('shop:tab.orders'),
  query,
  variables: (_, search) => orderVariables(search),
  component: OrdersPage,
  skeleton: <ListSkeleton />,
} satisfies PageEntry<OrdersPageQuery>
