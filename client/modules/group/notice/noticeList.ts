/** Address of the announcements of a group in their administration. */
import type { GroupNoticesPageQuery } from '../../../__generated__/GroupNoticesPageQuery.graphql.ts'
import { listAddress } from '../../../relay/list/listAddress.ts'
import { groupHref, groupNumber } from '../addresses.ts'

export const noticeList = (number: number) => listAddress(groupHref(number, 'announcement'), {}, { size: 10 })

export type NoticeList = ReturnType<ReturnType<typeof noticeList>['read']>

export function noticesVariables(
  param: (name: string) => string,
  search: URLSearchParams,
): GroupNoticesPageQuery['variables'] {
  const number = groupNumber(param)
  const address = noticeList(number)
  return { number, ...address.rows(address.read(search)) }
}
