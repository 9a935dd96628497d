import { NotificationAction } from '#prisma/generated/enums.ts'
import { builder, nullUnlessSeen } from '../../builder.ts'
import { onOneLine } from '../../core/checked.ts'
import { NotificationKindEnum as KindEnum, RowChangeEnum } from '../../enums.ts'
import { textOf } from '../../shared/markdown/tree.ts'
import type { ChangedRow } from '../../watch.ts'
import {
  cleanNotifications,
  countUnread,
  markRead,
  notificationListing,
  watchNotifications,
  watchUnread,
} from './notification.ts'
import type { Unread } from './unread.ts'
import { WORDED, wordingOf } from './wording.ts'

const ActionEnum = builder.enumType(NotificationAction, {
  name: 'NotificationAction',
  description: 'What the sender of a notification did.',
})

const NotificationType = builder.prismaNode('Notification', {
  id: { field: 'id', description: 'Id of the notification.' },
  description: 'A notification of the viewer.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['notification', row.id] }),
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'Kind.' }),
    title: t.string({
      description: "Text in the viewer's language.",
      select: WORDED,
      resolve: (row, _, ctx) => wordingOf(ctx, row).title,
    }),
    content: t.string({
      description: "Text in the viewer's language; Markdown in notices of the site.",
      select: WORDED,
      resolve: (row, _, ctx) => wordingOf(ctx, row).content,
    }),
    contentTree: t.field({
      type: 'MarkdownTree',
      description: '`content` as HTML.',
      select: WORDED,
      resolve: (row, _, ctx) => ctx.house.markdown.treeOf(wordingOf(ctx, row).content),
    }),
    summary: t.string({
      description: '`content` on one line, without the signs of Markdown.',
      select: { kind: true, ...WORDED },
      resolve: async (row, _, ctx) => {
        const { content } = wordingOf(ctx, row)
        return onOneLine(row.kind === 'SYS' ? textOf(await ctx.house.markdown.treeOf(content)) : content)
      },
    }),
    action: t.expose('action', {
      type: ActionEnum,
      nullable: true,
      description: 'What the sender did; null: the site tells it.',
    }),
    sender: t.relation('sender', {
      nullable: true,
      description: 'Who acted; null when nobody did, or the account was deleted.',
    }),
    words: t.exposeString('words', {
      nullable: true,
      description: 'What the sender wrote: at most 200 characters as typed, and dots.',
    }),
    quote: t.exposeString('quote', {
      nullable: true,
      description: 'The words that it is about: at most 100 characters as typed, and dots.',
    }),
    sourceTitle: t.exposeString('sourceTitle', {
      nullable: true,
      description: 'Title of the post, as it was then.',
    }),
    link: t.exposeString('link', { nullable: true, description: 'Path of the page it is about.' }),
    isRead: t.boolean({
      description: 'Whether the viewer has read it.',
      select: { readAt: true },
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

const CleanInput = builder.inputType('CleanNotificationsInput', {
  description: 'Notifications to remove.',
  fields: (t) => ({
    kind: t.field({ type: KindEnum, required: true, description: 'Only of this kind.' }),
    id: t.globalID({ for: NotificationType, description: 'Only this one; it must be of that kind.' }),
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
      args: {
        kind: t.arg({ type: KindEnum, description: 'Only of this kind.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: (_, { kind }, ctx) =>
        ctx.db.notification.count({ where: notificationListing(ctx, kind).where }),
      resolve: (query, _, { kind, offset }, ctx) =>
        ctx.db.notification.findMany({
          ...query,
          ...notificationListing(ctx, kind),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
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
  cleanNotifications: t.field({
    type: UnreadRef,
    description: 'Removes notifications of one kind for good, or one of them; returns the unread numbers.',
    refuses: ['NOT_FOUND'],
    args: { input: t.arg({ type: CleanInput, required: true }) },
    resolve: async (_, { input: { kind, id } }, ctx) => {
      await cleanNotifications(ctx, { kind, id: id ? Number(id.id) : null })
      return countUnread(ctx)
    },
  }),
}))

const NotificationChange = builder.objectRef<ChangedRow>('NotificationChange').implement({
  description: "A change of one of the viewer's notifications.",
  fields: (t) => ({
    change: t.expose('change', {
      type: RowChangeEnum,
      description: 'CREATED: told; CHANGED: read; REMOVED: removed; RESET: many changed.',
    }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the notification, even when it was removed; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: NotificationType, id }),
    }),
    notification: t.prismaField({
      type: NotificationType,
      ...nullUnlessSeen('notification', ({ id }: ChangedRow) => id),
      description: 'The notification; null when it was removed.',
      resolve: (query, { id }, _, ctx) =>
        id === null ? null : ctx.db.notification.findUnique({ ...query, where: { id } }),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  unreadChanged: t.field({
    type: UnreadRef,
    description: "The viewer's unread numbers, after each change.",
    subscribe: (_, __, ctx) => watchUnread(ctx),
    resolve: (unread) => unread,
  }),
  notificationsChanged: t.field({
    type: NotificationChange,
    description: "The viewer's notifications, as they are told, read and removed.",
    args: { kind: t.arg({ type: KindEnum, description: 'Only of this kind.' }) },
    subscribe: (_, { kind }, ctx) => watchNotifications(ctx, kind),
    resolve: (change) => change,
  }),
}))
