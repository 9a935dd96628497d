import query, { type GroupFrameQuery } from '../../__generated__/GroupFrameQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { groupNumber } from './addresses.ts'
import { GroupFrame, GroupFrameSkeleton } from './GroupFrame.tsx'

export default {
  title: (t) => t('group:title'),
  query,
  variables: (param) => ({ number: groupNumber(param) }),
  absent: (t, param) => t('group:absent', { id: param('groupID') }),
  component: GroupFrame,
  skeleton: <GroupFrameSkeleton />,
  // Changing tabs does not reload the frame.
  shouldRevalidate: ({ currentUrl, nextUrl, currentParams, nextParams }) =>
    currentUrl.href === nextUrl.href || currentParams.groupID !== nextParams.groupID,
} satisfies PageEntry<GroupFrameQuery>
