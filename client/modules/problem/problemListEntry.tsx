import query, { type ProblemListPageQuery } from '../../__generated__/ProblemListPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ProblemListSkeleton } from './ProblemListFrame.tsx'
import { ProblemListPage } from './ProblemListPage.tsx'
import { problemListVariables } from './problemList.ts'

export default {
  title: (t) => t('problem:list.title'),
  query,
  variables: (_, search) => problemListVariables(search),
  component: ProblemListPage,
  skeleton: <ProblemListSkeleton />,
} satisfies PageEntry<ProblemListPageQuery>
