import { z } from 'zod'
import type { GroupNotice, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked, storable } from '../../core/checked.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { canChangeGroupNotice, visibleGroupNotices } from '../../policy/group.ts'
import { enter } from '../../venue.ts'
import { difference, record } from '../audit/audit.ts'
import { referTo } from '../file/file.ts'
import { GROUP } from './group.ts'

const text = (max: number) =>
  z
    .string()
    .transform((given) => storable(given).trim())
    .pipe(z.string().min(1).max(max))

const fields = z.object({ title: text(255), content: text(65_535), hidden: z.boolean() })

export type GroupNoticeFields = z.output<typeof fields>

const NEWEST = { id: 'desc' } as const

/** Announcements for the members of a group, newest first (area-rules G7). */
export const listedNotices = (groupId: number) =>
  ({ where: { groupId, hidden: false }, orderBy: NEWEST }) satisfies Prisma.GroupNoticeFindManyArgs

/** Announcements of a group for its members, newest first (area-rules G7). */
export async function noticeListing(ctx: Context, groupId: number) {
  await enter(ctx, GROUP, groupId, 'look')
  return listedNotices(groupId)
}

/** All announcements of a group, hidden ones too, newest first, for its administrators (area-rules G7). */
export async function managedNoticeListing(ctx: Context, groupId: number) {
  await enter(ctx, GROUP, groupId, 'manage')
  return { where: { groupId }, orderBy: NEWEST } satisfies Prisma.GroupNoticeFindManyArgs
}

/** An announcement that matches; null: there is none. */
export const findNotice = (
  ctx: Context,
  id: number,
  where: Prisma.GroupNoticeWhereInput,
): Promise<GroupNotice | null> =>
  isRowNumber(id) ? ctx.db.groupNotice.findFirst({ where: { AND: [{ id }, where] } }) : Promise.resolve(null)

const audited = (row: GroupNotice | null) =>
  row && { notice: row.id, title: row.title, content: row.content, hidden: row.hidden }

async function note(ctx: Context, before: GroupNotice | null, after: GroupNotice | null): Promise<void> {
  const row = after ?? before
  if (!row) return
  const { id: noticeId, groupId } = row
  await referTo(ctx, `GroupNotice:${noticeId}`, after ? [after.content] : [])
  if (after) ctx.house.markdown.keep([after.content])
  const changes = difference(audited(before), audited(after))
  await record(ctx, 'group.noticeChanged', ['Group', groupId], changes, groupId)
  await emit(ctx, 'groupNotice.changed', { noticeId, groupId, wasListed: before?.hidden === false })
}

/** Most announcements of a group. */
export const MOST_NOTICES = 1_000

/** Writes an announcement to a group that the viewer administers. Throws GROUP_NOTICES_FULL. */
export async function createGroupNotice(
  ctx: Context,
  groupId: number,
  given: GroupNoticeFields,
): Promise<GroupNotice> {
  await enter(ctx, GROUP, groupId, 'manage')
  authorize(ctx, true)
  const words = checked(fields, given)
  const authorId = ctx.viewer.id
  return transact(ctx, async (ctx) => {
    // Two creations at once wait for each other, so that they cannot exceed the limit.
    await ctx.db.$queryRaw`select 1 from "Group" where "id" = ${groupId} for no key update`
    const count = await ctx.db.groupNotice.count({ where: { groupId } })
    if (count >= MOST_NOTICES) throw new Refusal('GROUP_NOTICES_FULL', { most: MOST_NOTICES })
    const notice = await ctx.db.groupNotice.create({
      data: { ...words, groupId, authorId, createdAt: ctx.now, updatedAt: ctx.now },
    })
    await note(ctx, null, notice)
    return notice
  })
}

/** An announcement that the viewer may change, locked until the transaction ends (area-rules G7). */
async function lockNotice(ctx: Context, id: number): Promise<GroupNotice> {
  if (isRowNumber(id))
    await ctx.db.$queryRaw`select 1 from "GroupNotice" where "id" = ${id} for no key update`
  const notice = await findNotice(ctx, id, visibleGroupNotices(readerOf(ctx)))
  if (!notice) throw new Refusal('NOT_FOUND')
  await enter(ctx, GROUP, notice.groupId, 'manage')
  authorize(ctx, canChangeGroupNotice(readerOf(ctx), notice))
  return notice
}

/** Edits, shows or hides an announcement; omitted fields stay as they are. */
export async function changeGroupNotice(
  ctx: Context,
  id: number,
  given: Partial<GroupNoticeFields>,
  version?: number | null,
): Promise<GroupNotice> {
  return transact(ctx, async (ctx) => {
    const before = await lockNotice(ctx, id)
    expectVersion(before.version, version)
    const { title, content, hidden } = before
    const words = checked(fields, { title, content, hidden, ...given })
    const after = await ctx.db.groupNotice.update({
      where: { id },
      data: { ...words, version: { increment: 1 }, updatedAt: ctx.now },
    })
    await note(ctx, before, after)
    return after
  })
}

/** Deletes an announcement permanently. */
export async function removeGroupNotice(ctx: Context, id: number): Promise<GroupNotice> {
  return transact(ctx, async (ctx) => {
    const before = await lockNotice(ctx, id)
    await ctx.db.groupNotice.delete({ where: { id } })
    await note(ctx, before, null)
    return before
  })
}
