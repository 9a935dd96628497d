import { EVENT_CHANNEL } from '#judge/protocol.ts'
import type { Catalogues } from '#locales/i18n.ts'
import { createTranslator } from '#locales/translator.ts'
import type { Notification, Prisma } from '#prisma/generated/client.ts'
import type { NotificationKind } from '#prisma/generated/enums.ts'
import { type Context, readerOf, requireLogin } from '../../context.ts'
import { emit, transact } from '../../events.ts'
import { visibleNotifications } from '../../policy/notification.ts'
import type { NewNotification } from '../../queue.ts'
import { type Stream, watch } from '../../watch.ts'

/** Sends a notification to one user, with immediate delivery. */
export const notify = (ctx: Context, { userId, ...told }: NewNotification): Promise<void> =>
  notifyMany(ctx, [userId], told)

/** Sends the same notification to many users in one statement; users who already have it are skipped. */
export async function notifyMany(
  ctx: Context,
  userIds: readonly string[],
  told: Omit<NewNotification, 'userId'>,
): Promise<void> {
  const { kind, message, parameters = {}, subject = null, link = null, at } = told
  const key = told.dedupeKey ?? `${message} ${at}`
  await ctx.db.$queryRaw`
    with told as (
      insert into "Notification"
        ("userId", "kind", "messageKey", "parameters", "subject", "link", "dedupeKey", "createdAt")
      select u."id", ${kind}::"NotificationKind", ${message}, ${JSON.stringify(parameters)}::jsonb, ${subject}, ${link},
        ${key}, ${new Date(at)}::timestamptz
      from "User" u where u."id" = any(${userIds}::text[])
      on conflict ("userId", "dedupeKey") do nothing
      returning "userId"
    )
    select count(pg_notify(${EVENT_CHANNEL},
      json_build_object('name', 'notification.changed', 'payload', json_build_object('userId', "userId"))::text))::int
    from told`
}

/** The viewer's notifications, newest first. */
export const notificationListing = (ctx: Context, kind?: NotificationKind | null) =>
  ({
    where: { AND: [visibleNotifications(readerOf(ctx)), kind ? { kind } : {}] },
    orderBy: { id: 'desc' },
  }) satisfies Prisma.NotificationFindManyArgs

/** Text of a notification in the viewer's language; an administrator's own text is shown as written. */
export function wordingOf(
  ctx: Context,
  { messageKey, parameters, title, content }: Notification,
): { title: string; content: string } {
  if (messageKey === null) return { title: title ?? '', content: content ?? '' }
  const t = createTranslator(ctx.locale)
  const given = parameters as Record<string, string | number>
  const key = messageKey as keyof Catalogues['notification']
  return { title: t(`notification:${key}.title`, given), content: t(`notification:${key}.content`, given) }
}

/** Marks notifications of the viewer as read: all, those of one kind, or some. */
export async function markRead(
  ctx: Context,
  which: { kind?: NotificationKind | null; ids?: readonly number[] | null },
): Promise<void> {
  requireLogin(ctx)
  const { id: userId } = ctx.viewer
  const { kind, ids } = which
  await transact(ctx, async (ctx) => {
    const { count } = await ctx.db.notification.updateMany({
      where: { userId, readAt: null, ...(kind ? { kind } : {}), ...(ids ? { id: { in: [...ids] } } : {}) },
      data: { readAt: ctx.now },
    })
    if (count > 0) await emit(ctx, 'notification.changed', { userId })
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

/** The viewer's unread numbers by kind. */
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

/** The viewer's unread numbers, after every change. */
export function watchUnread(ctx: Context): Stream<Unread> {
  requireLogin(ctx)
  const { id } = ctx.viewer
  return watch(ctx, {
    concern: (event) =>
      event.name === 'notification.changed' && event.payload.userId === id ? { key: id, wait: 0 } : null,
    read: async (ctx) => (ctx.viewer ? countUnread(ctx) : null),
  })
}
