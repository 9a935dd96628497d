/** State of the rank of a training in its address. */
import { listAddress, text } from '../../../relay/list/listAddress.ts'
import type { Place } from '../../group/place.ts'
import { trainingHref } from '../addresses.ts'

export const trainingRank = (place: Place, number: number) =>
  listAddress(
    `${trainingHref(place, number)}/rank`,
    { keyword: text('keyword', 100) },
    { size: 30, sizeKey: null },
  )

export type RankAddress = ReturnType<typeof trainingRank>
export type RankList = ReturnType<RankAddress['read']>

export function trainingRankVariables(number: number, search: URLSearchParams) {
  const address = trainingRank(null, number)
  const list = address.read(search)
  return { number, keyword: list.keyword || null, ...address.rows(list) }
}
