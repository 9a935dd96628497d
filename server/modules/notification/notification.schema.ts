import { NotificationKind } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import {
  countUnread,
  markRead,
  notificationListing,
  type Unread,
  watchUnread,
  wordingOf,
} from './notification.ts'

const KindEnum = builder.enumType(NotificationKind, {
  name: 'NotificationKind',
  description: 'What a notification is about: comments, replies, likes, the site, or oneself alone.',
})

const NotificationType = builder.prismaNode('Notification', {
  id: { field: 'id', description: 'The id of this notification.' },
  description: 'Something that the site told the viewer.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['notification', row.id] }),
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'What it is about.' }),
    title: t.string({
      description: 'In the language of the reader.',
      resolve: (row, _, ctx) => wordingOf(ctx, row).title,
    }),
    content: t.string({
      description: 'In the language of the reader.',
      resolve: (row, _, ctx) => wordingOf(ctx, row).content,
    }),
    link: t.exposeString('link', { nullable: true, description: 'A path of this site that shows it.' }),
    isRead: t.boolean({
      description: 'Whether the viewer has read it.',
      resolve: ({ readAt }) => readAt !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was told.' }),
  }),
})

const UnreadRef = builder.objectRef<Unread>('Unread').implement({
  description: 'How much the viewer has not read, by kind.',
  fields: (t) => ({
    commentCount: t.exposeInt('comment', { description: 'Comments on what they wrote.' }),
    replyCount: t.exposeInt('reply', { description: 'Replies to their comments.' }),
    likeCount: t.exposeInt('like', { description: 'Likes of what they wrote.' }),
    sys: t.exposeInt('sys', { description: 'What the site told everybody.' }),
    mine: t.exposeInt('mine', { description: 'What the site told them alone.' }),
    total: t.exposeInt('total', { description: 'All of it.' }),
  }),
})

const MarkReadInput = builder.inputType('MarkNotificationsReadInput', {
  description: 'Which ones; all of them when nothing is given.',
  fields: (t) => ({
    kind: t.field({ type: KindEnum, description: 'Those of one kind.' }),
    ids: t.globalIDList({ for: NotificationType, description: 'These.' }),
  }),
})

builder.queryFields((t) => ({
  unread: t.field({
    type: UnreadRef,
    nullable: true,
    description: 'Null for guests.',
    resolve: (_, __, ctx) => (ctx.viewer ? countUnread(ctx) : null),
  }),
  notifications: t.prismaConnection(
    {
      type: NotificationType,
      cursor: 'id',
      description: 'What the viewer was told, newest first.',
      args: { kind: t.arg({ type: KindEnum, description: 'Only of this kind.' }) },
      totalCount: (_, { kind }, ctx) =>
        ctx.db.notification.count({ where: notificationListing(ctx, kind).where }),
      resolve: (query, _, { kind }, ctx) =>
        ctx.db.notification.findMany({ ...query, ...notificationListing(ctx, kind) }),
    },
    { name: 'NotificationConnection' },
    { name: 'NotificationEdge' },
  ),
}))

builder.mutationFields((t) => ({
  markNotificationsRead: t.field({
    type: UnreadRef,
    description: 'Marks what the viewer was told as read; answers what is left.',
    refuses: [],
    args: { input: t.arg({ type: MarkReadInput, required: true }) },
    resolve: async (_, { input: { kind, ids } }, ctx) => {
      await markRead(ctx, { kind, ids: ids?.map(({ id }) => Number(id)) })
      return countUnread(ctx)
    },
  }),
}))

builder.subscriptionFields((t) => ({
  unreadChanged: t.field({
    type: UnreadRef,
    description: 'How much the viewer has not read, after each change of that.',
    subscribe: (_, __, ctx) => watchUnread(ctx),
    resolve: (unread) => unread,
  }),
}))
