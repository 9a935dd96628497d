import query, { type GroupSettingQuery } from '../../../__generated__/GroupSettingQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { groupNumber } from '../addresses.ts'
import { GroupSetting, GroupSettingSkeleton } from './GroupSetting.tsx'

export default {
  query,
  variables: (param) => ({ number: groupNumber(param) }),
  absent: (t, param) => t('group:absent', { id: param('groupID') }),
  component: GroupSetting,
  skeleton: <GroupSettingSkeleton />,
} satisfies PageEntry<GroupSettingQuery>
