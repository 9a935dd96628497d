/** State of the administration of posts in its address. */
import type { ManagedPostsPageQuery } from '../../../__generated__/ManagedPostsPageQuery.graphql.ts'
import { globalId } from '../../../relay/globalId.ts'
import { listAddress, oneOf, type Parameter, text } from '../../../relay/list/listAddress.ts'

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

export const managedPosts = listAddress(
  '/admin/discussion',
  {
    tab: oneOf('tab', TABS),
    keyword: text('keyword', 100),
    category,
    state: oneOf('state', STATES),
    area: oneOf('area', AREAS),
    check: oneOf('check', CHECKS),
  },
  { size: 15 },
)

export type ManagedPosts = ReturnType<typeof managedPosts.read>

/** Filter of the list of posts; absent keys are left out, so that equal lists have equal variables. */
const filterOf = ({ keyword, category, state, area }: ManagedPosts) => ({
  isEverywhere: true,
  ...(keyword && { keyword }),
  ...(category !== null && { categoryId: globalId('DiscussionCategory', category) }),
  ...(area && { area }),
  ...(state === 'PINNED' && { isPinned: true }),
  ...(state === 'SHOWN' && { isDisabled: false }),
  ...(state === 'DISABLED' && { isDisabled: true }),
})

export function managedPostsVariables(search: URLSearchParams): ManagedPostsPageQuery['variables'] {
  const list = managedPosts.read(search)
  const { tab, check } = list
  return {
    withPosts: tab === null,
    withReports: tab === 'reports',
    filter: filterOf(list),
    isChecked: check === null ? null : check === 'CHECKED',
    ...managedPosts.rows(list),
  }
}
