import query, {
  type DiscussionListPageQuery,
} from '../../../__generated__/DiscussionListPageQuery.graphql.ts'
import type { PageAsk } from '../../../relay/page.tsx'
import { placeIn } from '../../group/place.ts'
import { discussionListVariables } from './discussionList.ts'

export default {
  query,
  variables: (param, search) => discussionListVariables(placeIn(param), param('problemID') || null, search),
} satisfies PageAsk<DiscussionListPageQuery>
