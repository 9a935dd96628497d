import { builder } from '../../builder.ts'
import { RowChangeEnum } from '../../enums.ts'
import type { ChangedRow } from '../../watch.ts'
import {
  findListedNotice,
  findNotice,
  noticeListing,
  watchListedNotices,
  watchNotices,
  wordingOf,
} from './notice.ts'

const SiteNotice = builder.prismaNode('SiteNotice', {
  description: 'Something that the site tells everybody.',
  id: { field: 'id' },
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['siteNotice', row.id] }),
  fields: (t) => ({
    title: t.string({
      description: "Title in the reader's language where there is one.",
      select: { texts: true },
      resolve: (row, _, ctx) => wordingOf(row, ctx).title,
    }),
    content: t.string({
      description: "Markdown, in the reader's language where there is any.",
      select: { texts: true },
      resolve: (row, _, ctx) => wordingOf(row, ctx).content,
    }),
    author: t.relation('author', {
      description: 'Who wrote it; null when the account is gone.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

builder.objectFields('Site', (t) => ({
  siteNotices: t.prismaConnection(
    {
      description: 'The notices of the site, newest first.',
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
    description: 'A notice of the site.',
    type: SiteNotice,
    args: { id: t.arg.globalID({ required: true, for: SiteNotice }) },
    resolve: (_, args, ctx) => findNotice(ctx, Number(args.id.id) || 0),
  }),
}))

const SiteNoticeChangeType = builder.objectRef<ChangedRow>('SiteNoticeChange').implement({
  description: 'What became of a notice of the list.',
  fields: (t) => ({
    change: t.expose('change', { description: 'What became of it.', type: RowChangeEnum }),
    rowId: t.globalID({
      nullable: true,
      description: 'The id of the notice, also of one that is not there any more; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: SiteNotice, id }),
    }),
    siteNotice: t.field({
      type: SiteNotice,
      nullable: true,
      description: 'Null when it left the list.',
      resolve: ({ id }, _, ctx) => (id === null ? null : findListedNotice(ctx, id)),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  siteNoticesChanged: t.field({
    type: SiteNoticeChangeType,
    description: 'The notices that the home page lists, as they come, change and leave.',
    subscribe: (_, __, ctx) => watchListedNotices(ctx),
    resolve: (change) => change,
  }),
  siteNoticeChanged: t.field({
    type: SiteNotice,
    description: 'Each notice that is written, where the viewer may see it.',
    deprecationReason: 'siteNoticesChanged also tells of those that leave the list.',
    subscribe: (_, __, ctx) => watchNotices(ctx),
    resolve: (row) => row,
  }),
}))
