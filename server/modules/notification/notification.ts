import type { Catalogues } from '#locales/i18n.ts'
import type { NotificationKind } from '#prisma/generated/enums.ts'
import { type Context, requireLogin } from '../../context.ts'
import { emit, transact } from '../../events.ts'
import { type Stream, watch } from '../../watch.ts'

/** What the site has to tell one person; the words stand in the catalogue, in the reader's language. */
export type NewNotification = {
  userId: string
  kind: NotificationKind
  message: keyof Catalogues['notification']
  parameters?: Record<string, string | number>
  /** When it happened, ISO 8601. The same thing at the same moment is told once, however often it is queued. */
  at: string
}

/** Tells one person something; they hear of it at once. */
export async function notify(
  ctx: Context,
  { userId, kind, message, parameters = {}, at }: NewNotification,
): Promise<void> {
  const createdAt = new Date(at)
  await transact(ctx, async (ctx) => {
    const told = await ctx.db.notification.count({ where: { userId, messageKey: message, createdAt } })
    if (told > 0) return
    await ctx.db.notification.create({ data: { userId, kind, messageKey: message, parameters, createdAt } })
    await emit(ctx, 'notification.changed', { userId })
  })
}

export type Unread = {
  comment: number
  reply: number
  like: number
  sys: number
  mine: number
  total: number
}

const FIELDS = { COMMENT: 'comment', REPLY: 'reply', LIKE: 'like', SYS: 'sys', MINE: 'mine' } as const

/** How much the viewer has not read yet, by kind. */
export async function countUnread(ctx: Context): Promise<Unread> {
  requireLogin(ctx)
  const groups = await ctx.db.notification.groupBy({
    by: ['kind'],
    where: { userId: ctx.viewer.id, readAt: null },
    _count: true,
  })
  const unread: Unread = { comment: 0, reply: 0, like: 0, sys: 0, mine: 0, total: 0 }
  for (const { kind, _count } of groups) {
    unread[FIELDS[kind]] = _count
    unread.total += _count
  }
  return unread
}

/** How much the viewer has not read, after every change of it. */
export function watchUnread(ctx: Context): Stream<Unread> {
  requireLogin(ctx)
  const { id } = ctx.viewer
  return watch(ctx, {
    concern: (event) =>
      event.name === 'notification.changed' && event.payload.userId === id ? { key: id, wait: 0 } : null,
    read: async (ctx) => (ctx.viewer ? countUnread(ctx) : null),
  })
}
