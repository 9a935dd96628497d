/** Filters of a list of posts in its address; names are those of the specification. */
import type { DiscussionListPageQuery } from '../../../__generated__/DiscussionListPageQuery.graphql.ts'
import { globalId } from '../../../relay/globalId.ts'
import { flag, listAddress, rowNumber, text } from '../../../relay/list/listAddress.ts'
import type { Place } from '../../group/place.ts'
import { discussionsHref } from '../addresses.ts'

/** The list of a place, or of a problem there. */
export const discussionList = (place: Place, problem: string | null) =>
  listAddress(
    discussionsHref(place, problem),
    { category: rowNumber('cid'), isOwn: flag('onlyMine'), keyword: text('keyword', 100) },
    { size: 10 },
  )

export type DiscussionAddress = ReturnType<typeof discussionList>
export type DiscussionList = ReturnType<DiscussionAddress['read']>

/** Filter of the query; absent keys are left out, so that equal lists have equal variables. */
const filterOf = (place: Place, problem: string | null, { category, isOwn, keyword }: DiscussionList) => ({
  ...(category !== null && { categoryId: globalId('DiscussionCategory', category) }),
  ...(place !== null && { groupId: globalId('Group', place) }),
  ...(problem !== null && { problem }),
  ...(isOwn && { isOwn }),
  ...(keyword && { keyword }),
})

export function discussionListVariables(
  place: Place,
  problem: string | null,
  search: URLSearchParams,
): DiscussionListPageQuery['variables'] {
  const address = discussionList(place, problem)
  const list = address.read(search)
  return {
    filter: filterOf(place, problem, list),
    group: place ?? 0,
    isInGroup: place !== null,
    displayId: problem ?? '',
    hasProblem: problem !== null,
    ...address.rows(list),
  }
}
