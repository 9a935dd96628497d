import query, { type ContestListPageQuery } from '../../../__generated__/ContestListPageQuery.graphql.ts'
import type { PageAsk } from '../../../relay/page.tsx'
import { placeIn } from '../../group/place.ts'
import { contestListVariables } from './contestList.ts'

export default {
  query,
  variables: (param, search) => contestListVariables(placeIn(param), search),
} satisfies PageAsk<ContestListPageQuery>
