import type { RouteObject } from 'react-router-dom'
import ListQuery, { type ProblemListPageQuery } from '../../__generated__/ProblemListPageQuery.graphql.ts'
import PageQuery, { type ProblemPageQuery } from '../../__generated__/ProblemPageQuery.graphql.ts'
import { requireLoginFor } from '../../app/guards.ts'
import { page } from '../../relay/page.tsx'
import { warmMarkdown } from '../../ui/Markdown.tsx'
import { ProblemSkeleton } from './ProblemFrame.tsx'
import { ProblemListSkeleton } from './ProblemListFrame.tsx'
import { PROGRESSES, problemListVariables } from './problemList.ts'

/** The page of a problem, with the shell around it or, in focus mode, without. */
const problemPage = (full: boolean) =>
  page<ProblemPageQuery>({
    path: full ? 'problem/:problemID/full-screen' : 'problem/:problemID',
    title: (t) => t('problem:page.title'),
    query: PageQuery,
    variables: (param) => ({ displayId: param('problemID') }),
    absent: (t, param) => t('app:error.noProblem', { id: param('problemID') }),
    component: () => {
      // The statement is what one comes for.
      warmMarkdown()
      return import('./ProblemPage.tsx')
    },
    skeleton: <ProblemSkeleton full={full} />,
    handle: { footer: false, bare: full || undefined, sends: true },
    // Another tab of the same problem needs nothing of the problem.
    shouldRevalidate: ({ currentUrl, nextUrl }) =>
      currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search,
  })

export const problemRoutes: RouteObject[] = [
  page<ProblemListPageQuery>({
    path: 'problem',
    title: (t) => t('problem:list.title'),
    query: ListQuery,
    variables: (_, search) => problemListVariables(search),
    component: () => import('./ProblemListPage.tsx'),
    skeleton: <ProblemListSkeleton />,
    guard: requireLoginFor('progress', (value) => PROGRESSES.some((progress) => progress === value)),
  }),
  problemPage(false),
  problemPage(true),
]
