import query, { type ContestFrameQuery } from '../../__generated__/ContestFrameQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ContestFrame, ContestFrameSkeleton } from './ContestFrame.tsx'
import { contestNumber } from './contestNumber.ts'

export default {
  title: (t) => t('contest:title'),
  query,
  variables: (param) => ({ number: contestNumber(param) }),
  absent: (t, param) => t('contest:absent', { id: param('contestID') }),
  component: ContestFrame,
  skeleton: <ContestFrameSkeleton />,
  // Changing tabs does not reload the frame.
  shouldRevalidate: ({ currentUrl, nextUrl, currentParams, nextParams }) =>
    currentUrl.href === nextUrl.href || currentParams.contestID !== nextParams.contestID,
} satisfies PageEntry<ContestFrameQuery>
