import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { Prisma } from '#prisma/generated/client.ts'
import type { NotificationKind } from '#prisma/generated/enums.ts'
import { type Context, readerOf, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { type Events, emit, NOTICE_TOPIC, notificationTopic, transact } from '../../events.ts'
import { visibleNotifications } from '../../policy/notification.ts'
import type { NewNotification, ToldNotification } from '../../queue.ts'
import { ALL_ROWS, type ChangedRow, changedRow, type Stream, watch, watchRows } from '../../watch.ts'
import { cut } from './cut.ts'
import { type Unread, unreadOf } from './unread.ts'

/** Characters of new words, and of quoted ones (area-rules M7). */
const MOST_WORDS = 200
const MOST_QUOTED = 100

/** Sends a notification to one user, with immediate delivery. */
export const notify = (ctx: Context, { userId, ...told }: NewNotification): Promise<void> =>
  notifyMany(ctx, [userId], told)

/**
 * Sends the same notification to many users in one statement. Users who have it already, and who had it and removed
 * it, are skipped (area-rules M2).
 */
export async function notifyMany(
  ctx: Context,
  userIds: readonly string[],
  told: ToldNotification,
): Promise<void> {
  const { kind, parameters = {}, subject = null, link = null, at, act } = told
  const message = told.message ?? null
  const key = told.dedupeKey ?? `${message} ${at}`
  const words = act?.words === undefined ? null : cut(act.words, MOST_WORDS)
  const quote = act?.quote === undefined ? null : cut(act.quote, MOST_QUOTED)
  await ctx.db.$queryRaw`
    with told as (
      insert into "Notification" ("userId", "kind", "messageKey", "parameters", "subject", "link", "senderId", "action",
        "words", "quote", "quoted", "sourceTitle", "dedupeKey", "createdAt")
      select u."id", ${kind}::"NotificationKind", ${message}, ${JSON.stringify(parameters)}::jsonb, ${subject}, ${link},
        ${act?.senderId ?? null}, ${act?.action ?? null}::"NotificationAction", ${words}, ${quote},
        ${act?.quoted ?? null}, ${act?.sourceTitle ?? null}, ${key}, ${new Date(at)}::timestamptz
      from "User" u where u."id" = any(${userIds}::text[]) and not exists (
        select from "RemovedNotification" r where r."userId" = u."id" and r."dedupeKey" = ${key})
      on conflict ("userId", "dedupeKey") do nothing
      returning "id", "userId", "kind"
    )
    select count(${changedSql('CREATED')})::int from told`
}

type Row = NonNullable<Events['notification.changed']['row']>

/** SQL that announces each row of `told`. */
const changedSql = (change: Row['change']) => Prisma.sql`
  pg_notify(${EVENT_CHANNEL}, json_build_object('name', 'notification.changed', 'payload', json_build_object(
    'userId', "userId", 'row', json_build_object('id', "id", 'kind', "kind", 'change', ${change}::text)))::text)`

/** Changed rows above this number are announced as one change of all. */
const MOST_TOLD = 20

async function tellChanged(
  ctx: Context,
  userId: string,
  change: Row['change'],
  rows: readonly Omit<Row, 'change'>[],
): Promise<void> {
  if (rows.length > MOST_TOLD) return emit(ctx, 'notification.changed', { userId })
  for (const row of rows) await emit(ctx, 'notification.changed', { userId, row: { ...row, change } })
}

/** The viewer's notifications, newest first (area-rules M8). */
export const notificationListing = (ctx: Context, kind?: NotificationKind | null) =>
  ({
    where: { AND: [visibleNotifications(readerOf(ctx)), kind ? { kind } : {}] },
    orderBy: { id: 'desc' },
  }) satisfies Prisma.NotificationFindManyArgs

/** Marks notifications of the viewer as read: all, those of one kind, or some. */
export async function markRead(
  ctx: Context,
  which: { kind?: NotificationKind | null; ids?: readonly number[] | null },
): Promise<void> {
  requireLogin(ctx)
  const { id: userId } = ctx.viewer
  const { kind, ids } = which
  await transact(ctx, async (ctx) => {
    const rows = await ctx.db.notification.updateManyAndReturn({
      where: { userId, readAt: null, ...(kind ? { kind } : {}), ...(ids ? { id: { in: [...ids] } } : {}) },
      data: { readAt: ctx.now },
      select: { id: true, kind: true },
    })
    await tellChanged(ctx, userId, 'CHANGED', rows)
  })
}

/**
 * Removes the viewer's notifications of one kind, or one of them; one of another kind is not found
 * (area-rules M10). Their keys stay, so that the same event is not told again.
 */
export async function cleanNotifications(
  ctx: Context,
  { kind, id = null }: { kind: NotificationKind; id?: number | null },
): Promise<void> {
  requireLogin(ctx)
  const { id: userId } = ctx.viewer
  if (id !== null && !isRowNumber(id)) throw new Refusal('NOT_FOUND')
  await transact(ctx, async (ctx) => {
    const rows = await ctx.db.$queryRaw<{ id: number; kind: NotificationKind }[]>`
      with gone as (
        delete from "Notification"
        where "userId" = ${userId} and "kind" = ${kind}::"NotificationKind" and (${id}::int is null or "id" = ${id}::int)
        returning "id", "userId", "kind", "dedupeKey"
      ), kept as (
        insert into "RemovedNotification" ("userId", "dedupeKey")
        select "userId", "dedupeKey" from gone where "dedupeKey" is not null on conflict do nothing
      )
      select "id", "kind" from gone limit ${MOST_TOLD + 1}::int`
    if (id !== null && rows.length === 0) throw new Refusal('NOT_FOUND')
    await tellChanged(ctx, userId, 'REMOVED', rows)
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

/** The viewer's unread numbers, after every change (area-rules M11). */
export function watchUnread(ctx: Context): Stream<Unread> {
  requireLogin(ctx)
  const { id } = ctx.viewer
  return watch(ctx, {
    topics: [notificationTopic(id), NOTICE_TOPIC],
    concern: ({ name, payload }) => {
      if (name === 'notification.changed') return { key: id, wait: 0 }
      const isToAll = name === 'systemNotice.changed' && payload.audience === 'ALL'
      return isToAll && payload.change !== 'CHANGED' ? { key: id, wait: delayOf(id) } : null
    },
    read: async (ctx) => (ctx.viewer ? countUnread(ctx) : null),
  })
}

const LISTED = 'listed'

/** The viewer's notifications as they are told, read and removed. */
export function watchNotifications(ctx: Context, kind?: NotificationKind | null): Stream<ChangedRow> {
  requireLogin(ctx)
  const { id: userId } = ctx.viewer
  return watchRows(ctx, {
    topics: [notificationTopic(userId), NOTICE_TOPIC],
    concern: ({ name, payload }) => {
      if (name === 'systemNotice.changed') {
        // Copies of a notice are read from it, so that an edit changes rows of every receiver. That a notice to some came
        // or went is told to each of them.
        const isMeant = payload.audience === 'ALL' || payload.change === 'CHANGED'
        return isMeant && (!kind || kind === 'SYS') ? { ...ALL_ROWS, wait: delayOf(userId) } : null
      }
      if (name !== 'notification.changed') return null
      const { row } = payload
      if (!row) return ALL_ROWS
      if (kind && row.kind !== kind) return null
      return { key: row.id, about: row.change === 'CREATED' ? '' : LISTED, wait: 0 }
    },
    read: async (now, id, about) => {
      const row = await now.db.notification.findFirst({
        where: { AND: [{ id }, visibleNotifications(readerOf(now))] },
        select: { id: true },
      })
      return changedRow(id, about === LISTED, row !== null)
    },
  })
}
