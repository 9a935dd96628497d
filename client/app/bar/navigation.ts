/** Entries of the navigation; an entry is shown once its page exists. */
import type { IconName } from '../../ui/controls/Icon.tsx'

type NavKey = 'home' | 'problem' | 'training' | 'learn' | 'contest' | 'status' | 'acmRank' | 'oiRank'
type MoreKey = 'discussion' | 'group' | 'shop' | 'introduction' | 'developer'

export type NavEntry = {
  key: NavKey | MoreKey
  href: string
  icon: IconName
  /** Further address prefixes of the entry. */
  also?: readonly string[]
  guests?: boolean
  needs?: 'publicDiscussion'
}

export const NAVIGATION: readonly NavEntry[] = [
  { key: 'home', href: '/home', icon: 'home' },
  { key: 'problem', href: '/problem', icon: 'list' },
  { key: 'training', href: '/training', icon: 'book' },
  { key: 'learn', href: '/learn', icon: 'file' },
  { key: 'contest', href: '/contest', icon: 'trophy' },
  { key: 'status', href: '/status', icon: 'chart', also: ['/submission-detail'] },
  { key: 'acmRank', href: '/acm-rank', icon: 'star' },
  { key: 'oiRank', href: '/oi-rank', icon: 'star' },
  {
    key: 'discussion',
    href: '/discussion',
    icon: 'chat',
    also: ['/discussion-detail'],
    needs: 'publicDiscussion',
  },
  { key: 'group', href: '/group', icon: 'users' },
  { key: 'shop', href: '/shop', icon: 'tag', guests: false },
]

/** Shown under About in the drawer, and in the footer. */
export const ABOUT: readonly NavEntry[] = [
  { key: 'introduction', href: '/introduction', icon: 'info' },
  { key: 'developer', href: '/developer', icon: 'code' },
]

export const isCurrent = ({ href, also = [] }: Pick<NavEntry, 'href' | 'also'>, path: string) =>
  [href, ...also].some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
