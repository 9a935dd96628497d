import query, { type ShopPageQuery } from '../../../__generated__/ShopPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { goodsVariables } from '../addresses.ts'
import { ShopPage } from './ShopPage.tsx'

export default {
  title: (t) => t('shop:title'),
  query,
  variables: (_, search) => goodsVariables(search),
  component: ShopPage,
  skeleton: <ListSkeleton aside />,
} satisfies PageEntry<ShopPageQuery>
