import query, { type ContestFrameQuery } from '../../__generated__/ContestFrameQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ContestFrame, ContestFrameSkeleton } from './ContestFrame.tsx'

export default {
  title: (t) => t('contest:title'),
  query,
  // What is no number is no contest either: the server says so.
  variables: (param) => ({ number: Number.parseInt(param('contestID'), 10) || 0 }),
  absent: (t, param) => t('contest:absent', { id: param('contestID') }),
  component: ContestFrame,
  skeleton: <ContestFrameSkeleton />,
  // Another tab of the same contest needs nothing of the contest.
  shouldRevalidate: ({ currentUrl, nextUrl, currentParams, nextParams }) =>
    currentUrl.href === nextUrl.href || currentParams.contestID !== nextParams.contestID,
} satisfies PageEntry<ContestFrameQuery>
