import { LOCALES, type Locale } from '#locales/i18n.ts'
import { builder } from '../../builder.ts'
import { authorize } from '../../context.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { LocaleEnum, RowChangeEnum } from '../../enums.ts'
import { may } from '../../policy/viewer.ts'
import type { ChangedRow } from '../../watch.ts'
import {
  findListedNotice,
  findNotice,
  hideNotice,
  managedNotices,
  type NoticeTexts,
  noticeListing,
  removeNotice,
  saveNotice,
  watchListedNotices,
  watchManagedNotices,
  watchNotices,
  wordingOf,
  wordingsOf,
} from './notice.ts'

type NoticeText = { locale: Locale; title: string; content: string }

const NoticeTextType = builder.objectRef<NoticeText>('NoticeText').implement({
  description: 'Title and text of a notice in one language.',
  fields: (t) => ({
    locale: t.expose('locale', { type: LocaleEnum, description: 'The language.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    content: t.exposeString('content', { description: 'Markdown.' }),
  }),
})

const TEXTS = { select: { texts: true } } as const

const SiteNotice = builder.prismaNode('SiteNotice', {
  id: { field: 'id' },
  description: 'A notice of the site.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['siteNotice', row.id] }),
  fields: (t) => ({
    title: t.string({
      description: "Title in the viewer's language.",
      ...TEXTS,
      resolve: (row, _, ctx) => wordingOf(row, ctx).title,
    }),
    content: t.string({
      description: "Markdown in the viewer's language.",
      ...TEXTS,
      resolve: (row, _, ctx) => wordingOf(row, ctx).content,
    }),
    contentTree: t.field({
      type: 'MarkdownTree',
      description: '`content` as HTML.',
      ...TEXTS,
      resolve: (row, _, ctx) => ctx.house.markdown.treeOf(wordingOf(row, ctx).content),
    }),
    texts: t.field({
      type: [NoticeTextType],
      description: 'Title and text in all its languages.',
      ...TEXTS,
      resolve: (row) =>
        LOCALES.flatMap((locale): NoticeText[] => {
          const words = wordingsOf(row)[locale]
          return words ? [{ locale, ...words }] : []
        }),
    }),
    isHidden: t.exposeBoolean('hidden', { description: 'Whether it is visible to administrators only.' }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    author: t.relation('author', {
      nullable: true,
      description: 'Who did it; null when the account was deleted.',
    }),
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
      description: 'Public notices, newest first.',
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
  siteNotices: t.prismaConnection(
    {
      type: SiteNotice,
      cursor: 'id',
      nullable: true,
      description: 'All notices, hidden ones too, newest first; for notice administrators.',
      args: {
        offset: t.arg.int(),
        keyword: t.arg.string({ description: 'Part of the title or text in any language.' }),
      },
      totalCount: async (_, { keyword }, ctx) =>
        ctx.db.siteNotice.count({ where: (await managedNotices(ctx, keyword ?? '')).where }),
      resolve: async (query, _, { keyword, offset }, ctx) =>
        ctx.db.siteNotice.findMany({
          ...query,
          ...(await managedNotices(ctx, keyword ?? '')),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'ManagedSiteNoticeConnection' },
    { name: 'ManagedSiteNoticeEdge' },
  ),
}))

const NoticeTextInput = builder.inputType('NoticeTextInput', {
  description: 'Title and text of a notice in one language.',
  fields: (t) => ({
    locale: t.field({ type: LocaleEnum, required: true, description: 'The language.' }),
    title: t.string({ required: true, description: 'Title.' }),
    content: t.string({ required: true, description: 'Markdown.' }),
  }),
})

const CreateInput = builder.inputType('CreateSiteNoticeInput', {
  description: 'A new notice.',
  fields: (t) => ({
    texts: t.field({
      type: [NoticeTextInput],
      required: true,
      description: 'Title and text in one or more languages.',
    }),
    isHidden: t.boolean({ description: 'Whether it is visible to administrators only.' }),
  }),
})

const ChangeInput = builder.inputType('ChangeSiteNoticeInput', {
  description: 'Changes of an announcement; omitted fields stay as they are.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: SiteNotice, description: 'The notice.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    texts: t.field({ type: [NoticeTextInput], description: 'Title and text in one or more languages.' }),
    isHidden: t.boolean({ description: 'Whether it is visible to administrators only.' }),
  }),
})

const ChangeManyInput = builder.inputType('ChangeSiteNoticesInput', {
  description: 'Notices to show or hide.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: SiteNotice, description: 'The notices.' }),
    isHidden: t.boolean({ required: true, description: 'Whether to hide them.' }),
  }),
})

const RemoveManyInput = builder.inputType('RemoveSiteNoticesInput', {
  description: 'Notices.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: SiteNotice, description: 'The notices.' }),
  }),
})

