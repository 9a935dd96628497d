import type { Comment } from '#prisma/generated/client.ts'
import { builder, nullUnlessSeen } from '../../builder.ts'
import { type Context, readerOf } from '../../context.ts'
import { say } from '../../doors/asking.ts'
import { RowChangeEnum } from '../../enums.ts'
import { visibleReplies } from '../../policy/comment.ts'
import type { SubjectColumn, SubjectName } from '../../policy/subject.ts'
import {
  actsOn,
  canComment,
  commentBar,
  commentListing,
  FIRST_REPLIES,
  likeComment,
  likesOf,
  removeComment,
  removeReply,
  writeComment,
  writeReply,
} from './comment.ts'
import { mentionCandidates } from './mentionCandidates.ts'
import {
  kindOf,
  SUBJECT_COLUMNS,
  SUBJECT_KINDS,
  type SubjectRef,
  subjectNamed,
  subjectOf,
} from './subjects.ts'
import { COMMENT_VIEWS, type CommentChange, watchComments } from './watching.ts'

const CommentViewEnum = builder.enumType('CommentView', {
  description:
    "Comments of a stream. PUBLIC: those that everyone with access to the subject sees. OWN: the viewer's threads and replies. ALL: everything, for moderators.",
  values: COMMENT_VIEWS,
})

const isOpen = (ctx: Context, comment: Pick<Comment, SubjectColumn>): Promise<boolean> => {
  const { kind, id } = subjectOf(comment)
  return kindOf(kind).isOpen(ctx, id)
}

/** Columns that the viewer's actions on a comment depend on. */
const ACTS = { ...SUBJECT_COLUMNS, authorId: true, author: { select: { id: true, role: true } } } as const
const ACTS_OF_REPLY = {
  authorId: true,
  author: { select: { id: true, role: true } },
  comment: { select: { ...SUBJECT_COLUMNS, authorId: true } },
} as const

export const CommentNode = builder.prismaNode('Comment', {
  id: { field: 'id' },
  description: 'A comment on a subject, such as a contest or a post.',
  select: { id: true, ...SUBJECT_COLUMNS },
  runScopesOnType: true,
  authScopes: async (row, ctx) => (await isOpen(ctx, row)) && { sees: ['comment', row.id] },
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    author: t.relation('author', { description: 'Author.' }),
    content: t.exposeString('content', { description: 'Markdown.' }),
    contentTree: t.field({
      type: 'MarkdownTree',
      description: '`content` as HTML.',
      select: { content: true },
      resolve: ({ content }, _, ctx) => ctx.house.markdown.treeOf(content),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    isOfficial: t.boolean({
      description: 'Whether its author is an official of the subject, such as an organiser of the contest.',
      select: ACTS,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row, row)).isOfficial,
    }),
    likeCount: t.exposeInt('likeCount', { description: 'Number of likes.' }),
    viewerLikes: t.boolean({
      description: 'Whether the viewer likes it.',
      select: (_, ctx) => ({ likes: { where: { userId: ctx.viewer?.id ?? '' }, take: 1 } }),
      resolve: ({ likes }) => likes.length > 0,
    }),
    viewerCanReply: t.boolean({
      description: 'Whether the viewer may reply to it.',
      select: ACTS,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row, row)).reply,
    }),
    viewerCanRemove: t.boolean({
      description: 'Whether the viewer may delete it.',
      select: ACTS,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row, row)).remove,
    }),
    replies: t.relatedConnection('replies', {
      cursor: 'id',
      description: 'Replies, oldest first.',
      defaultSize: FIRST_REPLIES,
      totalCount: true,
      args: { offset: t.arg.int({ description: 'Number of rows to skip.' }) },
      query: ({ offset }, ctx) => ({
        where: visibleReplies(readerOf(ctx)),
        orderBy: { id: 'asc' },
        skip: Math.max(offset ?? 0, 0),
      }),
    }),
  }),
})

const ReplyNode = builder.prismaNode('Reply', {
  id: { field: 'id' },
  description: 'A reply to a comment.',
  select: { id: true, comment: { select: SUBJECT_COLUMNS } },
  runScopesOnType: true,
  authScopes: async (row, ctx) => (await isOpen(ctx, row.comment)) && { sees: ['reply', row.id] },
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    author: t.relation('author', { description: 'Author.' }),
    target: t.relation('target', {
      nullable: true,
      description: 'Author of the comment or reply it replies to; null when the account was deleted.',
    }),
    content: t.exposeString('content', { description: 'Markdown.' }),
    contentTree: t.field({
      type: 'MarkdownTree',
      description: '`content` as HTML.',
      select: { content: true },
      resolve: ({ content }, _, ctx) => ctx.house.markdown.treeOf(content),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    isOfficial: t.boolean({
      description: 'Whether its author is an official of the subject, such as an organiser of the contest.',
      select: ACTS_OF_REPLY,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row.comment, row)).isOfficial,
    }),
    viewerCanReply: t.boolean({
      description: 'Whether the viewer may reply to it.',
      select: ACTS_OF_REPLY,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row.comment, row)).reply,
    }),
    viewerCanRemove: t.boolean({
      description: 'Whether the viewer may delete it.',
      select: ACTS_OF_REPLY,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row.comment, row)).remove,
    }),
  }),
})

