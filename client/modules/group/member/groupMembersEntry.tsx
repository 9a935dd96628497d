import query, { type GroupMembersPageQuery } from '../../../__generated__/GroupMembersPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListPartSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { GroupMembersPage } from './GroupMembersPage.tsx'
import { membersVariables } from './memberList.ts'

export default {
  title: (t) => t('groupAdmin:members.title'),
  query,
  variables: membersVariables,
  absent: (t, param) => t('group:absent', { id: param('groupID') }),
  component: GroupMembersPage,
  skeleton: <ListPartSkeleton />,
} satisfies PageEntry<GroupMembersPageQuery>
