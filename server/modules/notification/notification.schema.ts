import { builder } from '../../builder.ts'
import { countUnread, type Unread, watchUnread } from './notification.ts'

const UnreadRef = builder.objectRef<Unread>('Unread').implement({
  fields: (t) => ({
    comment: t.exposeInt('comment'),
    reply: t.exposeInt('reply'),
    like: t.exposeInt('like'),
    sys: t.exposeInt('sys'),
    mine: t.exposeInt('mine'),
    total: t.exposeInt('total'),
  }),
})

builder.queryFields((t) => ({
  unread: t.field({
    type: UnreadRef,
    nullable: true,
    description: 'Null for guests.',
    resolve: (_, __, ctx) => (ctx.viewer ? countUnread(ctx) : null),
  }),
}))

builder.subscriptionFields((t) => ({
  unreadChanged: t.field({
    type: UnreadRef,
    subscribe: (_, __, ctx) => watchUnread(ctx),
    resolve: (unread) => unread,
  }),
}))
