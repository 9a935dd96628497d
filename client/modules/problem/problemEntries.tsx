import type { OperationType } from 'relay-runtime'
import type { PageEntry } from '../../relay/page.tsx'
import { warmMarkdown } from '../../ui/markdown/Markdown.tsx'
import { ProblemSkeleton } from './ProblemFrame.tsx'

// Load the Markdown renderer together with the page: the statement is shown first.
warmMarkdown()

const marks = { footer: false, sends: true } as const

/** Entries of a problem page: with the site's shell, and without it in focus mode. */
export function problemEntries<Q extends OperationType>(entry: PageEntry<Q>) {
  const standard = {
    ...entry,
    skeleton: <ProblemSkeleton />,
    marks,
    // Changing the tab of a problem reloads nothing.
    shouldRevalidate: ({ currentUrl, nextUrl }) =>
      currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search,
  } satisfies PageEntry<Q>
  const fullScreen = {
    ...standard,
    skeleton: <ProblemSkeleton full />,
    marks: { ...marks, bare: true },
  } satisfies PageEntry<Q>
  return { standard, fullScreen }
}
