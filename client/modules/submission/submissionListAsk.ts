import query, { type SubmissionListPageQuery } from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import type { PageAsk } from '../../relay/page.tsx'
import { placeIn } from '../group/place.ts'
import { submissionListVariables } from './submissionList.ts'

export default {
  query,
  variables: (param, search) => submissionListVariables(placeIn(param), search),
} satisfies PageAsk<SubmissionListPageQuery>
