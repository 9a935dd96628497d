import query, { type PointsPageQuery } from '../../../__generated__/PointsPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { entryVariables } from '../addresses.ts'
import { PointsPage } from './PointsPage.tsx'

export default {
  title: (t) => t('shop:tab.points'),
  query,
  variables: (_, search) => entryVariables(search),
  component: PointsPage,
  skeleton: <ListSkeleton />,
} satisfies PageEntry<PointsPageQuery>
