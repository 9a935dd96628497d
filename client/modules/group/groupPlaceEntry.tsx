import query, { type GroupPlaceQuery } from '../../__generated__/GroupPlaceQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { groupNumber } from './addresses.ts'
import { GroupPlace, GroupPlaceSkeleton } from './GroupPlace.tsx'

export default {
  title: (t) => t('group:title'),
  query,
  variables: (param) => ({ number: groupNumber(param) }),
  absent: (t, param) => t('group:absent', { id: param('groupID') }),
  component: GroupPlace,
  skeleton: <GroupPlaceSkeleton />,
  // Changing the page below it does not reload the bar.
  shouldRevalidate: ({ currentUrl, nextUrl, currentParams, nextParams }) =>
    currentUrl.href === nextUrl.href || currentParams.groupID !== nextParams.groupID,
} satisfies PageEntry<GroupPlaceQuery>
