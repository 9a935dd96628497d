/** State of the list of applications in its address. */
import { listAddress, oneOf, text } from '../../../relay/list/listAddress.ts'
import { APPLICATIONS } from './applications.ts'

export const applicationList = listAddress(
  '/admin/group-problem/apply',
  { keyword: text('keyword', 100), application: oneOf('progress', APPLICATIONS) },
  { size: 10 },
)

export type ApplicationList = ReturnType<typeof applicationList.read>

export function applicationListVariables(search: URLSearchParams) {
  const list = applicationList.read(search)
  return { keyword: list.keyword || null, application: list.application, ...applicationList.rows(list) }
}
