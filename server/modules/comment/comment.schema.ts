import type { Comment } from '#prisma/generated/client.ts'
import { builder, nullUnlessSeen } from '../../builder.ts'
import { type Context, readerOf } from '../../context.ts'
import { RowChangeEnum } from '../../enums.ts'
import { visibleReplies } from '../../policy/comment.ts'
import type { SubjectColumn } from '../../policy/subject.ts'
import {
  actsOn,
  FIRST_REPLIES,
  likeComment,
  likesOf,
  removeComment,
  removeReply,
  writeComment,
  writeReply,
} from './comment.ts'
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
    'Whose words a stream tells of. PUBLIC: those that all see who look into the subject. OWN: threads and words of ' +
    'the viewer. ALL: everything, for those who moderate.',
  values: COMMENT_VIEWS,
})

const isOpen = (ctx: Context, comment: Pick<Comment, SubjectColumn>): Promise<boolean> =>
  kindOf(subjectOf(comment).kind).isOpen(ctx)

/** What the acts of somebody on a comment depend on. */
const ACTS = { ...SUBJECT_COLUMNS, authorId: true, author: { select: { id: true, role: true } } } as const
const ACTS_OF_REPLY = {
  ...{ authorId: true, author: { select: { id: true, role: true } } },
  comment: { select: { ...SUBJECT_COLUMNS, authorId: true } },
} as const

export const CommentNode = builder.prismaNode('Comment', {
  id: { field: 'id' },
  description: 'What somebody says about a subject, such as a contest.',
  select: { id: true, ...SUBJECT_COLUMNS },
  runScopesOnType: true,
  authScopes: async (row, ctx) => (await isOpen(ctx, row)) && { sees: ['comment', row.id] },
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    author: t.relation('author', { description: 'Whose words they are.' }),
    content: t.exposeString('content', { description: 'Markdown.' }),
    contentTree: t.field({
      type: 'MarkdownTree',
      description: '`content` as it is drawn.',
      select: { content: true },
      resolve: ({ content }, _, ctx) => ctx.house.markdown.treeOf(content),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    isOfficial: t.boolean({
      description:
        'Whether it is the word of those whose subject it is, such as the organisers of a contest.',
      select: ACTS,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row, row)).isOfficial,
    }),
    likeCount: t.exposeInt('likeCount', { description: 'How many like it.' }),
    viewerLikes: t.boolean({
      description: 'Whether the viewer likes it.',
      select: (_, ctx) => ({ likes: { where: { userId: ctx.viewer?.id ?? '' }, take: 1 } }),
      resolve: ({ likes }) => likes.length > 0,
    }),
    viewerCanReply: t.boolean({
      description: 'Whether the viewer may answer it.',
      select: ACTS,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row, row)).reply,
    }),
    viewerCanRemove: t.boolean({
      description: 'Whether the viewer may take it away.',
      select: ACTS,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row, row)).remove,
    }),
    replies: t.relatedConnection('replies', {
      cursor: 'id',
      description: 'What is answered beneath it, oldest first.',
      defaultSize: FIRST_REPLIES,
      totalCount: true,
      args: { offset: t.arg.int({ description: 'Rows to leave out.' }) },
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
  description: 'What somebody answers beneath a comment.',
  select: { id: true, comment: { select: SUBJECT_COLUMNS } },
  runScopesOnType: true,
  authScopes: async (row, ctx) => (await isOpen(ctx, row.comment)) && { sees: ['reply', row.id] },
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    author: t.relation('author', { description: 'Whose words they are.' }),
    target: t.relation('target', {
      nullable: true,
      description: 'Whom they answer; null when the account is gone.',
    }),
    content: t.exposeString('content', { description: 'Markdown.' }),
    contentTree: t.field({
      type: 'MarkdownTree',
      description: '`content` as it is drawn.',
      select: { content: true },
      resolve: ({ content }, _, ctx) => ctx.house.markdown.treeOf(content),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    isOfficial: t.boolean({
      description:
        'Whether it is the word of those whose subject it is, such as the organisers of a contest.',
      select: ACTS_OF_REPLY,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row.comment, row)).isOfficial,
    }),
    viewerCanReply: t.boolean({
      description: 'Whether the viewer may answer it.',
      select: ACTS_OF_REPLY,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row.comment, row)).reply,
    }),
    viewerCanRemove: t.boolean({
      description: 'Whether the viewer may take it away.',
      select: ACTS_OF_REPLY,
      resolve: async (row, _, ctx) => (await actsOn(ctx, row.comment, row)).remove,
    }),
  }),
})

const subjectInput = (id: { typename: string; id: string }): SubjectRef =>
  subjectNamed(id.typename, Number(id.id))

const WriteCommentInput = builder.inputType('WriteCommentInput', {
  description: 'What somebody wants to say.',
  fields: (t) => ({
    subjectId: t.globalID({ required: true, description: 'What it is about: a contest.' }),
    content: t.string({ required: true, description: 'Markdown, 1 to 10,000 characters.' }),
  }),
})

const WriteReplyInput = builder.inputType('WriteReplyInput', {
  description: 'What somebody wants to answer.',
  fields: (t) => ({
    commentId: t.globalID({ required: true, for: [CommentNode], description: 'Beneath which comment.' }),
    replyId: t.globalID({
      for: [ReplyNode],
      description: 'The reply beneath it that is answered; the comment itself when left out.',
    }),
    content: t.string({ required: true, description: 'Markdown, 1 to 10,000 characters.' }),
  }),
})

