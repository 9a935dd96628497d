import { z } from 'zod'
import type { Comment, Prisma, Reply } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { Refusal } from '../../core/errors.ts'
import { count, counted } from '../../core/pacing/throttle.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { type Events, emit, transact } from '../../events.ts'
import { mayComment, mayReply, mayTakeBack, visibleComments, visibleReplies } from '../../policy/comment.ts'
import type { SubjectColumn } from '../../policy/subject.ts'
import { groupOf, record } from '../audit/audit.ts'
import { forgetReferences, referTo } from '../file/file.ts'
import {
  columnOf,
  type EnteredSubject,
  enterSubject,
  kindOf,
  type SubjectRef,
  subjectOf,
} from './subjects.ts'

const words = z.object({
  content: z
    .string()
    .transform((text) => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, ''))
    .pipe(
      z
        .string()
        .max(10_000)
        .refine((text) => text.trim() !== '', { params: { fault: 'REQUIRED' } }),
    ),
})

/** So many comments and replies may one person write within so many seconds; those who moderate, as many as they like. */
const MOST = 10
const WITHIN_SECONDS = 60

/** So many replies come with a comment; the others are asked for. */
export const FIRST_REPLIES = 3

/** The comments of a subject, best liked first, then newest, as many as the viewer sees. */
export async function commentListing(ctx: Context, ref: SubjectRef) {
  const { words } = await enterSubject(ctx, ref)
  return {
    where: words.comments,
    orderBy: [{ likeCount: 'desc' }, { id: 'desc' }],
  } satisfies Prisma.CommentFindManyArgs
}

const WITH_AUTHOR = { author: { select: { id: true, role: true } } } as const
type Authored<Row> = Row & Prisma.CommentGetPayload<{ select: typeof WITH_AUTHOR }>

/** A comment that the viewer sees, in a subject that is open to them. */
async function findComment(
  ctx: Context,
  id: number,
): Promise<{ comment: Authored<Comment>; subject: EnteredSubject }> {
  const comment = isRowNumber(id)
    ? await ctx.db.comment.findFirst({
        where: { AND: [{ id }, visibleComments(readerOf(ctx))] },
        include: WITH_AUTHOR,
      })
    : null
  if (!comment) throw new Refusal('NOT_FOUND')
  return { comment, subject: await enterSubject(ctx, subjectOf(comment)) }
}

/** So many replies are handed out at once. */
const MOST_REPLIES = 1_000

/** The replies beneath a comment, oldest first, as many as the viewer sees; `columns` is a selection of Prisma's. */
export async function allReplies(ctx: Context, commentId: number, columns: object = {}): Promise<Reply[]> {
  await findComment(ctx, commentId)
  return ctx.db.reply.findMany({
    where: { AND: [{ commentId }, visibleReplies(readerOf(ctx))] },
    orderBy: { id: 'asc' },
    take: MOST_REPLIES,
    ...columns,
  })
}

/** Keeps a comment from being taken back until the transaction is over. */
async function hold(ctx: Context, id: number): Promise<void> {
  const held = await ctx.db.$queryRaw<unknown[]>`select 1 from "Comment" where "id" = ${id} for key share`
  if (held.length === 0) throw new Refusal('NOT_FOUND')
}

/** Counts what the viewer writes; refuses whoever writes more than one reads. */
async function takeTurn(ctx: Context, { moderates }: EnteredSubject): Promise<void> {
  requireLogin(ctx)
  if (moderates) return
  const key = `comment:${ctx.viewer.id}`
  if ((await count(ctx.db, key, WITHIN_SECONDS)) <= MOST) return
  throw new Refusal('COMMENT_TOO_SOON', { seconds: Math.max(1, (await counted(ctx.db, key)).secondsLeft) })
}

type Change = Events['comment.changed']['change']

