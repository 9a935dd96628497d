/** State of the rank of a group in its address. */
import { listAddress, type Parameter, text } from '../../relay/list/listAddress.ts'
import { groupHref } from '../group/addresses.ts'
import type { RankType } from './rankList.ts'

/** The numbers of the reference system: 0 is ACM, 1 is OI. */
const type: Parameter<RankType> = {
  key: 'type',
  read: (search) => (search.get('type') === '1' ? 'OI' : 'ACM'),
  write: (value) => (value === 'OI' ? '1' : ''),
}

export const groupRank = (number: number) => {
  const address = listAddress(
    groupHref(number, 'rank'),
    { type, keyword: text('searchUser', 100) },
    { size: 30 },
  )
  return {
    ...address,
    isFiltered: ({ keyword }: { keyword: string }) => keyword !== '',
  }
}

export type GroupRankList = ReturnType<ReturnType<typeof groupRank>['read']>

export function groupRankVariables(number: number, search: URLSearchParams) {
  const address = groupRank(number)
  const list = address.read(search)
  return { number, type: list.type, keyword: list.keyword || null, ...address.rows(list) }
}
