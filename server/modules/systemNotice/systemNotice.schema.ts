import { NoticeAudience } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { authorize } from '../../context.ts'
import { together } from '../../core/pacing/together.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { RowChangeEnum } from '../../enums.ts'
import { may } from '../../policy/viewer.ts'
import type { ChangedRow } from '../../watch.ts'
import {
  changeSystemNotice,
  countCopies,
  createSystemNotice,
  findSystemNotice,
  removeSystemNotice,
  systemNoticeListing,
  watchSystemNotices,
} from './systemNotice.ts'

const AudienceEnum = builder.enumType(NoticeAudience, {
  name: 'NoticeAudience',
  description: "Recipients of a notice: all accounts, one account, or the site's staff.",
})

const SystemNotice = builder.prismaNode('SystemNotice', {
  id: { field: 'id' },
  description: 'A notice of a super administrator, copied into the notifications of its audience.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['systemNotice', row.id] }),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title.' }),
    content: t.exposeString('content', { description: 'Markdown.' }),
    contentTree: t.field({
      type: 'MarkdownTree',
      description: '`content` as HTML.',
      select: { content: true },
      resolve: ({ content }, _, ctx) => ctx.house.markdown.treeOf(content),
    }),
    audience: t.expose('audience', { type: AudienceEnum, description: 'Recipients.' }),
    recipient: t.relation('recipient', {
      nullable: true,
      description: 'Recipient of a SINGLE notice; null when the account was deleted.',
    }),
    author: t.relation('author', {
      nullable: true,
      description: 'Author; null when the account was deleted.',
    }),
    copyCount: t.int({
      description: 'Number of accounts that have a copy.',
      resolve: ({ id }, _, ctx) =>
        together(ctx, 'copies of notices', id, (ids: readonly number[]) => countCopies(ctx, ids)),
    }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change.' }),
  }),
})

builder.queryFields((t) => ({
  systemNotices: t.prismaConnection(
    {
      type: SystemNotice,
      cursor: 'id',
      nullable: true,
      description: 'Notices to accounts, newest first; for super administrators.',
      args: {
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
        keyword: t.arg.string({ description: 'Part of the title or text.' }),
        audience: t.arg({ type: AudienceEnum, description: 'Only notices to these recipients.' }),
      },
      totalCount: (_, { keyword, audience }, ctx) =>
        ctx.db.systemNotice.count({ where: systemNoticeListing(ctx, { keyword, audience }).where }),
      resolve: (query, _, { keyword, audience, offset }, ctx) =>
        ctx.db.systemNotice.findMany({
          ...query,
          ...systemNoticeListing(ctx, { keyword, audience }),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'SystemNoticeConnection' },
    { name: 'SystemNoticeEdge' },
  ),
}))

const CreateInput = builder.inputType('CreateSystemNoticeInput', {
  description: 'A notice to publish.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title.' }),
    content: t.string({ required: true, description: 'Markdown.' }),
    audience: t.field({ type: AudienceEnum, required: true, description: 'Recipients.' }),
    recipient: t.string({ description: 'Username of the recipient of a SINGLE notice.' }),
  }),
})

const ChangeInput = builder.inputType('ChangeSystemNoticeInput', {
  description: 'Changes of a notice; omitted fields stay as they are. Its recipients never change.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: SystemNotice, description: 'The notice.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    title: t.string({ description: 'Title.' }),
    content: t.string({ description: 'Markdown.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveSystemNoticesInput', {
  description: 'Notices to delete.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: SystemNotice, description: 'The notices.' }),
  }),
})

builder.mutationFields((t) => ({
  createSystemNotice: t.field({
    type: SystemNotice,
    description: 'Publishes a notice and delivers it to its audience.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: (_, { input: { recipient, ...notice } }, ctx) =>
      createSystemNotice(ctx, { ...notice, recipient: recipient ? { username: recipient } : null }),
  }),
  changeSystemNotice: t.field({
    type: SystemNotice,
    description: 'Edits a notice and all its copies.',
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: (_, { input: { id, version, title, content } }, ctx) =>
      changeSystemNotice(
        ctx,
        Number(id.id),
        { title: title ?? undefined, content: content ?? undefined },
        version,
      ),
  }),
  removeSystemNotices: t.field({
    type: BulkType,
    description: 'Deletes notices and withdraws their copies.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      authorize(ctx, may(ctx, 'systemNotice.manage'))
      return inBulk(ctx, ids, (id) => removeSystemNotice(ctx, id))
    },
  }),
}))

const SystemNoticeChange = builder.objectRef<ChangedRow>('SystemNoticeChange').implement({
  description: 'A change of a notice in the list.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the notice, even when it was deleted; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: SystemNotice, id }),
    }),
    systemNotice: t.field({
      type: SystemNotice,
      nullable: true,
      description: 'The notice; null when it was deleted.',
      resolve: ({ id }, _, ctx) => (id === null ? null : findSystemNotice(ctx, id)),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  systemNoticesChanged: t.field({
    type: SystemNoticeChange,
    description: 'Notices as they are created, changed and deleted; for super administrators.',
    subscribe: (_, __, ctx) => watchSystemNotices(ctx),
    resolve: (change) => change,
  }),
}))
