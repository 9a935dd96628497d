import query, { type GroupHomeQuery } from '../../../__generated__/GroupHomeQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { groupNumber } from '../addresses.ts'
import { GroupHome, GroupHomeSkeleton } from './GroupHome.tsx'
import { homeNotices } from './homeNotices.ts'

export default {
  query,
  variables: (param, search) => {
    const number = groupNumber(param)
    const address = homeNotices(number)
    return { number, ...address.rows(address.read(search)) }
  },
  absent: (t, param) => t('group:absent', { id: param('groupID') }),
  component: GroupHome,
  skeleton: <GroupHomeSkeleton />,
} satisfies PageEntry<GroupHomeQuery>
