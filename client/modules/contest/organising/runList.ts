/** The addresses of what the organisers of a contest carry to its people: balloons and printed texts. */
import { listAddress } from '../../../relay/listAddress.ts'

export const runList = (contest: string) => listAddress(`/contest/${contest}/ac-info`, {}, { size: 20 })

export const printList = (contest: string) => listAddress(`/contest/${contest}/admin-print`, {}, { size: 15 })

/** What a page of such a list asks for. */
export const pageVariables = (address: typeof runList, contest: string, search: URLSearchParams) => {
  const list = address(contest)
  return { number: Number(contest) || 0, ...list.rows(list.read(search)) }
}