const textsOf = (list: readonly NoticeText[]): NoticeTexts =>
  Object.fromEntries(
    list
      .filter(({ title, content }) => title.trim() || content.trim())
      .map(({ locale, title, content }) => [locale, { title, content }]),
  )

builder.mutationFields((t) => ({
  createSiteNotice: t.field({
    type: SiteNotice,
    description: 'Creates a notice.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: (_, { input: { texts, isHidden } }, ctx) =>
      saveNotice(ctx, { id: null, texts: textsOf(texts), hidden: isHidden ?? false }),
  }),
  changeSiteNotice: t.field({
    type: SiteNotice,
    description: 'Edits a notice.',
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: async (_, { input: { id, version, texts, isHidden } }, ctx) => {
      authorize(ctx, may(ctx, 'notice.manage'))
      const before = await findNotice(ctx, Number(id.id))
      return saveNotice(ctx, {
        id: before.id,
        version: version ?? before.version,
        texts: texts ? textsOf(texts) : wordingsOf(before),
        hidden: isHidden ?? before.hidden,
      })
    },
  }),
  changeSiteNotices: t.field({
    type: BulkType,
    description: 'Shows or hides notices.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: ChangeManyInput, required: true }) },
    resolve: (_, { input: { ids, isHidden } }, ctx) => {
      authorize(ctx, may(ctx, 'notice.manage'))
      return inBulk(ctx, ids, (id) => hideNotice(ctx, id, isHidden))
    },
  }),
  removeSiteNotices: t.field({
    type: BulkType,
    description: 'Deletes notices permanently.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveManyInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      authorize(ctx, may(ctx, 'notice.manage'))
      return inBulk(ctx, ids, (id) => removeNotice(ctx, id))
    },
  }),
}))

type Change = ChangedRow & { withHidden?: boolean }

const SiteNoticeChangeType = builder.objectRef<Change>('SiteNoticeChange').implement({
  description: 'A change of a notice in the list.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the notice, even when it was deleted; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: SiteNotice, id }),
    }),
    siteNotice: t.field({
      type: SiteNotice,
      nullable: true,
      description: 'The contest; null when it left the list.',
      resolve: async ({ id, withHidden }, _, ctx) => {
        if (id === null) return null
        return withHidden ? ctx.db.siteNotice.findUnique({ where: { id } }) : findListedNotice(ctx, id)
      },
    }),
  }),
})

builder.subscriptionFields((t) => ({
  siteNoticesChanged: t.field({
    type: SiteNoticeChangeType,
    description: 'Public notices, as they are created, changed and removed.',
    args: {
      withHidden: t.arg.boolean({ description: 'All notices, hidden ones too; for notice administrators.' }),
    },
    subscribe: (_, { withHidden }, ctx) => (withHidden ? watchManagedNotices(ctx) : watchListedNotices(ctx)),
    resolve: (change, { withHidden }) => ({ ...change, withHidden: withHidden ?? false }),
  }),
  siteNoticeChanged: t.field({
    type: SiteNotice,
    description: 'Each new notice that the viewer may see.',
    deprecationReason: 'siteNoticesChanged also reports notices that leave the list.',
    subscribe: (_, __, ctx) => watchNotices(ctx),
    resolve: (row) => row,
  }),
}))