const CommentEdge = builder.edgeObject({ type: CommentNode, name: 'CommentEdge' })
const CommentConnection = builder.connectionObject(
  {
    type: CommentNode,
    name: 'CommentConnection',
    fields: (t) => ({
      totalCount: t.int({
        extensions: { pothosPrismaTotalCount: true },
        resolve: (connection) => (connection.totalCount as unknown as () => Promise<number>)(),
      }),
    }),
  },
  CommentEdge,
)

/** Adds the comments of a subject to its type. */
export function addComments(type: 'Contest' | 'Discussion', kind: SubjectName, audience: string): void {
  const refOf = ({ id }: { id: number }): SubjectRef => ({ kind, id })
  // The types of both are alike here: a number called id.
  builder.prismaObjectFields(type as 'Contest', (t) => ({
    viewerCanComment: t.boolean({
      nullable: true,
      description: 'Whether the viewer may comment there; for viewers who may enter.',
      resolve: (row, _, ctx) => canComment(ctx, refOf(row)),
    }),
    viewerCommentBar: t.string({
      nullable: true,
      description: "Why the viewer may not comment, in the viewer's language; null: they may.",
      resolve: async (row, _, ctx) => {
        const bar = await commentBar(ctx, refOf(row))
        return bar && say(ctx.locale, bar)
      },
    }),
    mentionCandidates: t.prismaField({
      type: ['User'],
      nullable: true,
      description:
        'Users whom a comment there may mention, at most 8: people of the thread first, then others by the first letters of their usernames; in a group only its members.',
      complexity: { field: 20, multiplier: 8 },
      args: { prefix: t.arg.string({ required: true, description: 'First letters of the username.' }) },
      resolve: async (query, row, { prefix }, ctx) => {
        const ids = await mentionCandidates(ctx, refOf(row), prefix)
        const users = await ctx.db.user.findMany({ ...query, where: { id: { in: ids } } })
        return ids.flatMap((id) => users.find((user) => user.id === id) ?? [])
      },
    }),
    comments: t.prismaConnection(
      {
        type: CommentNode,
        cursor: 'id',
        nullable: true,
        defaultSize: 10,
        description: `Comments, most likes first, then newest, for viewers who may enter. ${audience}`,
        args: { offset: t.arg.int({ description: 'Number of rows to skip.' }) },
        totalCount: async (row, _, ctx) =>
          ctx.db.comment.count({ where: (await commentListing(ctx, refOf(row))).where }),
        resolve: async (query, row, { offset }, ctx) =>
          ctx.db.comment.findMany({
            ...query,
            ...(await commentListing(ctx, refOf(row))),
            skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
          }),
      },
      CommentConnection,
      CommentEdge,
    ),
  }))
}

/** The subject of a global id. */
export const subjectInput = (id: { typename: string; id: string }): SubjectRef =>
  subjectNamed(id.typename, Number(id.id))

const WriteCommentInput = builder.inputType('WriteCommentInput', {
  description: 'A comment to write.',
  fields: (t) => ({
    subjectId: t.globalID({ required: true, description: 'Its subject: a contest or a post.' }),
    content: t.string({ required: true, description: 'Markdown, 1 to 10,000 characters.' }),
  }),
})

const WriteReplyInput = builder.inputType('WriteReplyInput', {
  description: 'A reply to write.',
  fields: (t) => ({
    commentId: t.globalID({ required: true, for: [CommentNode], description: 'The comment to reply to.' }),
    replyId: t.globalID({
      for: [ReplyNode],
      description: 'The reply to that comment that is replied to; default: the comment itself.',
    }),
    content: t.string({ required: true, description: 'Markdown, 1 to 10,000 characters.' }),
  }),
})

const RemoveCommentInput = builder.inputType('RemoveCommentInput', {
  description: 'A comment to delete.',
  fields: (t) => ({ id: t.globalID({ required: true, for: [CommentNode], description: 'The comment.' }) }),
})

const RemoveReplyInput = builder.inputType('RemoveReplyInput', {
  description: 'A reply to delete.',
  fields: (t) => ({ id: t.globalID({ required: true, for: [ReplyNode], description: 'The reply.' }) }),
})

const LikeCommentInput = builder.inputType('LikeCommentInput', {
  description: 'A comment, and whether the viewer likes it.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [CommentNode], description: 'The comment.' }),
    likes: t.boolean({ required: true, description: 'Whether the viewer likes it.' }),
  }),
})

type RemovedRow = { comment: number; reply: number | null; subject: SubjectRef }

