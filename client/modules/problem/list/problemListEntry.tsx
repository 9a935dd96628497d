import type { ProblemListPageQuery } from '../../../__generated__/ProblemListPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { ProblemListPage } from './ProblemListPage.tsx'
import ask from './problemListAsk.ts'

export default {
  title: (t) => t('problem:list.title'),
  ...ask,
  component: ProblemListPage,
  skeleton: <ListSkeleton aside />,
} satisfies PageEntry<ProblemListPageQuery>
