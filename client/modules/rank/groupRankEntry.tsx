import query, { type GroupRankPageQuery } from '../../__generated__/GroupRankPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { groupNumber } from '../group/addresses.ts'
import { GroupRankPage } from './GroupRankPage.tsx'
import { groupRankVariables } from './groupRank.ts'

export default {
  title: (t) => t('rank:group.title'),
  query,
  variables: (param, search) => groupRankVariables(groupNumber(param), search),
  absent: (t, param) => t('group:absent', { id: param('groupID') }),
  component: GroupRankPage,
  skeleton: <SkeletonRows rows={12} />,
} satisfies PageEntry<GroupRankPageQuery>
