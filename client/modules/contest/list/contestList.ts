/** Filters of the contest list in its address; names and numbers are those of the specification. */
import type { ContestListPageQuery } from '../../../__generated__/ContestListPageQuery.graphql.ts'
import { globalId } from '../../../relay/globalId.ts'
import { listAddress, oneOf, text } from '../../../relay/list/listAddress.ts'
import { type Place, placeHref } from '../../group/place.ts'

export const STATUS_KEYS = ['-1', '0', '1'] as const
export const STATUS_OF = { '-1': 'SCHEDULED', '0': 'RUNNING', '1': 'ENDED' } as const
export const TYPES = ['ACM', 'OI'] as const

/** The list of a place. */
export const contestList = (place: Place) =>
  listAddress(
    `${placeHref(place)}/contest`,
    {
      status: oneOf('status', STATUS_KEYS),
      type: oneOf('type', TYPES, 'index'),
      keyword: text('keyword', 100),
    },
    { size: 10 },
  )

export type ContestAddress = ReturnType<typeof contestList>
export type ContestList = ReturnType<ContestAddress['read']>

/** Variables of the query; absent keys are left out, so that equal lists have equal variables. */
export function contestListVariables(
  place: Place,
  search: URLSearchParams,
): ContestListPageQuery['variables'] {
  const address = contestList(place)
  const list = address.read(search)
  const filter = {
    ...(list.status && { status: STATUS_OF[list.status] }),
    ...(list.type && { type: list.type }),
    ...(list.keyword && { keyword: list.keyword }),
    ...(place !== null && { groupId: globalId('Group', place) }),
  }
  return { filter, group: place ?? 0, isInGroup: place !== null, ...address.rows(list) }
}
