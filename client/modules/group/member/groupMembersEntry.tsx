import query, { type GroupMembersPageQuery } from '../../../__generated__/GroupMembersPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { GroupMembersPage, GroupMembersSkeleton } from './GroupMembersPage.tsx'
import { membersVariables } from './memberList.ts'

export default {
  title: (t) => t('groupAdmin:members.title'),
  query,
  variables: membersVariables,
  absent: (t, param) => t('group:absent', { id: param('groupID') }),
  component: GroupMembersPage,
  skeleton: <GroupMembersSkeleton />,
} satisfies PageEntry<GroupMembersPageQuery>
