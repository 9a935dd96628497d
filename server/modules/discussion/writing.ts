import { z } from 'zod'
import type { Discussion, Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { checked, storable } from '../../core/checked.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { count, counted, takeTurn } from '../../core/pacing/throttle.ts'
import { rateKeyOf } from '../../core/proxies.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import {
  canEditDiscussion,
  canRemoveDiscussion,
  moderatesDiscussions,
  visibleDiscussions,
} from '../../policy/discussion.ts'
import { problemsOfSite, visibleProblems } from '../../policy/problem.ts'
import { may } from '../../policy/viewer.ts'
import { enter } from '../../venue.ts'
import { difference, record, subjectOf } from '../audit/audit.ts'
import { forgetReferences, referTo } from '../file/file.ts'
import { GROUP } from '../group/group.ts'
import { findProblem } from '../problem/problem.ts'
import { solvedBy } from '../rank/rank.ts'
import { switches } from '../site/site.ts'
import { findDiscussion, requireOpen } from './discussion.ts'

const REQUIRED = { params: { fault: 'REQUIRED' } }

const written = (most: number) =>
  z
    .string()
    .transform(storable)
    .pipe(
      z
        .string()
        .refine((text) => text.trim() !== '', REQUIRED)
        .max(most),
    )

const line = z
  .string()
  .transform((text) => storable(text).replaceAll(/\s+/gu, ' ').trim())
  .pipe(z.string().min(1).max(255))

/** Checked in this order (area-rules D6). */
const wordsIn = (isCategory: (id: number) => boolean) =>
  z.object({
    title: line,
    description: line,
    categoryId: z.number().refine(isCategory, REQUIRED),
    content: written(65_535),
  })

/** What the author writes. */
export type DiscussionWords = z.input<ReturnType<typeof wordsIn>>

export type NewDiscussion = DiscussionWords & {
  /** Display id of the problem it is about; null: none. */
  problem: string | null
  /** Null: of the site. */
  groupId: number | null
  /** Ignored from authors who do not moderate. */
  pinned?: boolean | null
}

/** Window of the daily limit (s), from the first post. */
const DAY = 24 * 3600

const prefixOf = (displayId: string) => `[${displayId}] `

/** A title without the problem's id, which clients may have put before it (area-rules D3). */
const bare = (title: string, displayId: string | null): string => {
  const prefix = displayId === null ? '' : prefixOf(displayId).trimEnd()
  return prefix && title.startsWith(prefix) ? title.slice(prefix.length).trimStart() : title
}

const titled = (title: string, displayId: string | null): string =>
  displayId === null ? title : prefixOf(displayId) + title

async function check(ctx: Context, given: DiscussionWords, displayId: string | null) {
  const { categoryId } = given
  const category = isRowNumber(categoryId)
    ? await ctx.db.discussionCategory.findUnique({ where: { id: categoryId }, select: { id: true } })
    : null
  const words = wordsIn((id) => id === category?.id)
  const input = checked(words, { ...given, title: bare(given.title, displayId) })
  return { ...input, title: titled(input.title, displayId) }
}

/** The problem of a new post: one that the author sees, of the site or of the post's group. */
async function problemOf(ctx: Context, displayId: string | null, groupId: number | null) {
  if (displayId === null) return null
  const { id } = await findProblem(ctx, displayId)
  const problem = await ctx.db.problem.findFirst({
    where: {
      AND: [
        { id },
        visibleProblems(readerOf(ctx)),
        groupId === null ? problemsOfSite : { OR: [...problemsOfSite.OR, { groupId }] },
      ],
    },
    select: { id: true, displayId: true },
  })
  if (!problem) throw new Refusal('NOT_FOUND')
  return problem
}

/** Refuses who has solved too few problems to post (area-rules D7). */
async function requireSolved(ctx: Context, userId: string): Promise<void> {
  const needed = (await switches.get(ctx)).discussionSolved
  const solved = needed > 0 ? await solvedBy(ctx, userId) : 0
  if (solved < needed) throw new Refusal('DISCUSSION_SOLVED_TOO_FEW', { needed, solved })
}

/** Counts a post against the daily limit (area-rules D7). */
async function countPost(ctx: Context, userId: string): Promise<void> {
  const most = (await switches.get(ctx)).discussionsPerDay
  const key = `discussion:${userId}`
  if ((await count(ctx.db, key, DAY)) <= most) return
  const { secondsLeft } = await counted(ctx.db, key)
  throw new Refusal('DISCUSSIONS_TODAY', { most, minutes: Math.max(1, Math.ceil(secondsLeft / 60)) })
}

