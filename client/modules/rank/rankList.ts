/** State of a rank list in its address. */
import { listAddress, text } from '../../relay/list/listAddress.ts'

export type RankType = 'ACM' | 'OI'

const fields = { keyword: text('searchUser', 100) }
const options = { size: 30 }

export const RANK_LISTS = {
  ACM: listAddress('/acm-rank', fields, options),
  OI: listAddress('/oi-rank', fields, options),
} as const

export type RankList = ReturnType<(typeof RANK_LISTS)['ACM']['read']>

/** Addresses of a list with further parameters. */
export type RankAddress<List extends RankList> = {
  path: string
  href: (list: List, change?: Partial<List>) => string
  isFiltered: (list: List) => boolean
}

export const rankVariables = (type: RankType, search: URLSearchParams) => {
  const address = RANK_LISTS[type]
  const list = address.read(search)
  return { type, keyword: list.keyword || null, ...address.rows(list) }
}
