import { ADMIN_PAGES } from '../generated/adminPages.ts'
import { may, type Permission, type Viewer } from './viewer.ts'

/** Pages of the administration and the permission each needs, collected from the policies. */
const PAGES = { DASHBOARD: 'admin.enter', ...ADMIN_PAGES } as const satisfies Record<string, Permission>

export type AdminPage = keyof typeof PAGES

export const ADMIN_PAGE_NAMES = Object.keys(PAGES) as AdminPage[]

/** Pages of the administration that the viewer may open; empty without access to the administration. */
export const openAdminPages = (asking: { viewer: Viewer }): AdminPage[] =>
  may(asking, 'admin.enter') ? ADMIN_PAGE_NAMES.filter((page) => may(asking, PAGES[page])) : []