/** Announces a changed post: `before` null for a new one, `after` null for a deleted one. */
async function tell(
  ctx: Context,
  before: Discussion | null,
  after: Discussion | null,
  changed: 'CHANGED' | 'FIGURES' = 'CHANGED',
): Promise<void> {
  const row = after ?? before
  if (!row) return
  await emit(ctx, 'discussion.changed', {
    discussionId: row.id,
    groupId: row.groupId,
    what: before === null ? 'CREATED' : after === null ? 'REMOVED' : changed,
    wasListed: before?.disabled === false,
    isListed: after?.disabled === false,
  })
}

/** Publishes a post. */
export async function createDiscussion(ctx: Context, input: NewDiscussion): Promise<Discussion> {
  requireLogin(ctx)
  const { groupId } = input
  await requireOpen(ctx, { groupId })
  if (groupId !== null) await enter(ctx, GROUP, groupId, 'look')
  authorize(ctx, may(ctx, 'discussion.create'))
  const displayId = input.problem?.trim() || null
  const given = await check(ctx, input, displayId)
  const problem = await problemOf(ctx, displayId, groupId)
  const moderates = moderatesDiscussions(readerOf(ctx), { groupId })
  const authorId = ctx.viewer.id
  if (!moderates) await requireSolved(ctx, authorId)
  return transact(ctx, async (ctx) => {
    if (!moderates) await countPost(ctx, authorId)
    const discussion = await ctx.db.discussion.create({
      data: {
        ...given,
        title: titled(bare(given.title, displayId), problem?.displayId ?? null),
        problemId: problem?.id ?? null,
        groupId,
        authorId,
        pinned: moderates && input.pinned === true,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      },
    })
    await keepContent(ctx, discussion)
    await tell(ctx, null, discussion)
    return discussion
  })
}

async function keepContent(ctx: Context, { id, content }: Discussion): Promise<void> {
  await referTo(ctx, `Discussion:${id}`, [content])
  ctx.house.markdown.keep([content])
}

