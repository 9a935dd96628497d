import query, { type RankListPageQuery } from '../../__generated__/RankListPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ListSkeleton } from '../../ui/layout/ListFrame.tsx'
import { RankListPage } from './RankListPage.tsx'
import { rankVariables } from './rankList.ts'

export default {
  title: (t) => t('app:nav.acmRank'),
  query,
  variables: (_, search) => rankVariables('ACM', search),
  component: (props) => <RankListPage {...props} type="ACM" />,
  skeleton: <ListSkeleton />,
} satisfies PageEntry<RankListPageQuery>