async function tell(
  ctx: Context,
  change: Change,
  { kind, id, isOfficial }: EnteredSubject,
  comment: Authored<Comment>,
  reply: Authored<Reply> | null = null,
): Promise<void> {
  const authors = [comment.author, ...(reply ? [reply.author] : [])]
  await emit(ctx, 'comment.changed', {
    ...{ subject: { kind, id }, commentId: comment.id, replyId: reply?.id ?? null, change },
    by: [...new Set(authors.map((author) => author.id))],
    isOfficial: authors.every((author) => isOfficial(author)),
  })
}

/** Whether the viewer may say something about a subject that they look into. */
export async function canComment(ctx: Context, ref: SubjectRef): Promise<boolean> {
  await enterSubject(ctx, ref)
  return mayComment(readerOf(ctx))
}

/** Says something about a subject. */
export async function writeComment(ctx: Context, ref: SubjectRef, content: string): Promise<Comment> {
  requireLogin(ctx)
  const subject = await enterSubject(ctx, ref)
  authorize(ctx, mayComment(readerOf(ctx)))
  const given = checked(words, { content })
  const { viewer } = ctx
  return transact(ctx, async (ctx) => {
    await takeTurn(ctx, subject)
    const comment = await ctx.db.comment.create({
      data: { ...given, [columnOf(ref.kind)]: ref.id, authorId: viewer.id, createdAt: ctx.now },
      include: WITH_AUTHOR,
    })
    await referTo(ctx, `Comment:${comment.id}`, [comment.content])
    ctx.house.markdown.keep([comment.content])
    await tell(ctx, 'CREATED', subject, comment)
    return comment
  })
}

/** Answers a comment, or another reply beneath it. */
export async function writeReply(
  ctx: Context,
  to: { commentId: number; replyId: number | null },
  content: string,
): Promise<Reply> {
  requireLogin(ctx)
  const { comment, subject } = await findComment(ctx, to.commentId)
  const answered = to.replyId === null ? comment : await findReplyOf(ctx, comment, to.replyId)
  authorize(ctx, mayReply(readerOf(ctx)))
  if (!subject.mayReply({ comment, target: answered.author })) throw new Refusal('REPLY_REFUSED')
  const given = checked(words, { content })
  const { viewer } = ctx
  return transact(ctx, async (ctx) => {
    await takeTurn(ctx, subject)
    await hold(ctx, comment.id)
    const reply = await ctx.db.reply.create({
      data: {
        ...{ ...given, commentId: comment.id, authorId: viewer.id, targetId: answered.authorId },
        createdAt: ctx.now,
      },
      include: WITH_AUTHOR,
    })
    await referTo(ctx, `Reply:${reply.id}`, [reply.content])
    ctx.house.markdown.keep([reply.content])
    await tell(ctx, 'CREATED', subject, comment, reply)
    return reply
  })
}

async function findReplyOf(ctx: Context, { id: commentId }: Comment, id: number): Promise<Authored<Reply>> {
  const reply = isRowNumber(id)
    ? await ctx.db.reply.findFirst({
        where: { AND: [{ id, commentId }, visibleReplies(readerOf(ctx))] },
        include: WITH_AUTHOR,
      })
    : null
  if (!reply) throw new Refusal('NOT_FOUND')
  return reply
}

/** Takes a comment back with all beneath it; what those who moderate take away of others is written down. */
export async function removeComment(ctx: Context, id: number): Promise<SubjectRef> {
  requireLogin(ctx)
  const { comment, subject } = await findComment(ctx, id)
  authorize(ctx, mayTakeBack(readerOf(ctx), subject, comment))
  await transact(ctx, async (ctx) => {
    const replies = await ctx.db.reply.findMany({ where: { commentId: id }, select: { id: true } })
    const { count } = await ctx.db.comment.deleteMany({ where: { id } })
    if (count === 0) throw new Refusal('NOT_FOUND')
    await forgetReferences(ctx, [`Comment:${id}`, ...replies.map((reply) => `Reply:${reply.id}` as const)])
    await noteRemoval(ctx, 'comment.removed', subject, comment)
    await tell(ctx, 'REMOVED', subject, comment)
  })
  return subject
}

