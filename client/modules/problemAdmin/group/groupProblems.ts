/** State of the administration's list of a group's problems in its address. */
import { listAddress, oneOf, text } from '../../../relay/list/listAddress.ts'
import { managedProblemsHref } from '../../problem/adminAddresses.ts'

/** All visibilities of a group's problems. */
export const SHOWN = ['GROUP', 'HIDDEN', 'CONTEST_ONLY', 'PUBLIC'] as const

export const groupProblems = (group: number) =>
  listAddress(
    managedProblemsHref(group),
    { keyword: text('keyword', 100), visibility: oneOf('visibility', SHOWN) },
    { size: 10 },
  )

export type GroupProblems = ReturnType<ReturnType<typeof groupProblems>['read']>

export function groupProblemsVariables(group: number, search: URLSearchParams) {
  const address = groupProblems(group)
  const list = address.read(search)
  return {
    number: group,
    keyword: list.keyword || null,
    visibility: list.visibility,
    ...address.rows(list),
  }
}
