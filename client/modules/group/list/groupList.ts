/** Filters of the list of groups in its address; names and values are those of the specification. */
import type { GroupListPageQuery } from '../../../__generated__/GroupListPageQuery.graphql.ts'
import { flag, listAddress, oneOf, text } from '../../../relay/list/listAddress.ts'
import { GROUPS } from '../addresses.ts'

export const AUTHS = ['1', '2', '3'] as const
export const ACCESS_OF = { 1: 'PUBLIC', 2: 'APPLICATION', 3: 'CODE' } as const

const MOST = 120

/** Rows of a page to choose from. */
export const SIZES = [9, 15, 30, 60, MOST] as const

export const groupList = listAddress(
  GROUPS,
  { auth: oneOf('auth', AUTHS), keyword: text('keyword', 100), isMine: flag('onlyMine') },
  { size: 15, most: MOST },
)

export type GroupList = ReturnType<typeof groupList.read>

/** Variables of the query; absent keys are left out, so that equal lists have equal variables. */
export function groupListVariables(search: URLSearchParams): GroupListPageQuery['variables'] {
  const list = groupList.read(search)
  const { auth, keyword, isMine } = list
  const filter = {
    ...(auth && { access: ACCESS_OF[auth] }),
    ...(keyword && { keyword }),
    ...(isMine && { isMine }),
  }
  return { filter, ...groupList.rows(list) }
}
