import type { Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

export const visibleSiteNotices = (reader: Reader): Prisma.SiteNoticeWhereInput =>
  may(reader, 'notice.manage') ? {} : { hidden: false }

export const canConfigureSite = (reader: Reader): boolean => may(reader, 'site.configure')

export const sight = { siteNotice: visibleSiteNotices }

/** Audited actions, by noun. */
export const acts = {
  SiteNotice: ['siteNotice.created', 'siteNotice.changed', 'siteNotice.removed'],
  CarouselSlide: ['carouselSlide.created', 'carouselSlide.changed', 'carouselSlide.removed'],
  Language: ['language.changed'],
  Settings: ['settings.changed', 'settings.mailTried'],
} as const

/** Pages of the administration and the permission each needs. */
export const adminPages = {
  SITE_NOTICES: 'notice.manage',
  CONFIGURATION: 'site.configure',
  LANGUAGES: 'site.configure',
  MAIL: 'site.configure',
  SWITCHES: 'site.configure',
} as const
