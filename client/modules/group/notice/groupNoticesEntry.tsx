import query, { type GroupNoticesPageQuery } from '../../../__generated__/GroupNoticesPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListPartSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { GroupNoticesPage } from './GroupNoticesPage.tsx'
import { noticesVariables } from './noticeList.ts'

export default {
  title: (t) => t('groupAdmin:notices.title'),
  query,
  variables: noticesVariables,
  absent: (t, param) => t('group:absent', { id: param('groupID') }),
  component: GroupNoticesPage,
  skeleton: <ListPartSkeleton />,
} satisfies PageEntry<GroupNoticesPageQuery>
