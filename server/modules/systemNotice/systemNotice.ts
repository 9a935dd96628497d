import { z } from 'zod'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { Prisma, type SystemNotice } from '#prisma/generated/client.ts'
import { NoticeAudience } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { advisoryLock } from '../../core/db.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { literally } from '../../core/literally.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { rolesOf, visibleSystemNotices } from '../../policy/notification.ts'
import { may } from '../../policy/viewer.ts'
import { type ChangedRow, changedRow, type Stream, watchRows } from '../../watch.ts'
import { difference, record } from '../audit/audit.ts'
import { referTo } from '../file/file.ts'
import { usernameKeyOf } from '../user/username.ts'

export const MAX_TITLE = 200
export const MAX_CONTENT = 65_535

const words = z.object({
  title: z.string().trim().min(1).max(MAX_TITLE),
  content: z
    .string()
    .max(MAX_CONTENT)
    .refine((text) => text.trim() !== '', { params: { fault: 'REQUIRED' } }),
})

export type SystemNoticeWords = z.infer<typeof words>

export type NewSystemNotice = SystemNoticeWords & {
  audience: NoticeAudience
  /** Recipient of a SINGLE notice, by id or username. */
  recipient?: { id: string } | { username: string } | null
}

const audited = ({ title, content, audience, recipientId }: SystemNotice) => ({
  title,
  content,
  audience,
  ...(recipientId !== null && { recipientId }),
})

/** Audits a change and broadcasts it, in its transaction. */
async function note(ctx: Context, before: SystemNotice | null, after: SystemNotice | null): Promise<void> {
  const notice = (after ?? before) as SystemNotice
  const shown = after ? [after.content] : []
  await referTo(ctx, `SystemNotice:${notice.id}`, shown)
  ctx.house.markdown.keep(shown)
  const change = !before ? 'CREATED' : after ? 'CHANGED' : 'REMOVED'
  await record(
    ctx,
    ACTS[change],
    ['SystemNotice', notice.id],
    difference(before && audited(before), after && audited(after)),
  )
  await emit(ctx, 'systemNotice.changed', { noticeId: notice.id, change, audience: notice.audience })
}

const ACTS = {
  CREATED: 'systemNotice.created',
  CHANGED: 'systemNotice.changed',
  REMOVED: 'systemNotice.removed',
} as const

/** Recipient of a new notice; refused when a SINGLE one names no account, or a deleted one. */
async function recipientOf(ctx: Context, { audience, recipient }: NewSystemNotice): Promise<string | null> {
  if (audience !== 'SINGLE') return null
  const refuse = (code: 'REQUIRED' | 'UNUSABLE') =>
    new Refusal('INVALID_INPUT', { fields: { recipient: { code } } })
  if (!recipient) throw refuse('REQUIRED')
  const key =
    'id' in recipient ? { id: recipient.id } : { usernameKey: usernameKeyOf(recipient.username.trim()) }
  const found = await ctx.db.user.findFirst({ where: { ...key, endedAt: null }, select: { id: true } })
  if (!found) throw refuse('UNUSABLE')
  return found.id
}

/** Accounts that a notice reaches: all but deleted ones, so disabled ones find it when they are enabled again. */
function reached({ audience, recipientId }: SystemNotice): Prisma.Sql {
  const roles = rolesOf(audience)
  if (audience === 'SINGLE') return Prisma.sql`u."endedAt" is null and u."id" = ${recipientId}`
  return roles
    ? Prisma.sql`u."endedAt" is null and u."role"::text = any(${roles}::text[])`
    : Prisma.sql`u."endedAt" is null`
}

/** SQL that tells each account of `told` of its unread numbers. */
const tellEach = Prisma.sql`
  select count(pg_notify(${EVENT_CHANNEL},
    json_build_object('name', 'notification.changed', 'payload', json_build_object('userId', "userId"))::text))::int
  from told`

/**
 * Copies a notice to its audience in one statement. The event of a notice to all tells every open page; other
 * audiences are told one by one.
 */
async function deliver(ctx: Context, notice: SystemNotice): Promise<void> {
  await ctx.db.$queryRaw`
    with told as (
      insert into "Notification" ("userId", "kind", "noticeId", "dedupeKey", "createdAt")
      select u."id", 'SYS', ${notice.id}, ${`SystemNotice:${notice.id}`}, ${notice.createdAt}::timestamptz
      from "User" u where ${reached(notice)}
      on conflict ("userId", "dedupeKey") do nothing
      returning "userId"
    )
    ${notice.audience === 'ALL' ? Prisma.sql`select count(*)::int from told` : tellEach}`
}

