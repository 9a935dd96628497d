import query, { type ContestProblemPageQuery } from '../../__generated__/ContestProblemPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { warmMarkdown } from '../../ui/markdown/Markdown.tsx'
import { ProblemSkeleton } from '../problem/ProblemFrame.tsx'
import { ContestProblemPage } from './ContestProblemPage.tsx'
import { contestNumber } from './contestNumber.ts'

// Load the Markdown renderer together with the page: the statement is shown first.
warmMarkdown()

const page = {
  title: (t) => t('contest:title'),
  query,
  variables: (param) => ({ number: contestNumber(param), displayId: param('problemID') }),
  absent: (t, param) => t('contest:problems.absent', { id: param('problemID') }),
  component: ContestProblemPage,
  skeleton: <ProblemSkeleton />,
  marks: { footer: false, sends: true },
  // Changing tabs does not reload the problem.
  shouldRevalidate: ({ currentUrl, nextUrl }) =>
    currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search,
} satisfies PageEntry<ContestProblemPageQuery>

export default page

/** Focus mode: the page without the shell. */
export const fullScreen = {
  ...page,
  skeleton: <ProblemSkeleton full />,
  marks: { ...page.marks, bare: true },
} satisfies PageEntry<ContestProblemPageQuery>
