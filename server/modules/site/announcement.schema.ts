import { builder } from '../../builder.ts'
import { follow } from '../../events.ts'
import { announcementListing, findAnnouncement, findSeenAnnouncement, wordingOf } from './announcement.ts'

const Announcement = builder.prismaNode('Announcement', {
  id: { field: 'id' },
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['announcement', row.id] }),
  fields: (t) => ({
    title: t.string({ select: { texts: true }, resolve: (row, _, ctx) => wordingOf(row, ctx).title }),
    content: t.string({ select: { texts: true }, resolve: (row, _, ctx) => wordingOf(row, ctx).content }),
    author: t.relation('author', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

builder.objectFields('Site', (t) => ({
  announcements: t.prismaConnection(
    {
      type: Announcement,
      cursor: 'id',
      defaultSize: 5,
      args: { offset: t.arg.int() },
      totalCount: (_, __, ctx) => ctx.db.announcement.count({ where: announcementListing.where }),
      resolve: (query, _, args, ctx) =>
        ctx.db.announcement.findMany({
          ...query,
          ...announcementListing,
          skip: (query.skip ?? 0) + Math.max(args.offset ?? 0, 0),
        }),
    },
    { name: 'AnnouncementConnection' },
    { name: 'AnnouncementEdge' },
  ),
}))

builder.queryFields((t) => ({
  announcement: t.field({
    type: Announcement,
    args: { id: t.arg.globalID({ required: true, for: Announcement }) },
    resolve: (_, args, ctx) => findAnnouncement(ctx, Number(args.id.id) || 0),
  }),
}))

builder.subscriptionFields((t) => ({
  announcementChanged: t.field({
    type: Announcement,
    subscribe: (_, __, ctx) =>
      follow(
        ctx,
        ['announcement.changed'],
        () => true,
        (ctx, { announcementId }) => findSeenAnnouncement(ctx, announcementId),
      ),
    resolve: (row) => row,
  }),
}))
