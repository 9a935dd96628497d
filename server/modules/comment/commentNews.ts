import type { Discussion } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { viewerIn } from '../../memberships.ts'
import { linkTo, SITE } from '../../paths.ts'
import { visibleDiscussions } from '../../policy/discussion.ts'
import type { Jobs, NewNotification, ToldAct } from '../../queue.ts'
import { areOpen } from '../discussion/discussion.ts'
import { notify } from '../notification/notification.ts'
import { usernameKeyOf } from '../user/username.ts'
import { mentionsIn } from './mentions.ts'

/** Accounts that one text tells by naming them (area-rules M3). */
const MOST_NAMED = 10

/** One person, and what to tell them. */
type News = { userId: string | null; kind: NewNotification['kind']; act: Omit<ToldAct, 'senderId'> }

/**
 * Tells of a comment on a post or of a reply: the one answered, else the post's author, then those mentioned
 * (area-rules M1 to M4). Nobody is told of what was deleted meanwhile, or hidden from them.
 */
export async function tellOfComment(
  ctx: Context,
  { commentId, replyId, answeredId }: Jobs['tellOfComment'],
): Promise<void> {
  const comment = await ctx.db.comment.findUnique({
    where: { id: commentId },
    include: { discussion: true, replies: { where: { id: { in: [replyId ?? 0, answeredId ?? 0] } } } },
  })
  const post = comment?.discussion
  if (!comment || !post) return
  const replyOf = (id: number | null) => comment.replies.find((reply) => reply.id === id)
  const reply = replyOf(replyId)
  if (replyId !== null && !reply) return
  const said = reply ?? comment
  const words = said.content
  const answered = replyOf(answeredId)
  const tie: News = reply
    ? {
        userId: reply.targetId,
        kind: 'REPLY',
        act: {
          action: 'REPLY',
          words,
          quote: (answered ?? comment).content,
          quoted: answered ? `Reply:${answered.id}` : `Comment:${comment.id}`,
        },
      }
    : { userId: post.authorId, kind: 'COMMENT', act: { action: 'COMMENT', words, quote: post.description } }
  const named = await accountsNamed(ctx, words)
  const mentions = named.map((userId): News => ({ userId, kind: 'REPLY', act: { action: 'MENTION', words } }))
  await tell(ctx, post, [tie, ...mentions], {
    senderId: said.authorId,
    dedupeKey: reply ? `Reply:${reply.id}` : `Comment:${comment.id}`,
    link: linkToComment(post, commentId, replyId),
    at: said.createdAt,
  })
}

/** Tells the author of a post or comment of the first like of a person (area-rules M1, M2). */
export async function tellOfLike(
  ctx: Context,
  { userId, commentId, discussionId }: Jobs['tellOfLike'],
): Promise<void> {
  if (discussionId !== null) {
    const like = await ctx.db.discussionLike.findUnique({
      where: { discussionId_userId: { discussionId, userId } },
      include: { discussion: true },
    })
    if (!like) return
    const { discussion: post, createdAt: at } = like
    const news: News = { userId: post.authorId, kind: 'LIKE', act: { action: 'LIKE_POST' } }
    const dedupeKey = `like Discussion:${post.id} ${userId}`
    return tell(ctx, post, [news], { senderId: userId, dedupeKey, link: linkToPost(post), at })
  }
  const like = await ctx.db.commentLike.findUnique({
    where: { commentId_userId: { commentId: commentId ?? 0, userId } },
    include: { comment: { include: { discussion: true } } },
  })
  const post = like?.comment.discussion
  if (!like || !post) return
  const { comment, createdAt: at } = like
  const act = { action: 'LIKE_COMMENT', quote: comment.content, quoted: `Comment:${comment.id}` } as const
  await tell(ctx, post, [{ userId: comment.authorId, kind: 'LIKE', act }], {
    senderId: userId,
    dedupeKey: `like Comment:${comment.id} ${userId}`,
    link: linkToComment(post, comment.id, null),
    at,
  })
}

type Event = { senderId: string; dedupeKey: string; link: string; at: Date }

/** Tells each person once, with the first of the news about them, if they see the post. */
async function tell(
  ctx: Context,
  post: Discussion,
  all: readonly News[],
  { senderId, dedupeKey, link, at }: Event,
): Promise<void> {
  if (!(await areOpen(ctx, post))) return
  const told = new Set<string | null>([senderId, null])
  for (const { userId, kind, act } of all) {
    if (userId === null || told.has(userId) || !(await sees(ctx, userId, post))) continue
    told.add(userId)
    await notify(ctx, {
      userId,
      kind,
      act: { ...act, senderId, sourceTitle: post.title },
      subject: `Discussion:${post.id}`,
      link,
      at: at.toISOString(),
      dedupeKey,
    })
  }
}

/** Whether an account, neither banned nor ended, sees a post. */
async function sees(ctx: Context, userId: string, { id }: Discussion): Promise<boolean> {
  const user = await ctx.db.user.findFirst({
    where: { id: userId, disabled: false, endedAt: null },
    select: { id: true, username: true, role: true, standing: true },
  })
  if (!user) return false
  const reader = readerOf({ ...ctx, viewer: await viewerIn(ctx.house, user) })
  const row = await ctx.db.discussion.findFirst({
    where: { AND: [{ id }, visibleDiscussions(reader)] },
    select: { id: true },
  })
  return row !== null
}

/** The first accounts that a text names, in its order. */
async function accountsNamed(ctx: Context, text: string): Promise<string[]> {
  const mentions = mentionsIn(await ctx.house.markdown.treeOf(text)).map((names) => names.map(usernameKeyOf))
  if (mentions.length === 0) return []
  const users = await ctx.db.user.findMany({
    where: { usernameKey: { in: [...new Set(mentions.flat())] }, endedAt: null },
    select: { id: true, usernameKey: true },
  })
  const ids = new Map(users.map(({ id, usernameKey }) => [usernameKey, id]))
  const named = mentions.flatMap((keys) => keys.map((key) => ids.get(key)).find(Boolean) ?? [])
  return [...new Set(named)].slice(0, MOST_NAMED)
}

const baseOf = ({ groupId }: Discussion) => ({ ...SITE, groupId })

const linkToPost = (post: Discussion): string => linkTo(baseOf(post), `/discussion-detail/${post.id}`)

const linkToComment = (post: Discussion, commentId: number, replyId: number | null): string => {
  const reply = replyId === null ? '' : `&reply=${replyId}`
  return `${linkToPost(post)}?comment=${commentId}${reply}`
}
