/** State of the administration of posts in its address. */
import type { GroupPostsPageQuery } from '../../../__generated__/GroupPostsPageQuery.graphql.ts'
import type { ManagedPostsPageQuery } from '../../../__generated__/ManagedPostsPageQuery.graphql.ts'
import { globalId } from '../../../relay/globalId.ts'
import { listAddress, oneOf, type Parameter, text } from '../../../relay/list/listAddress.ts'
import type { Place } from '../../group/place.ts'
import { managedPostsHref } from '../addresses.ts'

/** Besides the posts, which need no word in the address. */
export const TABS = ['reports', 'categories'] as const
export const STATES = ['SHOWN', 'DISABLED', 'PINNED'] as const
export const AREAS = ['SITE', 'GROUPS'] as const
export const CHECKS = ['OPEN', 'CHECKED'] as const

const category: Parameter<number | null> = {
  key: 'cid',
  read(search) {
    const number = Number(search.get('cid'))
    return Number.isSafeInteger(number) && number > 0 && number < 2 ** 31 ? number : null
  },
  write: (value) => (value === null ? '' : String(value)),
}

/** The administration of all posts, or of those of a group. */
export const managedPosts = (place: Place) =>
  listAddress(
    place === null ? '/admin/discussion' : managedPostsHref(place),
    {
      tab: oneOf('tab', TABS),
      keyword: text('keyword', 100),
      category,
      state: oneOf('state', STATES),
      area: oneOf('area', AREAS),
      check: oneOf('check', CHECKS),
    },
    { size: place === null ? 15 : 10 },
  )

export type ManagedPostsAddress = ReturnType<typeof managedPosts>
export type ManagedPosts = ReturnType<ManagedPostsAddress['read']>

/** Filter of the list of posts; absent keys are left out, so that equal lists have equal variables. */
const filterOf = (place: Place, { keyword, category, state, area }: ManagedPosts) => ({
  ...(place === null ? { isEverywhere: true } : { isManaged: true, groupId: globalId('Group', place) }),
  ...(keyword && { keyword }),
  ...(category !== null && { categoryId: globalId('DiscussionCategory', category) }),
  ...(area && place === null && { area }),
  ...(state === 'PINNED' && { isPinned: true }),
  ...(state === 'SHOWN' && { isDisabled: false }),
  ...(state === 'DISABLED' && { isDisabled: true }),
})

export function managedPostsVariables(search: URLSearchParams): ManagedPostsPageQuery['variables'] {
  const address = managedPosts(null)
  const list = address.read(search)
  const { tab, check } = list
  return {
    withPosts: tab === null,
    withReports: tab === 'reports',
    filter: filterOf(null, list),
    isChecked: check === null ? null : check === 'CHECKED',
    ...address.rows(list),
  }
}

export function groupPostsVariables(
  number: number,
  search: URLSearchParams,
): GroupPostsPageQuery['variables'] {
  const address = managedPosts(number)
  const list = address.read(search)
  return { number, filter: filterOf(number, list), ...address.rows(list) }
}
