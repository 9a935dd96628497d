import type { Prisma } from '#prisma/generated/client.ts'
import { may, type Viewer } from './viewer.ts'

export const visibleSiteNotices = (viewer: Viewer): Prisma.SiteNoticeWhereInput =>
  may(viewer, 'notice.manage') ? {} : { hidden: false }

export const canConfigureSite = (viewer: Viewer): boolean => may(viewer, 'site.configure')