/** Takes a reply back. */
export async function removeReply(ctx: Context, id: number): Promise<Comment> {
  requireLogin(ctx)
  const found = isRowNumber(id)
    ? await ctx.db.reply.findFirst({
        where: { AND: [{ id }, visibleReplies(readerOf(ctx))] },
        include: WITH_AUTHOR,
      })
    : null
  if (!found) throw new Refusal('NOT_FOUND')
  const { comment, subject } = await findComment(ctx, found.commentId)
  authorize(ctx, mayTakeBack(readerOf(ctx), subject, found))
  await transact(ctx, async (ctx) => {
    const { count } = await ctx.db.reply.deleteMany({ where: { id } })
    if (count === 0) throw new Refusal('NOT_FOUND')
    await forgetReferences(ctx, [`Reply:${id}`])
    await noteRemoval(ctx, 'comment.replyRemoved', subject, found)
    await tell(ctx, 'REMOVED', subject, comment, found)
  })
  return comment
}

/** Writes down what somebody took away that another one had said. */
async function noteRemoval(
  ctx: Context,
  action: 'comment.removed' | 'comment.replyRemoved',
  { kind, id }: SubjectRef,
  { id: rowId, authorId, content }: Pick<Comment, 'id' | 'authorId' | 'content'>,
): Promise<void> {
  if (authorId === ctx.viewer?.id) return
  const before = { content, authorId, subject: `${kindOf(kind).type}:${id}` }
  const groupId = await groupOf(ctx, kindOf(kind).type, id)
  await record(ctx, action, ['Comment', rowId], { before, after: {} }, groupId)
}

/** Likes a comment, or no longer; saying it twice changes nothing. */
export async function likeComment(ctx: Context, id: number, likes: boolean): Promise<Comment> {
  requireLogin(ctx)
  const { comment, subject } = await findComment(ctx, id)
  const key = { commentId: id, userId: ctx.viewer.id }
  return transact(ctx, async (ctx) => {
    await hold(ctx, id)
    const { count } = likes
      ? await ctx.db.commentLike.createMany({ data: { ...key, createdAt: ctx.now }, skipDuplicates: true })
      : await ctx.db.commentLike.deleteMany({ where: key })
    if (count === 0) return comment
    await tell(ctx, 'CHANGED', subject, comment)
    return ctx.db.comment.update({
      where: { id },
      data: { likeCount: { increment: likes ? 1 : -1 } },
    })
  })
}

/** Of some comments, those that the viewer likes. */
export async function likedOf(ctx: Context, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const userId = ctx.viewer?.id
  if (userId === undefined || ids.length === 0) return new Set()
  const rows = await ctx.db.commentLike.findMany({ where: { userId, commentId: { in: [...ids] } } })
  return new Set(rows.map(({ commentId }) => commentId))
}

/** How many like a comment that the reader was told of; null when it is gone. */
export async function likesOf(ctx: Context, id: number): Promise<number | null> {
  const row = await ctx.db.comment.findUnique({ where: { id }, select: { likeCount: true } })
  return row?.likeCount ?? null
}

/** What the viewer may do with a comment, or with a reply beneath it, and whether it is of those whose subject it is. */
export async function actsOn(
  ctx: Context,
  comment: Pick<Comment, 'authorId' | SubjectColumn>,
  said: Authored<Pick<Comment, 'authorId'>>,
): Promise<{ reply: boolean; remove: boolean; isOfficial: boolean }> {
  const reader = readerOf(ctx)
  const subject = await enterSubject(ctx, subjectOf(comment))
  return {
    isOfficial: subject.isOfficial(said.author),
    reply: mayReply(reader) && subject.mayReply({ comment, target: said.author }),
    remove: mayTakeBack(reader, subject, said),
  }
}
