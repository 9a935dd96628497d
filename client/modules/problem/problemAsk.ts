import query, { type ProblemPageQuery } from '../../__generated__/ProblemPageQuery.graphql.ts'
import type { PageAsk } from '../../relay/page.tsx'

export default {
  query,
  variables: (param) => ({ displayId: param('problemID') }),
} satisfies PageAsk<ProblemPageQuery>