const RemoveCommentInput = builder.inputType('RemoveCommentInput', {
  description: 'A comment to take away.',
  fields: (t) => ({ id: t.globalID({ required: true, for: [CommentNode], description: 'The comment.' }) }),
})

const RemoveReplyInput = builder.inputType('RemoveReplyInput', {
  description: 'A reply to take away.',
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
  description: 'What was taken away.',
  fields: (t) => ({
    commentId: t.globalID({
      description: 'The comment, or the one that the reply stood beneath.',
      resolve: ({ comment }) => ({ type: CommentNode, id: comment }),
    }),
    replyId: t.globalID({
      nullable: true,
      description: 'The reply; null: the whole comment.',
      resolve: ({ reply }) => (reply === null ? null : { type: ReplyNode, id: reply }),
    }),
    comment: t.prismaField({
      type: CommentNode,
      nullable: true,
      description: 'The comment with the replies that are left; null when it was taken away itself.',
      resolve: (query, { comment: id }, _, ctx) => ctx.db.comment.findUnique({ ...query, where: { id } }),
    }),
  }),
})

/** With what entering a subject may be refused, whatever kind it is of. */
const LET_IN = Object.values(SUBJECT_KINDS).flatMap(({ refusals }) => refusals)

builder.mutationFields((t) => ({
  writeComment: t.prismaField({
    type: CommentNode,
    description: 'Says something about a subject.',
    refuses: ['FORBIDDEN', 'COMMENT_TOO_SOON', ...LET_IN],
    args: { input: t.arg({ type: WriteCommentInput, required: true }) },
    resolve: async (query, _, { input: { subjectId, content } }, ctx) => {
      const { id } = await writeComment(ctx, subjectInput(subjectId), content)
      return ctx.db.comment.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  writeReply: t.prismaField({
    type: ReplyNode,
    description: 'Answers a comment, or a reply beneath it.',
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
    description: 'Likes a comment, or no longer.',
    refuses: [...LET_IN],
    args: { input: t.arg({ type: LikeCommentInput, required: true }) },
    resolve: async (query, _, { input: { id, likes } }, ctx) => {
      const comment = await likeComment(ctx, Number(id.id), likes)
      return ctx.db.comment.findUniqueOrThrow({ ...query, where: { id: comment.id } })
    },
  }),
  removeComment: t.field({
    type: Removed,
    description: 'Takes a comment away with all beneath it.',
    refuses: ['FORBIDDEN', ...LET_IN],
    args: { input: t.arg({ type: RemoveCommentInput, required: true }) },
    resolve: async (_, { input: { id } }, ctx) => {
      const subject = await removeComment(ctx, Number(id.id))
      return { comment: Number(id.id), reply: null, subject }
    },
  }),
  removeReply: t.field({
    type: Removed,
    description: 'Takes a reply away.',
    refuses: ['FORBIDDEN', ...LET_IN],
    args: { input: t.arg({ type: RemoveReplyInput, required: true }) },
    resolve: async (_, { input: { id } }, ctx) => {
      const comment = await removeReply(ctx, Number(id.id))
      return { comment: comment.id, reply: Number(id.id), subject: subjectOf(comment) }
    },
  }),
}))

const CommentChangeType = builder.objectRef<CommentChange>('CommentChange').implement({
  description: 'What became of a comment, or of a reply beneath it.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What became of it.' }),
    commentId: t.globalID({
      description: 'The comment, also one that is not there any more.',
      resolve: ({ commentId }) => ({ type: CommentNode, id: commentId }),
    }),
    replyId: t.globalID({
      nullable: true,
      description: 'The reply, also one that is not there any more; null: the comment itself.',
      resolve: ({ replyId }) => (replyId === null ? null : { type: ReplyNode, id: replyId }),
    }),
    likeCount: t.int({
      nullable: true,
      description: 'How many like the comment; null when it is not there any more.',
      resolve: ({ commentId }, _, ctx) => likesOf(ctx, commentId),
    }),
    comment: t.prismaField({
      type: CommentNode,
      ...nullUnlessSeen('comment', ({ commentId }: CommentChange) => commentId),
      description: 'Null when it is not there any more.',
      resolve: (query, { commentId }, _, ctx) =>
        ctx.db.comment.findUnique({ ...query, where: { id: commentId } }),
    }),
    reply: t.prismaField({
      type: ReplyNode,
      ...nullUnlessSeen('reply', ({ replyId }: CommentChange) => replyId),
      description: 'Null when it is not there any more, or the comment itself is meant.',
      resolve: (query, { replyId }, _, ctx) =>
        replyId === null ? null : ctx.db.reply.findUnique({ ...query, where: { id: replyId } }),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  commentsChanged: t.field({
    type: CommentChangeType,
    description: 'Comments on a subject, and replies beneath them, as they come, change and go.',
    args: {
      subjectId: t.arg.globalID({ required: true, description: 'What they are about: a contest.' }),
      view: t.arg({ type: CommentViewEnum, description: 'Whose words; PUBLIC when left out.' }),
    },
    subscribe: (_, { subjectId, view }, ctx) => watchComments(ctx, subjectInput(subjectId), view ?? 'PUBLIC'),
    resolve: (change) => change,
  }),
}))
