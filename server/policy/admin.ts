import { ADMIN_PAGES } from '../generated/adminPages.ts'
import { may, type Permission, type Viewer } from './viewer.ts'

/** The pages of the administration, and the permission that each needs, as the policies export them. */
const PAGES = { DASHBOARD: 'admin.enter', ...ADMIN_PAGES } as const satisfies Record<string, Permission>

export type AdminPage = keyof typeof PAGES

export const ADMIN_PAGE_NAMES = Object.keys(PAGES) as AdminPage[]

/** The pages of the administration that are open to somebody; none to those who may not enter it. */
export const openAdminPages = (asking: { viewer: Viewer }): AdminPage[] =>
  may(asking, 'admin.enter') ? ADMIN_PAGE_NAMES.filter((page) => may(asking, PAGES[page])) : []
