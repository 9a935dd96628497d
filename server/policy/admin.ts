import { may, type Permission, type Viewer } from './viewer.ts'

/** The pages of the administration, and the permission that each needs. */
const ADMIN_PAGES = {
  DASHBOARD: 'admin.enter',
  PROBLEMS: 'problem.manage',
  TAGS: 'problem.manageAny',
  PACKAGES: 'problem.manage',
  CONTESTS: 'contest.manage',
  USERS: 'user.manage',
  SITE_NOTICES: 'notice.manage',
  CONFIGURATION: 'site.configure',
  LANGUAGES: 'site.configure',
  MAIL: 'site.configure',
  SWITCHES: 'site.configure',
  AUDIT: 'audit.read',
} as const satisfies Record<string, Permission>

export type AdminPage = keyof typeof ADMIN_PAGES

export const ADMIN_PAGE_NAMES = Object.keys(ADMIN_PAGES) as AdminPage[]

/** The pages of the administration that are open to somebody; none to those who may not enter it. */
export const openAdminPages = (asking: { viewer: Viewer }): AdminPage[] =>
  may(asking, 'admin.enter') ? ADMIN_PAGE_NAMES.filter((page) => may(asking, ADMIN_PAGES[page])) : []
