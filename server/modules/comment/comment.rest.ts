import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import {
  oneOf,
  optionalNumber,
  pageOf,
  paging,
  requiredFlag,
  requiredNumber,
  text,
} from '../../doors/rest/coercers.ts'
import { nestedNumber } from '../../doors/rest/nested.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, asPage, date, page } from '../../doors/rest/shapes.ts'
import { visibleReplies } from '../../policy/comment.ts'
import { naming, WITH_AUTHOR as PERSON, restRole } from '../discussion/restShapes.ts'
import {
  allReplies,
  commentListing,
  FIRST_REPLIES,
  likeComment,
  likedOf,
  removeComment,
  removeReply,
  writeComment,
  writeReply,
} from './comment.ts'
import { type SubjectRef, subjectNamed } from './subjects.ts'

const optional = z.string().nullable()

const from = {
  fromUid: z.string(),
  fromName: z.string(),
  fromAvatar: optional,
  fromRole: z.enum(['root', 'admin', 'user']),
  fromTitleName: optional,
  fromTitleColor: optional,
}

const restReply = z
  .object({
    id: z.int(),
    commentId: z.int(),
    ...from,
    toUid: optional,
    toName: optional,
    toAvatar: optional,
    content: z.string().describe('Markdown.'),
    status: z.literal(0),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'Reply', description: 'A reply to a comment.' })

const restComment = z
  .object({
    id: z.int(),
    content: z.string().describe('Markdown.'),
    ...from,
    likeNum: z.int(),
    totalReplyNum: z.int().describe('Number of replies that the caller sees.'),
    gmtCreate: date,
    replyList: z.array(restReply).describe('The first three, oldest first.'),
  })
  .meta({ id: 'Comment', description: 'A comment on a contest or a post.' })

const WITH_PEOPLE = { include: { author: PERSON, target: PERSON } } as const

type Person = Prisma.UserGetPayload<typeof PERSON>
type ReplyRow = Prisma.ReplyGetPayload<typeof WITH_PEOPLE>

const asFrom = ({ id, username, avatar, role, titleName, titleColor }: Person) => ({
  fromUid: id,
  fromName: username,
  fromAvatar: avatar,
  fromRole: restRole(role),
  fromTitleName: titleName,
  fromTitleColor: titleColor,
})

/** HTML of a comment: clients of the reference system render it themselves and expect no autoplay. */
const asContent = (text: string): string =>
  text.replaceAll(/<[^>]*>/g, (tag) => tag.replaceAll(/\bautoplay\b/gi, 'controls'))

const asReply = ({ id, commentId, content, author, target, createdAt }: ReplyRow) => ({
  id,
  commentId,
  ...asFrom(author),
  toUid: target?.id ?? null,
  toName: target?.username ?? null,
  toAvatar: target?.avatar ?? null,
  content: asContent(content),
  status: 0 as const,
  gmtCreate: asDate(createdAt),
  gmtModified: asDate(createdAt),
})

/** Columns of a comment to select for the viewer. */
const columnsFor = (ctx: Context) => {
  const where = visibleReplies(readerOf(ctx))
  return {
    include: {
      author: PERSON,
      replies: { where, orderBy: { id: 'asc' }, take: FIRST_REPLIES, ...WITH_PEOPLE },
      _count: { select: { replies: { where } } },
    },
  } satisfies Prisma.CommentDefaultArgs
}

type CommentRow = Prisma.CommentGetPayload<ReturnType<typeof columnsFor>>

const asComment = ({ id, content, author, likeCount, createdAt, replies, _count }: CommentRow) => ({
  id,
  content: asContent(content),
  ...asFrom(author),
  likeNum: likeCount,
  totalReplyNum: _count.replies,
  gmtCreate: asDate(createdAt),
  replyList: replies.map(asReply),
})

const cid = optionalNumber().describe('Number of the contest.')
const did = optionalNumber().describe('Number of the post.')

function subjectIn({ cid, did }: { cid: number | null; did: number | null }): SubjectRef {
  if (cid !== null) return subjectNamed('Contest', cid)
  if (did !== null) return subjectNamed('Discussion', did)
  throw new Refusal('NOT_FOUND')
}

