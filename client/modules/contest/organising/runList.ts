/** Addresses of the lists of balloons and prints. */
import { listAddress, text } from '../../../relay/list/listAddress.ts'

export const runList = (contest: string) =>
  listAddress(`/contest/${contest}/ac-info`, { problem: text('problem', 50) }, { size: 20 })

export const printList = (contest: string) => listAddress(`/contest/${contest}/admin-print`, {}, { size: 15 })

/** Query variables of the balloon list. */
export const runVariables = (contest: string, search: URLSearchParams) => {
  const address = runList(contest)
  const list = address.read(search)
  return { number: Number(contest) || 0, label: list.problem || null, ...address.rows(list) }
}

/** Query variables of the print list. */
export const printVariables = (contest: string, search: URLSearchParams) => {
  const address = printList(contest)
  return { number: Number(contest) || 0, ...address.rows(address.read(search)) }
}
