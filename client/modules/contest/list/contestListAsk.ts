import query, { type ContestListPageQuery } from '../../../__generated__/ContestListPageQuery.graphql.ts'
import type { PageAsk } from '../../../relay/page.tsx'
import { contestListVariables } from './contestList.ts'

export default {
  query,
  variables: (_, search) => contestListVariables(search),
} satisfies PageAsk<ContestListPageQuery>
