/** The page of a problem in focus mode: without the shell around it. */
import type { ProblemPageQuery } from '../../__generated__/ProblemPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ProblemSkeleton } from './ProblemFrame.tsx'
import problem from './problemEntry.tsx'

export default {
  ...problem,
  skeleton: <ProblemSkeleton full />,
  marks: { ...problem.marks, bare: true },
} satisfies PageEntry<ProblemPageQuery>
