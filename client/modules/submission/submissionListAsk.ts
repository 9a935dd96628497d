import query, { type SubmissionListPageQuery } from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import type { PageAsk } from '../../relay/page.tsx'
import { submissionListVariables } from './submissionList.ts'

export default {
  query,
  variables: (_, search) => submissionListVariables(search),
} satisfies PageAsk<SubmissionListPageQuery>
