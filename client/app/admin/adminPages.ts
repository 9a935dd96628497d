/**
 * The list of the administration's pages; menu, guard and breadcrumb are derived from it. A new page needs
 * - a line here: name, address, icon and group (a new group also needs a word in admin.json);
 * - a line in client/adminRoutes.ts: path, `guard: requireStaff` and entry. Its component renders
 *   `<AdminPage title={t('admin:page.…')}>`, and its entry has `title: (t) => t('admin:page.…')`;
 * - a line in `adminPages` of its policy with the permission that it needs; the server sends the open pages only;
 * - its name in admin.json.
 * A page below another one (`/admin/problem/edit/1`) belongs to the entry with that prefix in `also`; useTitle() adds
 * its crumb.
 */
import type { Catalogues } from '../../../locales/i18n.ts'
import { leadsSomewhere } from '../../relay/preload.ts'
import type { IconName } from '../../ui/controls/Icon.tsx'
import { isCurrent } from '../bar/navigation.ts'

type Words = Catalogues['admin']

export type AdminEntry = {
  page: keyof Words['page']
  href: string
  icon: IconName
  group: keyof Words['group']
  /** Further address prefixes of the entry. */
  also?: readonly string[]
}

/** Addresses below the list of problems. */
const MANAGING = ['/admin/problem/create', '/admin/problem/edit', '/admin/problem/tests']

const ADMIN_PAGES: readonly AdminEntry[] = [
  { page: 'DASHBOARD', href: '/admin/dashboard', icon: 'chart', group: 'overview' },
  { page: 'PROBLEMS', href: '/admin/problems', icon: 'list', group: 'problems', also: MANAGING },
  { page: 'TAGS', href: '/admin/problem/tag', icon: 'tag', group: 'problems' },
  { page: 'PROBLEM_APPLICATIONS', href: '/admin/group-problem/apply', icon: 'users', group: 'problems' },
  { page: 'BANKS', href: '/admin/bank', icon: 'globe', group: 'problems' },
  { page: 'PACKAGES', href: '/admin/problem/batch-operation', icon: 'layers', group: 'problems' },
  { page: 'TRAININGS', href: '/admin/training', icon: 'book', group: 'trainings' },
  { page: 'TRAINING_CATEGORIES', href: '/admin/training/category', icon: 'tag', group: 'trainings' },
  { page: 'CONTESTS', href: '/admin/contest', icon: 'trophy', group: 'contests' },
  { page: 'DISCUSSIONS', href: '/admin/discussion', icon: 'chat', group: 'people' },
  { page: 'USERS', href: '/admin/user', icon: 'users', group: 'people' },
  { page: 'SHOP_ITEMS', href: '/admin/shopitem', icon: 'tag', group: 'shop' },
  { page: 'POINTS', href: '/admin/shopscore', icon: 'points', group: 'shop' },
  { page: 'SHOP_ORDERS', href: '/admin/shophistory', icon: 'parcel', group: 'shop' },
  { page: 'SITE_NOTICES', href: '/admin/announcement', icon: 'megaphone', group: 'site' },
  { page: 'SYSTEM_NOTICES', href: '/admin/notice', icon: 'bell', group: 'site' },
  { page: 'CONFIGURATION', href: '/admin/conf', icon: 'globe', group: 'site' },
  { page: 'LANGUAGES', href: '/admin/language', icon: 'braces', group: 'site' },
  { page: 'MAIL', href: '/admin/mail', icon: 'share', group: 'site' },
  { page: 'SWITCHES', href: '/admin/switch', icon: 'bolt', group: 'site' },
  { page: 'AUDIT', href: '/admin/audit', icon: 'eye', group: 'site' },
]

/** The entry of an address: an exact match first, then a match by prefix. */
export const adminEntryAt = (path: string): AdminEntry | undefined =>
  ADMIN_PAGES.find(({ href }) => href === path) ?? ADMIN_PAGES.find((entry) => isCurrent(entry, path))

/** The menu entries among the open pages, without those that have no route yet. */
export const openEntries = (open: readonly string[]): AdminEntry[] =>
  ADMIN_PAGES.filter(({ page, href }) => open.includes(page) && leadsSomewhere(href))
