import type { RouteObject } from 'react-router-dom'
import ListQuery, { type ProblemListPageQuery } from '../../__generated__/ProblemListPageQuery.graphql.ts'
import { page } from '../../relay/page.tsx'
import { ProblemListSkeleton } from './ProblemListFrame.tsx'
import { problemListVariables } from './problemList.ts'

export const problemRoutes: RouteObject[] = [
  page<ProblemListPageQuery>({
    path: 'problem',
    title: (t) => t('problem:list.title'),
    query: ListQuery,
    variables: (_, search) => problemListVariables(search),
    component: () => import('./ProblemListPage.tsx'),
    skeleton: <ProblemListSkeleton />,
  }),
]