export const Removed = builder.objectRef<RemovedRow>('RemovedComment').implement({
  description: 'A deleted comment or reply.',
  fields: (t) => ({
    commentId: t.globalID({
      description: 'The comment, or the one that the reply belonged to.',
      resolve: ({ comment }) => ({ type: CommentNode, id: comment }),
    }),
    replyId: t.globalID({
      nullable: true,
      description: 'The reply; null when the whole comment was deleted.',
      resolve: ({ reply }) => (reply === null ? null : { type: ReplyNode, id: reply }),
    }),
    comment: t.prismaField({
      type: CommentNode,
      nullable: true,
      description: 'The comment with its remaining replies; null when it was deleted itself.',
      resolve: (query, { comment: id }, _, ctx) => ctx.db.comment.findUnique({ ...query, where: { id } }),
    }),
  }),
})

/** Refusals of entering a subject, of all kinds together. */
const LET_IN = Object.values(SUBJECT_KINDS).flatMap(({ refusals }) => refusals)

builder.mutationFields((t) => ({
  writeComment: t.prismaField({
    type: CommentNode,
    description: 'Writes a comment on a subject.',
    refuses: ['FORBIDDEN', 'COMMENT_TOO_SOON', ...LET_IN],
    args: { input: t.arg({ type: WriteCommentInput, required: true }) },
    resolve: async (query, _, { input: { subjectId, content } }, ctx) => {
      const { id } = await writeComment(ctx, subjectInput(subjectId), content)
      return ctx.db.comment.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  writeReply: t.prismaField({
    type: ReplyNode,
    description: 'Replies to a comment or to one of its replies.',
    refuses: ['FORBIDDEN', 'COMMENT_TOO_SOON', 'REPLY_REFUSED', ...LET_IN],
    args: { input: t.arg({ type: WriteReplyInput, required: true }) },
    resolve: async (query, _, { input: { commentId, replyId, content } }, ctx) => {
      const to = { commentId: Number(commentId.id), replyId: replyId ? Number(replyId.id) : null }
      const { id } = await writeReply(ctx, to, content)
      return ctx.db.reply.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  likeComment: t.prismaField({
    type: CommentNode,
    description: 'Likes a comment, or withdraws the like.',
    refuses: [...LET_IN],
    args: { input: t.arg({ type: LikeCommentInput, required: true }) },
    resolve: async (query, _, { input: { id, likes } }, ctx) => {
      const comment = await likeComment(ctx, Number(id.id), likes)
      return ctx.db.comment.findUniqueOrThrow({ ...query, where: { id: comment.id } })
    },
  }),
  removeComment: t.field({
    type: Removed,
    description: 'Deletes a comment with all replies.',
    refuses: ['FORBIDDEN', ...LET_IN],
    args: { input: t.arg({ type: RemoveCommentInput, required: true }) },
    resolve: async (_, { input: { id } }, ctx) => {
      const subject = await removeComment(ctx, Number(id.id))
      return { comment: Number(id.id), reply: null, subject }
    },
  }),
  removeReply: t.field({
    type: Removed,
    description: 'Deletes a reply.',
    refuses: ['FORBIDDEN', ...LET_IN],
    args: { input: t.arg({ type: RemoveReplyInput, required: true }) },
    resolve: async (_, { input: { id } }, ctx) => {
      const comment = await removeReply(ctx, Number(id.id))
      return { comment: comment.id, reply: Number(id.id), subject: subjectOf(comment) }
    },
  }),
}))

const CommentChangeType = builder.objectRef<CommentChange>('CommentChange').implement({
  description: 'A change of a comment or reply.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    commentId: t.globalID({
      description: 'Id of the comment, even when it was deleted.',
      resolve: ({ commentId }) => ({ type: CommentNode, id: commentId }),
    }),
    replyId: t.globalID({
      nullable: true,
      description: 'Id of the reply, even when it was deleted; null when the event is about the comment.',
      resolve: ({ replyId }) => (replyId === null ? null : { type: ReplyNode, id: replyId }),
    }),
    likeCount: t.int({
      nullable: true,
      description: 'Likes of the comment; null when it was deleted.',
      resolve: ({ commentId }, _, ctx) => likesOf(ctx, commentId),
    }),
    comment: t.prismaField({
      type: CommentNode,
      ...nullUnlessSeen('comment', ({ commentId }: CommentChange) => commentId),
      description: 'Null when it was deleted.',
      resolve: (query, { commentId }, _, ctx) =>
        ctx.db.comment.findUnique({ ...query, where: { id: commentId } }),
    }),
    reply: t.prismaField({
      type: ReplyNode,
      ...nullUnlessSeen('reply', ({ replyId }: CommentChange) => replyId),
      description: 'Null when it was deleted, or when the event is about the comment.',
      resolve: (query, { replyId }, _, ctx) =>
        replyId === null ? null : ctx.db.reply.findUnique({ ...query, where: { id: replyId } }),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  commentsChanged: t.field({
    type: CommentChangeType,
    description: 'Comments on a subject and their replies, as they are created, changed and deleted.',
    args: {
      subjectId: t.arg.globalID({ required: true, description: 'The subject: a contest or a post.' }),
      view: t.arg({ type: CommentViewEnum, description: 'Which comments; default PUBLIC.' }),
    },
    subscribe: (_, { subjectId, view }, ctx) => watchComments(ctx, subjectInput(subjectId), view ?? 'PUBLIC'),
    resolve: (change) => change,
  }),
}))
