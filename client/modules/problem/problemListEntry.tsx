import type { ProblemListPageQuery } from '../../__generated__/ProblemListPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ProblemListSkeleton } from './ProblemListFrame.tsx'
import { ProblemListPage } from './ProblemListPage.tsx'
import ask from './problemListAsk.ts'

export default {
  title: (t) => t('problem:list.title'),
  ...ask,
  component: ProblemListPage,
  skeleton: <ProblemListSkeleton />,
} satisfies PageEntry<ProblemListPageQuery>
