import query, { type GroupListPageQuery } from '../../../__generated__/GroupListPageQuery.graphql.ts'
import type { PageAsk } from '../../../relay/page.tsx'
import { groupListVariables } from './groupList.ts'

export default {
  query,
  variables: (_, search) => groupListVariables(search),
} satisfies PageAsk<GroupListPageQuery>