router.get(
  '/api/comments',
  'anyone',
  {
    summary: 'Comments on a contest or a post, most likes first, then newest.',
    query: { ...paging(20), cid, did },
    answer: z.object({
      commentList: page(restComment),
      commentLikeMap: z
        .record(z.string(), z.literal(true))
        .describe('Comments of the page that the caller likes.'),
    }),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const { where, orderBy } = await commentListing(ctx, subjectIn(query))
    const [rows, total] = await Promise.all([
      ctx.db.comment.findMany({
        where,
        orderBy,
        skip: wanted.offset,
        take: wanted.limit,
        ...columnsFor(ctx),
      }),
      ctx.db.comment.count({ where }),
    ])
    const liked = await likedOf(
      ctx,
      rows.map(({ id }) => id),
    )
    return {
      commentList: asPage(rows.map(asComment), total, wanted),
      commentLikeMap: Object.fromEntries([...liked].map((id) => [id, true as const])),
    }
  },
)

router.post(
  '/api/comment',
  'comment.create',
  {
    summary: 'Writes a comment on a contest or a post.',
    body: { cid, did, content: text().describe('Markdown, 1 to 10,000 characters.') },
    answer: restComment,
  },
  async (ctx, { body }) => {
    const { id } = await naming(ctx, () => writeComment(ctx, subjectIn(body), body.content))
    return asComment(await ctx.db.comment.findUniqueOrThrow({ where: { id }, ...columnsFor(ctx) }))
  },
)

router.delete(
  '/api/comment',
  'login',
  {
    summary: 'Deletes a comment with its replies.',
    body: { id: requiredNumber().describe('Number of the comment.') },
  },
  async (ctx, { body }) => {
    await removeComment(ctx, body.id)
  },
)

router.get(
  '/api/comment-like',
  'login',
  {
    summary: 'Likes a comment, or withdraws the like.',
    query: {
      cid: requiredNumber().describe('Number of the comment.'),
      toLike: requiredFlag().describe('Whether the caller likes it.'),
      sourceId: optionalNumber().describe('Number of the subject.'),
      sourceType: oneOf(['Discussion', 'Contest'], null).describe('Kind of the subject.'),
    },
  },
  async (ctx, { query }) => {
    await likeComment(ctx, query.cid, query.toLike)
  },
)

router.get(
  '/api/reply',
  'anyone',
  {
    summary: 'All replies to a comment, oldest first, at most 1,000.',
    query: {
      commentId: requiredNumber().describe('Number of the comment.'),
      cid: optionalNumber().describe('Number of the contest.'),
    },
    answer: z.array(restReply),
  },
  async (ctx, { query }) =>
    (await allReplies(ctx, query.commentId, WITH_PEOPLE)).map((row) => asReply(row as ReplyRow)),
)

const replyBody = z
  .object({
    reply: z.object({ commentId: nestedNumber, content: z.string() }),
    quoteId: nestedNumber.nullish(),
    quoteType: z.enum(['Comment', 'Reply']).nullish(),
  })
  .meta({ id: 'ReplyInput', description: 'A reply, and what it replies to.' })

router.post(
  '/api/reply',
  'reply.create',
  { summary: 'Replies to a comment or to one of its replies.', body: replyBody, answer: restReply },
  async (ctx, { body: { reply, quoteId, quoteType } }) => {
    const replyId = quoteType === 'Reply' ? (quoteId ?? null) : null
    const to = { commentId: reply.commentId ?? 0, replyId }
    const { id } = await naming(ctx, () => writeReply(ctx, to, reply.content))
    return asReply(await ctx.db.reply.findUniqueOrThrow({ where: { id }, ...WITH_PEOPLE }))
  },
)

router.delete(
  '/api/reply',
  'login',
  {
    summary: 'Deletes a reply.',
    body: z
      .object({ reply: z.object({ id: nestedNumber }) })
      .meta({ id: 'RemovedReply', description: 'A reply to delete.' }),
  },
  async (ctx, { body }) => {
    await removeReply(ctx, body.reply.id ?? 0)
  },
)
