import type { Prisma } from '#prisma/generated/client.ts'
import type { NoticeAudience } from '#prisma/generated/enums.ts'
import type { Reader } from './reader.ts'
import { may, rolesWith } from './viewer.ts'

/** Notifications are visible to their recipient alone. */
export const visibleNotifications = (reader: Reader): Prisma.NotificationWhereInput => ({
  userId: reader.viewer?.id ?? '',
})

/** Notices are visible to their administrators; recipients read copies, their own notifications (area-rules M6). */
export const visibleSystemNotices = (reader: Reader): Prisma.SystemNoticeWhereInput =>
  may(reader, 'systemNotice.manage') ? {} : { id: { in: [] } }

/** Roles that a notice reaches; null: all. A SINGLE notice reaches its recipient. */
export const rolesOf = (audience: NoticeAudience) => (audience === 'STAFF' ? rolesWith('admin.enter') : null)

export const sight = { notification: visibleNotifications, systemNotice: visibleSystemNotices }

/** Audited actions, by noun. */
export const acts = {
  SystemNotice: ['systemNotice.created', 'systemNotice.changed', 'systemNotice.removed'],
} as const

/** Pages of the administration and the permission each needs. */
export const adminPages = { SYSTEM_NOTICES: 'systemNotice.manage' } as const
