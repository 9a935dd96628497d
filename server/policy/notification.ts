import type { Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'

/** Notifications are visible to their recipient alone. */
export const visibleNotifications = (reader: Reader): Prisma.NotificationWhereInput => ({
  userId: reader.viewer?.id ?? '',
})

export const sight = { notification: visibleNotifications }
