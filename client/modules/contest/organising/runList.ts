/** The addresses of what the organisers of a contest carry to its people: balloons and printed texts. */
import { listAddress, text } from '../../../relay/list/listAddress.ts'

export const runList = (contest: string) =>
  listAddress(`/contest/${contest}/ac-info`, { problem: text('problem', 50) }, { size: 20 })

export const printList = (contest: string) => listAddress(`/contest/${contest}/admin-print`, {}, { size: 15 })

/** What the page of balloons asks for. */
export const runVariables = (contest: string, search: URLSearchParams) => {
  const address = runList(contest)
  const list = address.read(search)
  return { number: Number(contest) || 0, label: list.problem || null, ...address.rows(list) }
}

/** What the page of prints asks for. */
export const printVariables = (contest: string, search: URLSearchParams) => {
  const address = printList(contest)
  return { number: Number(contest) || 0, ...address.rows(address.read(search)) }
}
