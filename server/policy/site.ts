import type { Prisma } from '#prisma/generated/client.ts'
import { may, type Viewer } from './viewer.ts'

export const visibleAnnouncements = (viewer: Viewer): Prisma.AnnouncementWhereInput =>
  may(viewer, 'announcement.manage') ? {} : { hidden: false }

export const canConfigureSite = (viewer: Viewer): boolean => may(viewer, 'site.configure')
