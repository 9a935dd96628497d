import { z } from 'zod'
import { type Comment, Prisma, type Reply } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { checked, storable } from '../../core/checked.ts'
import { Refusal } from '../../core/errors.ts'
import { count, counted } from '../../core/pacing/throttle.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { type Events, emit, transact } from '../../events.ts'
import { mayComment, mayReply, mayTakeBack, visibleComments, visibleReplies } from '../../policy/comment.ts'
import type { SubjectColumn } from '../../policy/subject.ts'
import { groupOf, record } from '../audit/audit.ts'
import { forgetReferences, referAnew } from '../file/file.ts'
import {
  columnOf,
  type EnteredSubject,
  enterSubject,
  kindOf,
  type SubjectRef,
  subjectOf,
} from './subjects.ts'

const MOST_CHARACTERS = 10_000

const words = z.object({
  content: z
    .string()
    .transform(storable)
    .pipe(
      z
        .string()
        .superRefine((input, { addIssue }) => {
          // Blanks around it stay, because they may be Markdown, and count nothing (area-rules D12).
          if (input.trim().length <= MOST_CHARACTERS) return
          addIssue({ code: 'too_big', origin: 'string', maximum: MOST_CHARACTERS, inclusive: true, input })
        })
        .refine((text) => text.trim() !== '', { params: { fault: 'CONTENT_EMPTY' } }),
    ),
})

/** Rate limit: comments and replies of one user within so many seconds; moderators have none. */
const MOST = 10
const WITHIN_SECONDS = 60

/** Replies that are loaded with a comment. */
export const FIRST_REPLIES = 3

/** Comments of a subject that the viewer sees, most likes first, then newest. */
export async function commentListing(ctx: Context, ref: SubjectRef) {
  const { words } = await enterSubject(ctx, ref)
  return {
    where: words.comments,
    orderBy: [{ likeCount: 'desc' }, { id: 'desc' }],
  } satisfies Prisma.CommentFindManyArgs
}

const WITH_AUTHOR = { author: { select: { id: true, role: true } } } as const
type Authored<Row> = Row & Prisma.CommentGetPayload<{ select: typeof WITH_AUTHOR }>

/** A comment that the viewer sees, on a subject that is open to them. */
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

/** Most replies returned at once. */
const MOST_REPLIES = 1_000

/** Replies to a comment that the viewer sees, oldest first; `columns` is a Prisma selection. */
export async function allReplies(ctx: Context, commentId: number, columns: object = {}): Promise<Reply[]> {
  await findComment(ctx, commentId)
  return ctx.db.reply.findMany({
    where: { AND: [{ commentId }, visibleReplies(readerOf(ctx))] },
    orderBy: { id: 'asc' },
    take: MOST_REPLIES,
    ...columns,
  })
}

/** Locks a comment against deletion until the transaction ends; `changes`: the row is updated, too. */
async function hold(ctx: Context, id: number, changes = false): Promise<void> {
  const strength = changes ? Prisma.sql`no key update` : Prisma.sql`key share`
  const held = await ctx.db.$queryRaw<unknown[]>`select 1 from "Comment" where "id" = ${id} for ${strength}`
  if (held.length === 0) throw new Refusal('NOT_FOUND')
}

/** Counts a comment of the viewer against the rate limit, and refuses when it is exceeded. */
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
  { kind, id, isOfficial, counted }: EnteredSubject,
  comment: Authored<Comment>,
  reply: Authored<Reply> | null = null,
  answeredId: number | null = null,
): Promise<void> {
  const authors = [comment.author, ...(reply ? [reply.author] : [])]
  await emit(ctx, 'comment.changed', {
    subject: { kind, id },
    commentId: comment.id,
    replyId: reply?.id ?? null,
    change,
    by: [...new Set(authors.map((author) => author.id))],
    isOfficial: authors.every((author) => isOfficial(author)),
    ...(answeredId !== null && { answeredId }),
  })
  if (change !== 'CHANGED') await counted(ctx)
}

/** Whether the viewer may comment on a subject that they may enter. */
export async function canComment(ctx: Context, ref: SubjectRef): Promise<boolean> {
  const subject = await enterSubject(ctx, ref)
  return mayComment(readerOf(ctx)) && (await subject.bar(ctx)) === null
}

/** Why the viewer may not comment on a subject that they may enter; null: they may. */
export async function commentBar(ctx: Context, ref: SubjectRef): Promise<Refusal | null> {
  const subject = await enterSubject(ctx, ref)
  if (!ctx.viewer) return new Refusal('UNAUTHENTICATED')
  return mayComment(readerOf(ctx)) ? subject.bar(ctx) : new Refusal('FORBIDDEN')
}

/** Refuses who may not write on a subject. */
async function requireUnbarred(ctx: Context, subject: EnteredSubject): Promise<void> {
  const bar = await subject.bar(ctx)
  if (bar) throw bar
}

