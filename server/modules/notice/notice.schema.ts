import { builder } from '../../builder.ts'
import { follow } from '../../events.ts'
import { findNotice, findSeenNotice, noticeListing, wordingOf } from './notice.ts'

const SiteNotice = builder.prismaNode('SiteNotice', {
  id: { field: 'id' },
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['siteNotice', row.id] }),
  fields: (t) => ({
    title: t.string({ select: { texts: true }, resolve: (row, _, ctx) => wordingOf(row, ctx).title }),
    content: t.string({ select: { texts: true }, resolve: (row, _, ctx) => wordingOf(row, ctx).content }),
    author: t.relation('author', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

builder.objectFields('Site', (t) => ({
  siteNotices: t.prismaConnection(
    {
      type: SiteNotice,
      cursor: 'id',
      defaultSize: 5,
      args: { offset: t.arg.int() },
      totalCount: (_, __, ctx) => ctx.db.siteNotice.count({ where: noticeListing.where }),
      resolve: (query, _, args, ctx) =>
        ctx.db.siteNotice.findMany({
          ...query,
          ...noticeListing,
          skip: (query.skip ?? 0) + Math.max(args.offset ?? 0, 0),
        }),
    },
    { name: 'SiteNoticeConnection' },
    { name: 'SiteNoticeEdge' },
  ),
}))

builder.queryFields((t) => ({
  siteNotice: t.field({
    type: SiteNotice,
    args: { id: t.arg.globalID({ required: true, for: SiteNotice }) },
    resolve: (_, args, ctx) => findNotice(ctx, Number(args.id.id) || 0),
  }),
}))

builder.subscriptionFields((t) => ({
  siteNoticeChanged: t.field({
    type: SiteNotice,
    subscribe: (_, __, ctx) =>
      follow(
        ctx,
        ['notice.changed'],
        () => true,
        (ctx, { noticeId }) => findSeenNotice(ctx, noticeId),
      ),
    resolve: (row) => row,
  }),
}))
