/** Filters of a list of posts in its address; names are those of the specification. */
import type { DiscussionListPageQuery } from '../../../__generated__/DiscussionListPageQuery.graphql.ts'
import { globalId } from '../../../relay/globalId.ts'
import { flag, listAddress, rowNumber, text } from '../../../relay/list/listAddress.ts'
import { discussionsHref } from '../addresses.ts'

/** The list of the site, or of a problem. */
export const discussionList = (problem: string | null) =>
  listAddress(
    discussionsHref(problem),
    { category: rowNumber('cid'), isOwn: flag('onlyMine'), keyword: text('keyword', 100) },
    { size: 10 },
  )

export type DiscussionAddress = ReturnType<typeof discussionList>
export type DiscussionList = ReturnType<DiscussionAddress['read']>

/** Filter of the query; absent keys are left out, so that equal lists have equal variables. */
const filterOf = (problem: string | null, { category, isOwn, keyword }: DiscussionList) => ({
  ...(category !== null && { categoryId: globalId('DiscussionCategory', category) }),
  ...(problem !== null && { problem }),
  ...(isOwn && { isOwn }),
  ...(keyword && { keyword }),
})

export function discussionListVariables(
  problem: string | null,
  search: URLSearchParams,
): DiscussionListPageQuery['variables'] {
  const address = discussionList(problem)
  const list = address.read(search)
  return {
    filter: filterOf(problem, list),
    displayId: problem ?? '',
    hasProblem: problem !== null,
    ...address.rows(list),
  }
}
