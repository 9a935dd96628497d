import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { RowChangeEnum } from '../../enums.ts'
import { canChangeGroupNotice } from '../../policy/group.ts'
import type { ChangedRow } from '../../watch.ts'
import { GroupNode } from './group.schema.ts'
import { findGroup } from './group.ts'
import {
  changeGroupNotice,
  createGroupNotice,
  type GroupNoticeFields,
  managedNoticeListing,
  noticeListing,
  removeGroupNotice,
} from './notices.ts'
import { watchGroupNotices } from './watching.ts'

const GroupNoticeNode = builder.prismaNode('GroupNotice', {
  id: { field: 'id' },
  description: 'An announcement to the members of a group.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['groupNotice', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    content: t.exposeString('content', { description: 'Markdown.' }),
    contentTree: t.field({
      type: 'MarkdownTree',
      description: '`content` as HTML.',
      select: { content: true },
      resolve: ({ content }, _, ctx) => ctx.house.markdown.treeOf(content),
    }),
    isHidden: t.exposeBoolean('hidden', { description: 'Whether only administrators of the group see it.' }),
    author: t.relation('author', {
      nullable: true,
      description: 'Author; null when the account was deleted.',
    }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last edit.' }),
    viewerCanChange: t.boolean({
      description: 'Whether the viewer may edit and delete it.',
      select: { groupId: true, authorId: true },
      resolve: (row, _, ctx) => canChangeGroupNotice(readerOf(ctx), row),
    }),
  }),
})

builder.prismaObjectFields('Group', (t) => ({
  notices: t.prismaConnection(
    {
      type: GroupNoticeNode,
      cursor: 'id',
      defaultSize: 5,
      nullable: true,
      description: 'Announcements, newest first, for its members.',
      args: { offset: t.arg.int({ description: 'Number of rows to skip.' }) },
      totalCount: async ({ id }, _, ctx) =>
        ctx.db.groupNotice.count({ where: (await noticeListing(ctx, id)).where }),
      resolve: async (query, { id }, { offset }, ctx) =>
        ctx.db.groupNotice.findMany({
          ...query,
          ...(await noticeListing(ctx, id)),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'GroupNoticeConnection' },
    { name: 'GroupNoticeEdge' },
  ),
  managedNotices: t.prismaConnection(
    {
      type: GroupNoticeNode,
      cursor: 'id',
      defaultSize: 10,
      nullable: true,
      description: 'Announcements, hidden ones too, newest first, for its administrators.',
      args: { offset: t.arg.int({ description: 'Number of rows to skip.' }) },
      totalCount: async ({ id }, _, ctx) =>
        ctx.db.groupNotice.count({ where: (await managedNoticeListing(ctx, id)).where }),
      resolve: async (query, { id }, { offset }, ctx) =>
        ctx.db.groupNotice.findMany({
          ...query,
          ...(await managedNoticeListing(ctx, id)),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'ManagedGroupNoticeConnection' },
    { name: 'ManagedGroupNoticeEdge' },
  ),
}))

const CreateInput = builder.inputType('CreateGroupNoticeInput', {
  description: 'An announcement to write.',
  fields: (t) => ({
    groupId: t.globalID({ for: [GroupNode], required: true, description: 'The group.' }),
    title: t.string({ required: true, description: 'Title, 1 to 255 characters.' }),
    content: t.string({ required: true, description: 'Markdown, 1 to 65,535 characters.' }),
    isHidden: t.boolean({ description: 'Whether only administrators of the group see it.' }),
  }),
})

const ChangeInput = builder.inputType('ChangeGroupNoticeInput', {
  description: 'Changes of an announcement; omitted fields stay as they are.',
  fields: (t) => ({
    id: t.globalID({ for: [GroupNoticeNode], required: true, description: 'The announcement.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    title: t.string({ description: 'Title, 1 to 255 characters.' }),
    content: t.string({ description: 'Markdown, 1 to 65,535 characters.' }),
    isHidden: t.boolean({ description: 'Whether only administrators of the group see it.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveGroupNoticeInput', {
  description: 'An announcement of a group.',
  fields: (t) => ({
    id: t.globalID({ for: [GroupNoticeNode], required: true, description: 'The announcement.' }),
  }),
})

builder.mutationFields((t) => ({
  createGroupNotice: t.field({
    type: GroupNoticeNode,
    description: 'Writes an announcement to the members of a group.',
    refuses: ['FORBIDDEN', 'GROUP_NOTICES_FULL'],
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: (_, { input: { groupId, title, content, isHidden } }, ctx) =>
      createGroupNotice(ctx, Number(groupId.id), { title, content, hidden: isHidden ?? false }),
  }),
  changeGroupNotice: t.field({
    type: GroupNoticeNode,
    description: 'Edits, shows or hides an announcement.',
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: (_, { input: { id, version, title, content, isHidden } }, ctx) => {
      const given: Partial<GroupNoticeFields> = {
        ...(typeof title === 'string' && { title }),
        ...(typeof content === 'string' && { content }),
        ...(typeof isHidden === 'boolean' && { hidden: isHidden }),
      }
      return changeGroupNotice(ctx, Number(id.id), given, version)
    },
  }),
  removeGroupNotice: t.field({
    type: GroupNode,
    description: 'Deletes an announcement permanently.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: async (_, { input: { id } }, ctx) => {
      const { groupId } = await removeGroupNotice(ctx, Number(id.id))
      return findGroup(ctx, groupId)
    },
  }),
}))

const NoticeChange = builder.objectRef<ChangedRow>('GroupNoticeChange').implement({
  description: 'A change of an announcement of a group.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the announcement, even when it was deleted; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: GroupNoticeNode, id }),
    }),
    notice: t.field({
      type: GroupNoticeNode,
      nullable: true,
      description: 'The announcement; null when it was deleted or hidden.',
      resolve: ({ change, id }, _, ctx) =>
        id === null || change === 'REMOVED' ? null : ctx.db.groupNotice.findUnique({ where: { id } }),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  groupNoticesChanged: t.field({
    type: NoticeChange,
    description:
      'Visible announcements of a group as they are written, changed and deleted, for its members.',
    args: { groupId: t.arg.globalID({ for: [GroupNode], required: true, description: 'The group.' }) },
    subscribe: (_, { groupId }, ctx) => watchGroupNotices(ctx, Number(groupId.id)),
    resolve: (change) => change,
  }),
}))