/** Locks a post that the viewer sees against other changes, until the transaction ends. */
async function lock(ctx: Context, id: number): Promise<Discussion> {
  await ctx.db.$queryRaw`select 1 from "Discussion" where "id" = ${id} for no key update`
  const row = await ctx.db.discussion.findFirst({
    where: { AND: [{ id }, visibleDiscussions(readerOf(ctx))] },
  })
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** The id that a title begins with, where its problem has or had it: a client may know only the one before a renaming. */
async function idBefore(ctx: Context, title: string, problem: Pick<Problem, 'id' | 'displayId'>) {
  const id = /^\[(\S+)\] /.exec(title)?.[1]
  if (id === undefined || id === problem.displayId) return problem.displayId
  const renamings = await ctx.db.auditEntry.count({
    where: {
      subject: subjectOf('Problem', problem.id),
      action: 'problem.changed',
      details: { path: ['before', 'displayId'], equals: id },
    },
  })
  return renamings > 0 ? id : problem.displayId
}

export type DiscussionEdit = DiscussionWords & { pinned?: boolean | null; version?: number | null }

/** Changes the words of a post; only its author does (area-rules D1). */
export async function editDiscussion(ctx: Context, id: number, edit: DiscussionEdit): Promise<Discussion> {
  requireLogin(ctx)
  const discussion = await findDiscussion(ctx, id)
  authorize(ctx, canEditDiscussion(readerOf(ctx), discussion))
  const problem = await ctx.db.problem.findUnique({
    where: { id: discussion.problemId ?? 0 },
    select: { id: true, displayId: true },
  })
  const title = problem ? bare(edit.title, await idBefore(ctx, edit.title, problem)) : edit.title
  const given = await check(ctx, { ...edit, title }, problem?.displayId ?? null)
  const moderates = moderatesDiscussions(readerOf(ctx), discussion)
  return transact(ctx, async (ctx) => {
    const before = await lock(ctx, id)
    expectVersion(before.version, edit.version)
    const pinned = moderates ? (edit.pinned ?? before.pinned) : before.pinned
    const after = await ctx.db.discussion.update({
      where: { id },
      data: { ...given, pinned, updatedAt: ctx.now, version: { increment: 1 } },
    })
    await keepContent(ctx, after)
    await tell(ctx, before, after)
    return after
  })
}

/** Pins and disables a post, or takes that back; audited (area-rules D1). Omitted fields stay as they are. */
export async function moderateDiscussion(
  ctx: Context,
  id: number,
  { pinned, disabled }: { pinned?: boolean | null; disabled?: boolean | null },
): Promise<Discussion> {
  requireLogin(ctx)
  const found = await ctx.db.discussion.findFirst({
    where: { AND: [{ id: isRowNumber(id) ? id : 0 }, visibleDiscussions(readerOf(ctx))] },
  })
  if (!found) throw new Refusal('NOT_FOUND')
  authorize(ctx, moderatesDiscussions(readerOf(ctx), found))
  return transact(ctx, async (ctx) => {
    const before = await lock(ctx, id)
    const wanted = { pinned: pinned ?? before.pinned, disabled: disabled ?? before.disabled }
    if (wanted.pinned === before.pinned && wanted.disabled === before.disabled) return before
    const after = await ctx.db.discussion.update({ where: { id }, data: wanted })
    const changes = difference({ pinned: before.pinned, disabled: before.disabled }, wanted)
    await record(ctx, 'discussion.changed', ['Discussion', id], changes, before.groupId)
    await tell(ctx, before, after)
    return after
  })
}

/** Deletes a post with its comments; a moderator's deletion is audited (area-rules D5). */
export async function removeDiscussion(ctx: Context, id: number): Promise<void> {
  requireLogin(ctx)
  const found = await ctx.db.discussion.findFirst({
    where: { AND: [{ id: isRowNumber(id) ? id : 0 }, visibleDiscussions(readerOf(ctx))] },
  })
  if (!found) throw new Refusal('NOT_FOUND')
  authorize(ctx, canRemoveDiscussion(readerOf(ctx), found))
  await transact(ctx, async (ctx) => {
    const before = await lock(ctx, id)
    const comments = await ctx.db.comment.findMany({
      where: { discussionId: id },
      select: { id: true, replies: { select: { id: true } } },
    })
    await ctx.db.discussion.delete({ where: { id } })
    await forgetReferences(ctx, [
      `Discussion:${id}`,
      ...comments.flatMap((comment) => [
        `Comment:${comment.id}`,
        ...comment.replies.map((reply) => `Reply:${reply.id}`),
      ]),
    ])
    if (before.authorId !== ctx.viewer?.id) {
      const { title, content, authorId } = before
      const details = { before: { title, content, authorId }, after: {} }
      await record(ctx, 'discussion.removed', ['Discussion', id], details, before.groupId)
    }
    await tell(ctx, before, null)
  })
}

/** Likes a post, or withdraws the like; idempotent (area-rules D9). */
export async function likeDiscussion(ctx: Context, id: number, likes: boolean): Promise<Discussion> {
  requireLogin(ctx)
  const discussion = await findDiscussion(ctx, id)
  const key = { discussionId: id, userId: ctx.viewer.id }
  return transact(ctx, async (ctx) => {
    const before = await lock(ctx, id)
    const { count } = likes
      ? await ctx.db.discussionLike.createMany({ data: { ...key, createdAt: ctx.now }, skipDuplicates: true })
      : await ctx.db.discussionLike.deleteMany({ where: key })
    if (count === 0) return discussion
    const after = await ctx.db.discussion.update({
      where: { id },
      data: { likeCount: { increment: likes ? 1 : -1 } },
    })
    await tell(ctx, before, after, 'FIGURES')
    if (likes) await emit(ctx, 'discussion.liked', key)
    return after
  })
}

/** A viewer's further views of a post are not counted for this time (s). */
const VIEW_SECONDS = 3600

/** Counts a view of a post: one in an hour for an account, or for the network of a guest (area-rules D9). */
export async function viewDiscussion(ctx: Context, id: number): Promise<Discussion> {
  const discussion = await findDiscussion(ctx, id)
  const viewer = ctx.viewer?.id ?? rateKeyOf(ctx.client.ip)
  if ((await takeTurn(ctx.db, `discussion view:${id}:${viewer}`, VIEW_SECONDS)) > 0) return discussion
  const after = await ctx.db.discussion.update({ where: { id }, data: { viewCount: { increment: 1 } } })
  await tell(ctx, after, after, 'FIGURES')
  return after
}
