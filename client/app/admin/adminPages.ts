/**
 * The register of the administration's pages: menu, guard and breadcrumb follow from it. A new page is
 * - a line here: its name, its address, its icon and its group (a new group is a word of admin.json too);
 * - a line in client/adminRoutes.ts: path, `guard: requireStaff` and entry, as of any page. Its component stands in an
 *   `<AdminPage title={t('admin:page.…')}>`, and its entry says `title: (t) => t('admin:page.…')`;
 * - a line in `adminPages` of its policy: the permission that it needs. The client only hears which pages are open;
 * - its name in admin.json.
 * A page below another one (`/admin/problem/edit/1`) belongs to the entry whose `also` it begins with; useTitle() adds
 * its own crumb.
 */
import type { Catalogues } from '../../../locales/i18n.ts'
import { leadsSomewhere } from '../../relay/warm.ts'
import type { IconName } from '../../ui/controls/Icon.tsx'
import { isCurrent } from '../bar/navigation.ts'

type Words = Catalogues['admin']

export type AdminEntry = {
  page: keyof Words['page']
  href: string
  icon: IconName
  group: keyof Words['group']
  /** Other addresses that belong to the entry. */
  also?: readonly string[]
}

/** Below the list of problems. */
const MANAGING = ['/admin/problem/create', '/admin/problem/edit', '/admin/problem/tests']

const ADMIN_PAGES: readonly AdminEntry[] = [
  { page: 'DASHBOARD', href: '/admin/dashboard', icon: 'chart', group: 'overview' },
  { page: 'PROBLEMS', href: '/admin/problems', icon: 'list', group: 'problems', also: MANAGING },
  { page: 'TAGS', href: '/admin/problem/tag', icon: 'tag', group: 'problems' },
  { page: 'PACKAGES', href: '/admin/problem/batch-operation', icon: 'layers', group: 'problems' },
  { page: 'CONTESTS', href: '/admin/contest', icon: 'trophy', group: 'contests' },
  { page: 'USERS', href: '/admin/user', icon: 'users', group: 'people' },
  { page: 'SITE_NOTICES', href: '/admin/announcement', icon: 'megaphone', group: 'site' },
  { page: 'CONFIGURATION', href: '/admin/conf', icon: 'globe', group: 'site' },
  { page: 'LANGUAGES', href: '/admin/language', icon: 'braces', group: 'site' },
  { page: 'MAIL', href: '/admin/mail', icon: 'share', group: 'site' },
  { page: 'SWITCHES', href: '/admin/switch', icon: 'bolt', group: 'site' },
  { page: 'AUDIT', href: '/admin/audit', icon: 'eye', group: 'site' },
]

/** The entry that an address belongs to: the one whose own address it is, before those that stand above it. */
export const adminEntryAt = (path: string): AdminEntry | undefined =>
  ADMIN_PAGES.find(({ href }) => href === path) ?? ADMIN_PAGES.find((entry) => isCurrent(entry, path))

/** What the menu offers to somebody to whom these pages are open; a page is offered once it exists. */
export const openEntries = (open: readonly string[]): AdminEntry[] =>
  ADMIN_PAGES.filter(({ page, href }) => open.includes(page) && leadsSomewhere(href))
