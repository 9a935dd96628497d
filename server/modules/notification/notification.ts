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
import { type Unread, unreadOf } from './unread.ts'

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

/** Columns of the notice that a copy reads its text from. */
export const NOTICE_WORDS = { notice: { select: { title: true, content: true } } } as const

type Worded = Notification & { notice?: { title: string; content: string } | null }

/** Text of a notification in the viewer's language; an administrator's own text is shown as written. */
export function wordingOf(
  ctx: Context,
  { messageKey, parameters, title, content, notice }: Worded,
): { title: string; content: string } {
  if (notice) return { title: notice.title, content: notice.content }
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

/** The viewer's unread numbers by kind. */
export async function countUnread(ctx: Context): Promise<Unread> {
  requireLogin(ctx)
  return unreadOf(ctx.house, ctx.viewer.id)
}

/** Pages that hear of a notice to all read their numbers again within this time (ms). */
const SPREAD_MS = 2000

/** Delay (ms) of an account; equal for all its pages, which then share one read. */
const delayOf = (userId: string): number => (Number.parseInt(userId.slice(-2), 16) || 0) * (SPREAD_MS / 256)

/** The viewer's unread numbers, after every change. */
export function watchUnread(ctx: Context): Stream<Unread> {
  requireLogin(ctx)
  const { id } = ctx.viewer
  return watch(ctx, {
    concern: (event) => {
      if (event.name === 'notification.changed' && event.payload.userId === id) return { key: id, wait: 0 }
      const { name, payload } = event
      const isToAll = name === 'systemNotice.changed' && payload.audience === 'ALL'
      return isToAll && payload.change !== 'CHANGED' ? { key: id, wait: delayOf(id) } : null
    },
    read: async (ctx) => (ctx.viewer ? countUnread(ctx) : null),
  })
}
