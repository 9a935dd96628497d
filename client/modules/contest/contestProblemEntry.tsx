import query, { type ContestProblemPageQuery } from '../../__generated__/ContestProblemPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { warmMarkdown } from '../../ui/markdown/Markdown.tsx'
import { ProblemSkeleton } from '../problem/ProblemFrame.tsx'
import { ContestProblemPage } from './ContestProblemPage.tsx'
import { contestNumber } from './contestNumber.ts'

// The statement is what one comes for.
warmMarkdown()

const page = {
  title: (t) => t('contest:title'),
  query,
  variables: (param) => ({ number: contestNumber(param), displayId: param('problemID') }),
  absent: (t, param) => t('contest:problems.absent', { id: param('problemID') }),
  component: ContestProblemPage,
  skeleton: <ProblemSkeleton />,
  marks: { footer: false, sends: true },
  // Another tab of the same problem needs nothing of the problem.
  shouldRevalidate: ({ currentUrl, nextUrl }) =>
    currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search,
} satisfies PageEntry<ContestProblemPageQuery>

export default page

/** Focus mode: without the shell around it. */
export const fullScreen = {
  ...page,
  skeleton: <ProblemSkeleton full />,
  marks: { ...page.marks, bare: true },
} satisfies PageEntry<ContestProblemPageQuery>
