import { z } from 'zod'
import type { ContestNotice, Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { expectVersion, Refusal, unlessRefused } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { enter } from '../../venue.ts'
import { type ChangedRow, changedRow, type Stream, watchRows } from '../../watch.ts'
import { difference, record } from '../audit/audit.ts'
import { referTo } from '../file/file.ts'
import { CONTEST } from './contest.ts'
import { findManagedContest, lockContest } from './organising/organising.ts'

const fields = z.object({
  title: z.string().trim().min(1).max(200),
  content: z.string().max(65_535),
  hidden: z.boolean(),
})

export type ContestNoticeFields = z.output<typeof fields>

/** Announcements for participants, newest first. */
export const listedContestNotices = (contestId: number) =>
  ({
    where: { contestId, hidden: false },
    orderBy: { id: 'desc' },
  }) satisfies Prisma.ContestNoticeFindManyArgs

/** All announcements, hidden ones too, newest first, for organisers. */
export async function managedContestNotices(ctx: Context, contestId: number): Promise<ContestNotice[]> {
  await findManagedContest(ctx, contestId)
  return ctx.db.contestNotice.findMany({ where: { contestId }, orderBy: { id: 'desc' } })
}

const audited = ({ title, content, hidden }: ContestNotice) => ({ title, content, hidden })

async function note(ctx: Context, before: ContestNotice | null, after: ContestNotice | null): Promise<void> {
  const row = after ?? before
  if (!row) return
  const { id: noticeId, contestId } = row
  await referTo(ctx, `ContestNotice:${noticeId}`, after ? [after.content] : [])
  if (after) ctx.house.markdown.keep([after.content])
  const changes = difference(before && audited(before), after && audited(after))
  await record(ctx, 'contest.noticeChanged', ['Contest', contestId], changes)
  await emit(ctx, 'contestNotice.changed', { noticeId, contestId, wasListed: before?.hidden === false })
}

/** Most announcements of a contest, so that its lists need no pages. */
export const MOST_NOTICES = 200

/** Writes an announcement to a contest that the viewer organises. Throws CONTEST_NOTICES_FULL. */
export async function createContestNotice(
  ctx: Context,
  contestId: number,
  given: ContestNoticeFields,
): Promise<ContestNotice> {
  const words = checked(fields, given)
  return transact(ctx, async (ctx) => {
    const { id } = await lockContest(ctx, contestId)
    const count = await ctx.db.contestNotice.count({ where: { contestId: id } })
    if (count >= MOST_NOTICES) throw new Refusal('CONTEST_NOTICES_FULL', { most: MOST_NOTICES })
    const notice = await ctx.db.contestNotice.create({
      data: {
        ...words,
        contestId: id,
        authorId: ctx.viewer?.id ?? null,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      },
    })
    await note(ctx, null, notice)
    return notice
  })
}

/** An announcement of a contest that the viewer organises, locked until the transaction ends. */
async function lockNotice(ctx: Context, id: number): Promise<ContestNotice> {
  if (!isRowNumber(id)) throw new Refusal('NOT_FOUND')
  await ctx.db.$queryRaw`select 1 from "ContestNotice" where "id" = ${id} for no key update`
  const notice = await ctx.db.contestNotice.findUnique({ where: { id } })
  if (!notice) throw new Refusal('NOT_FOUND')
  await findManagedContest(ctx, notice.contestId)
  return notice
}

/** Edits, shows or hides an announcement; omitted fields stay as they are. */
export async function changeContestNotice(
  ctx: Context,
  id: number,
  given: Partial<ContestNoticeFields>,
  version?: number | null,
): Promise<ContestNotice> {
  return transact(ctx, async (ctx) => {
    const before = await lockNotice(ctx, id)
    expectVersion(before.version, version)
    const words = checked(fields, { ...audited(before), ...given })
    const after = await ctx.db.contestNotice.update({
      where: { id },
      data: { ...words, version: { increment: 1 } },
    })
    await note(ctx, before, after)
    return after
  })
}

/** Deletes an announcement permanently. */
export async function removeContestNotice(ctx: Context, id: number): Promise<ContestNotice> {
  return transact(ctx, async (ctx) => {
    const before = await lockNotice(ctx, id)
    await ctx.db.contestNotice.delete({ where: { id } })
    await note(ctx, before, null)
    return before
  })
}

/** A visible announcement; null when there is none. */
export const findListedContestNotice = (ctx: Context, id: number): Promise<ContestNotice | null> =>
  ctx.db.contestNotice.findFirst({ where: { id, hidden: false } })

const LISTED = 'listed'

/** Announcements of a contest as they are created, changed and deleted, for viewers who may enter it. */
export async function watchContestNotices(ctx: Context, contestId: number): Promise<Stream<ChangedRow>> {
  await enter(ctx, CONTEST, contestId, 'look')
  return watchRows(ctx, {
    concern: (event) => {
      if (event.name !== 'contestNotice.changed' || event.payload.contestId !== contestId) return null
      return { key: event.payload.noticeId, about: event.payload.wasListed ? LISTED : '', wait: 0 }
    },
    read: async (now, id, about) => {
      // A subscriber who lost access gets no more events.
      const isIn = await unlessRefused(enter(now, CONTEST, contestId, 'look'))
      return isIn && changedRow(id, about === LISTED, (await findListedContestNotice(now, id)) !== null)
    },
  })
}
