import type { Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

export const visibleSiteNotices = (reader: Reader): Prisma.SiteNoticeWhereInput =>
  may(reader, 'notice.manage') ? {} : { hidden: false }

export const canConfigureSite = (reader: Reader): boolean => may(reader, 'site.configure')

export const sight = { siteNotice: visibleSiteNotices }