/** Writes a comment on a subject. */
export async function writeComment(ctx: Context, ref: SubjectRef, content: string): Promise<Comment> {
  requireLogin(ctx)
  const subject = await enterSubject(ctx, ref)
  authorize(ctx, mayComment(readerOf(ctx)))
  await requireUnbarred(ctx, subject)
  const given = checked(words, { content })
  const { viewer } = ctx
  return transact(ctx, async (ctx) => {
    await takeTurn(ctx, subject)
    await subject.hold(ctx)
    const comment = await ctx.db.comment.create({
      data: { ...given, [columnOf(ref.kind)]: ref.id, authorId: viewer.id, createdAt: ctx.now },
    })
    await referAnew(ctx, `Comment:${comment.id}`, [comment.content])
    ctx.house.markdown.keep([comment.content])
    await tell(ctx, 'CREATED', subject, { ...comment, author: viewer })
    return comment
  })
}

/** Replies to a comment or to one of its replies. */
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
  await requireUnbarred(ctx, subject)
  const given = checked(words, { content })
  const { viewer } = ctx
  return transact(ctx, async (ctx) => {
    await takeTurn(ctx, subject)
    await subject.hold(ctx)
    await hold(ctx, comment.id)
    const reply = await ctx.db.reply.create({
      data: {
        ...given,
        commentId: comment.id,
        authorId: viewer.id,
        targetId: answered.authorId,
        createdAt: ctx.now,
      },
    })
    await referAnew(ctx, `Reply:${reply.id}`, [reply.content])
    ctx.house.markdown.keep([reply.content])
    await tell(ctx, 'CREATED', subject, comment, { ...reply, author: viewer }, to.replyId)
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

/** Deletes a comment with all replies; a moderator's deletion is audited. */
export async function removeComment(ctx: Context, id: number): Promise<SubjectRef> {
  requireLogin(ctx)
  const { comment, subject } = await findComment(ctx, id)
  authorize(ctx, mayTakeBack(readerOf(ctx), subject, comment))
  await transact(ctx, async (ctx) => {
    await subject.hold(ctx)
    const replies = await ctx.db.reply.findMany({ where: { commentId: id }, select: { id: true } })
    const { count } = await ctx.db.comment.deleteMany({ where: { id } })
    if (count === 0) throw new Refusal('NOT_FOUND')
    await forgetReferences(ctx, [`Comment:${id}`, ...replies.map((reply) => `Reply:${reply.id}` as const)])
    await noteRemoval(ctx, 'comment.removed', subject, comment)
    await tell(ctx, 'REMOVED', subject, comment)
  })
  return subject
}

/** Deletes a reply. */
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
    await subject.hold(ctx)
    const { count } = await ctx.db.reply.deleteMany({ where: { id } })
    if (count === 0) throw new Refusal('NOT_FOUND')
    await forgetReferences(ctx, [`Reply:${id}`])
    await noteRemoval(ctx, 'comment.replyRemoved', subject, found)
    await tell(ctx, 'REMOVED', subject, comment, found)
  })
  return comment
}

/** Audits the deletion of another user's comment or reply. */
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

/** Likes a comment, or withdraws the like; idempotent. */
export async function likeComment(ctx: Context, id: number, likes: boolean): Promise<Comment> {
  requireLogin(ctx)
  const { comment, subject } = await findComment(ctx, id)
  const key = { commentId: id, userId: ctx.viewer.id }
  return transact(ctx, async (ctx) => {
    await hold(ctx, id, true)
    const { count } = likes
      ? await ctx.db.commentLike.createMany({ data: { ...key, createdAt: ctx.now }, skipDuplicates: true })
      : await ctx.db.commentLike.deleteMany({ where: key })
    if (count === 0) return comment
    await tell(ctx, 'CHANGED', subject, comment)
    if (likes) await emit(ctx, 'comment.liked', { subject: { kind: subject.kind }, ...key })
    return ctx.db.comment.update({
      where: { id },
      data: { likeCount: { increment: likes ? 1 : -1 } },
    })
  })
}

/** Those of the given comments that the viewer likes. */
export async function likedOf(ctx: Context, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const userId = ctx.viewer?.id
  if (userId === undefined || ids.length === 0) return new Set()
  const rows = await ctx.db.commentLike.findMany({ where: { userId, commentId: { in: [...ids] } } })
  return new Set(rows.map(({ commentId }) => commentId))
}

/** Likes of a comment that the stream delivered; null when it was deleted. */
export async function likesOf(ctx: Context, id: number): Promise<number | null> {
  const row = await ctx.db.comment.findUnique({ where: { id }, select: { likeCount: true } })
  return row?.likeCount ?? null
}

/** The viewer's actions on a comment or reply, and whether its author is an official. */
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