/** Publishes a notice and delivers it (area-rules M6). */
export async function createSystemNotice(ctx: Context, input: NewSystemNotice): Promise<SystemNotice> {
  authorize(ctx, may(ctx, 'systemNotice.manage'))
  const { id: authorId } = ctx.viewer
  const { title, content } = checked(words, { title: input.title, content: input.content })
  const { audience } = checked(z.object({ audience: z.enum(NoticeAudience) }), { audience: input.audience })
  return transact(ctx, async (ctx) => {
    const recipientId = await recipientOf(ctx, input)
    // Accounts created meanwhile wait for it, and then get the notice by the trigger of their table.
    await advisoryLock(ctx.db, 'systemNotices')
    const notice = await ctx.db.systemNotice.create({
      data: { title, content, audience, recipientId, authorId, createdAt: ctx.now },
    })
    await deliver(ctx, notice)
    await note(ctx, null, notice)
    return notice
  })
}

async function lockSystemNotice(ctx: Context, id: number): Promise<SystemNotice> {
  if (!isRowNumber(id)) throw new Refusal('NOT_FOUND')
  await ctx.db.$queryRaw`select "id" from "SystemNotice" where "id" = ${id} for no key update`
  const notice = await findSystemNotice(ctx, id)
  if (!notice) throw new Refusal('NOT_FOUND')
  return notice
}

/** A notice; null when there is none, or the viewer may not see it. */
export const findSystemNotice = (ctx: Context, id: number): Promise<SystemNotice | null> =>
  ctx.db.systemNotice.findFirst({ where: { AND: [{ id }, visibleSystemNotices(readerOf(ctx))] } })

/** Edits the words of a notice, and thereby all its copies; they stay read or unread. */
export async function changeSystemNotice(
  ctx: Context,
  id: number,
  change: Partial<SystemNoticeWords> & { audience?: NoticeAudience | null },
  version?: number | null,
): Promise<SystemNotice> {
  authorize(ctx, may(ctx, 'systemNotice.manage'))
  return transact(ctx, async (ctx) => {
    const before = await lockSystemNotice(ctx, id)
    expectVersion(before.version, version)
    // The copies are delivered already.
    if (change.audience && change.audience !== before.audience)
      throw new Refusal('INVALID_INPUT', { fields: { audience: { code: 'UNUSABLE' } } })
    const { title = before.title, content = before.content } = change
    const after = await ctx.db.systemNotice.update({
      where: { id },
      data: { ...checked(words, { title, content }), version: { increment: 1 } },
    })
    await note(ctx, before, after)
    return after
  })
}

/** Deletes a notice and withdraws its copies. */
export async function removeSystemNotice(ctx: Context, id: number): Promise<void> {
  authorize(ctx, may(ctx, 'systemNotice.manage'))
  await transact(ctx, async (ctx) => {
    // Accounts created meanwhile no longer copy it.
    await advisoryLock(ctx.db, 'systemNotices')
    const before = await lockSystemNotice(ctx, id)
    await ctx.db.$queryRaw`
      with told as (delete from "Notification" where "noticeId" = ${id} returning "userId")
      ${before.audience === 'ALL' ? Prisma.sql`select count(*)::int from told` : tellEach}`
    await ctx.db.systemNotice.delete({ where: { id } })
    await note(ctx, before, null)
  })
}

const MAX_KEYWORD = 100

export type SystemNoticeFilter = { keyword?: string | null; audience?: NoticeAudience | null }

/** Notices that contain a keyword, newest first; for their administrators. */
export function systemNoticeListing(ctx: Context, { keyword, audience }: SystemNoticeFilter = {}) {
  authorize(ctx, may(ctx, 'systemNotice.manage'))
  const part = literally((keyword ?? '').trim().slice(0, MAX_KEYWORD))
  const contains = part && { contains: part, mode: 'insensitive' as const }
  return {
    where: {
      AND: [
        visibleSystemNotices(readerOf(ctx)),
        audience ? { audience } : {},
        contains ? { OR: [{ title: contains }, { content: contains }] } : {},
      ],
    },
    orderBy: { id: 'desc' },
  } satisfies Prisma.SystemNoticeFindManyArgs
}

/** Numbers of copies by notice, in the order of the ids. */
export async function countCopies(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const counts = await ctx.db.notification.groupBy({
    by: ['noticeId'],
    where: { noticeId: { in: [...ids] } },
    _count: true,
  })
  return ids.map((id) => counts.find(({ noticeId }) => noticeId === id)?._count ?? 0)
}

const LISTED = 'listed'

/** Notices as they are created, changed and deleted; for their administrators. */
export function watchSystemNotices(ctx: Context): Stream<ChangedRow> {
  authorize(ctx, may(ctx, 'systemNotice.manage'))
  return watchRows(ctx, {
    sight: visibleSystemNotices,
    concern: (event) =>
      event.name === 'systemNotice.changed'
        ? { key: event.payload.noticeId, about: event.payload.change === 'CREATED' ? '' : LISTED, wait: 0 }
        : null,
    read: async (ctx, id, about) => {
      if (!may(ctx, 'systemNotice.manage')) return null
      return changedRow(id, about === LISTED, (await findSystemNotice(ctx, id)) !== null)
    },
  })
}
