import query, { type ProblemListPageQuery } from '../../../__generated__/ProblemListPageQuery.graphql.ts'
import type { PageAsk } from '../../../relay/page.tsx'
import { problemListVariables } from './problemList.ts'

export default {
  query,
  variables: (_, search) => problemListVariables(null, search),
} satisfies PageAsk<ProblemListPageQuery>
