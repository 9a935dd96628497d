import query, { type LearnFrameQuery } from '../../__generated__/LearnFrameQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { LearnFrame, LearnFrameSkeleton } from './LearnFrame.tsx'

export default {
  title: (t) => t('lesson:title'),
  query,
  component: LearnFrame,
  skeleton: <LearnFrameSkeleton />,
  // Opening another lesson does not reload the contents.
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
} satisfies PageEntry<LearnFrameQuery>
