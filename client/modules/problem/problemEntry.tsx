import type { ProblemPageQuery } from '../../__generated__/ProblemPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { warmMarkdown } from '../../ui/markdown/Markdown.tsx'
import { ProblemSkeleton } from './ProblemFrame.tsx'
import { ProblemPage } from './ProblemPage.tsx'
import ask from './problemAsk.ts'

// The statement is needed first.
warmMarkdown()

const page = {
  title: (t) => t('problem:page.title'),
  ...ask,
  absent: (t, param) => t('app:error.noProblem', { id: param('problemID') }),
  component: ProblemPage,
  skeleton: <ProblemSkeleton />,
  marks: { footer: false, sends: true },
  // Changing the tab of a problem reloads nothing.
  shouldRevalidate: ({ currentUrl, nextUrl }) =>
    currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search,
} satisfies PageEntry<ProblemPageQuery>

export default page

/** Focus mode: the page without the site's shell. */
export const fullScreen = {
  ...page,
  skeleton: <ProblemSkeleton full />,
  marks: { ...page.marks, bare: true },
} satisfies PageEntry<ProblemPageQuery>
