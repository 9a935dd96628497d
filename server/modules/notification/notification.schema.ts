import { NotificationKind } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import {
  countUnread,
  markRead,
  NOTICE_WORDS,
  notificationListing,
  watchUnread,
  wordingOf,
} from './notification.ts'
import type { Unread } from './unread.ts'

const KindEnum = builder.enumType(NotificationKind, {
  name: 'NotificationKind',
  description: "Kind of a notification: comments, replies, likes, the site, or the viewer's own account.",
})

const NotificationType = builder.prismaNode('Notification', {
  id: { field: 'id', description: 'Id of the notification.' },
  description: 'A notification of the viewer.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['notification', row.id] }),
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'Kind.' }),
    title: t.string({
      description: "Text in the viewer's language.",
      select: NOTICE_WORDS,
      resolve: (row, _, ctx) => wordingOf(ctx, row).title,
    }),
    content: t.string({
      description: "Text in the viewer's language.",
      select: NOTICE_WORDS,
      resolve: (row, _, ctx) => wordingOf(ctx, row).content,
    }),
    link: t.exposeString('link', { nullable: true, description: 'Path of the page it is about.' }),
    isRead: t.boolean({
      description: 'Whether the viewer has read it.',
      resolve: ({ readAt }) => readAt !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  }),
})

const UnreadRef = builder.objectRef<Unread>('Unread').implement({
  description: 'Numbers of unread notifications by kind.',
  fields: (t) => ({
    commentCount: t.exposeInt('comment', { description: "Comments on the viewer's content." }),
    replyCount: t.exposeInt('reply', { description: "Replies to the viewer's comments." }),
    likeCount: t.exposeInt('like', { description: "Likes of the viewer's content." }),
    sys: t.exposeInt('sys', { description: 'Notices of the site to everyone.' }),
    mine: t.exposeInt('mine', { description: 'Notices of the site to the viewer alone.' }),
    total: t.exposeInt('total', { description: 'Sum.' }),
  }),
})

const MarkReadInput = builder.inputType('MarkNotificationsReadInput', {
  description: 'Notifications to mark; all when empty.',
  fields: (t) => ({
    kind: t.field({ type: KindEnum, description: 'Only of this kind.' }),
    ids: t.globalIDList({ for: NotificationType, description: 'Only these.' }),
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
      description: "The viewer's notifications, newest first.",
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
    description: 'Marks notifications as read; returns the numbers that remain.',
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
    description: "The viewer's unread numbers, after each change.",
    subscribe: (_, __, ctx) => watchUnread(ctx),
    resolve: (unread) => unread,
  }),
}))
