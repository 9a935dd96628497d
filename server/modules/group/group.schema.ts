import type { Group } from '#prisma/generated/client.ts'
import { GroupAccess, GroupStanding } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { RowChangeEnum } from '../../enums.ts'
import { canCreateGroup, canDisbandGroup, managesGroup, rootsGroup } from '../../policy/group.ts'
import { mayEnter } from '../../venue.ts'
import type { ChangedRow } from '../../watch.ts'
import { type Belongings, belongingsOf, disbandGroup } from './disbanding.ts'
import { countMembers, findGroup, GROUP, groupListing, ownRow, ownStanding } from './group.ts'
import { countApplications } from './members.ts'
import { changeGroupAvatar, createGroup, type GroupPatch, updateGroup } from './saving.ts'
import { watchGroup, watchGroups } from './watching.ts'

export const GroupAccessEnum = builder.enumType(GroupAccess, {
  name: 'GroupAccess',
  description:
    'How users join a group. PUBLIC: at once. APPLICATION: by an application with a reason. CODE: by an application with a reason and the code.',
})

export const GroupStandingEnum = builder.enumType(GroupStanding, {
  name: 'GroupStanding',
  description:
    'Standing of a user in a group. APPLIED and REFUSED are not in it. MEMBER: takes part. ADMIN: administers it. ROOT: also changes its settings.',
})

const BelongingsType = builder.objectRef<Belongings>('GroupBelongings').implement({
  description: 'Numbers of what leaves sight when a group is disbanded.',
  fields: (t) => ({
    memberCount: t.exposeInt('members', { description: 'Members.' }),
    problemCount: t.exposeInt('problems', {
      description: 'Problems, without those that are public on the site.',
    }),
    trainingCount: t.exposeInt('trainings', { description: 'Trainings.' }),
    contestCount: t.exposeInt('contests', { description: 'Contests.' }),
    discussionCount: t.exposeInt('discussions', { description: 'Posts.' }),
    noticeCount: t.exposeInt('notices', { description: 'Announcements.' }),
    submissionCount: t.exposeInt('submissions', {
      description: 'Submissions, which stay for their authors.',
    }),
  }),
})

const OWNED = { id: true, ownerId: true } as const

export const GroupNode = builder.prismaNode('Group', {
  id: { field: 'id' },
  description: 'Users with problems, trainings, contests and discussions of their own.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['group', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number: gid of REST calls and URLs.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    shortName: t.exposeString('shortName', {
      description: 'Short name, with which ids of its problems begin.',
    }),
    brief: t.exposeString('brief', { description: 'One line about it.' }),
    description: t.exposeString('description', { description: 'Markdown.' }),
    descriptionTree: t.field({
      type: 'MarkdownTree',
      description: '`description` as HTML.',
      select: { description: true },
      resolve: ({ description }, _, ctx) => ctx.house.markdown.treeOf(description),
    }),
    avatar: t.exposeString('avatar', { nullable: true, description: 'Path of the avatar on this site.' }),
    access: t.expose('access', { type: GroupAccessEnum, description: 'How users join.' }),
    isVisible: t.exposeBoolean('visible', { description: 'Whether others than its members see it.' }),
    isDisabled: t.exposeBoolean('disabled', {
      description: 'Whether it is closed: only super administrators see it.',
    }),
    owner: t.relation('owner', { description: 'Owner.' }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change of its settings.' }),
    memberCount: t.int({
      description: 'Number of members.',
      resolve: ({ id }, _, ctx) => countMembers(ctx, id),
    }),
    code: t.string({
      nullable: true,
      description: 'Code for applications; null for viewers who are not its roots, and of public groups.',
      select: { id: true, code: true },
      resolve: ({ id, code }, _, ctx) => (rootsGroup(readerOf(ctx), id) ? code : null),
    }),
    viewerStanding: t.field({
      type: GroupStandingEnum,
      nullable: true,
      description: "The viewer's standing; null: none.",
      select: OWNED,
      resolve: (row, _, ctx) => ownStanding(ctx, row),
    }),
    viewerJoinedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the viewer joined or applied; null: they did not.',
      resolve: async ({ id }, _, ctx) => (await ownRow(ctx, id))?.createdAt,
    }),
    viewerIsIn: t.boolean({
      description: 'Whether the viewer may see what is in it: members and super administrators.',
      resolve: ({ id }, _, ctx) => mayEnter(ctx, GROUP, id, 'look'),
    }),
    viewerCanManage: t.boolean({
      description: 'Whether the viewer administers it.',
      resolve: ({ id }, _, ctx) => managesGroup(readerOf(ctx), id),
    }),
    viewerCanConfigure: t.boolean({
      description: 'Whether the viewer may change its settings.',
      resolve: ({ id }, _, ctx) => rootsGroup(readerOf(ctx), id),
    }),
    viewerCanDisband: t.boolean({
      description: 'Whether the viewer may disband it.',
      select: OWNED,
      resolve: (row, _, ctx) => canDisbandGroup(readerOf(ctx), row),
    }),
    applicationCount: t.int({
      nullable: true,
      description: 'Number of waiting applications; null for viewers who do not administer it.',
      resolve: ({ id }, _, ctx) => (managesGroup(readerOf(ctx), id) ? countApplications(ctx, id) : null),
    }),
    belongings: t.field({
      type: BelongingsType,
      nullable: true,
      description: 'What disbanding it takes along; null for viewers who may not.',
      select: OWNED,
      resolve: (row, _, ctx) => belongingsOf(ctx, row),
    }),
  }),
})

const FilterInput = builder.inputType('GroupFilter', {
  description: 'Filter of the list of groups.',
  fields: (t) => ({
    keyword: t.string({ description: 'Part of the name or short name.' }),
    access: t.field({ type: GroupAccessEnum, description: 'How users join.' }),
    isMine: t.boolean({ description: 'Only groups that the viewer is in.' }),
  }),
})

builder.queryFields((t) => ({
  group: t.field({
    type: GroupNode,
    nullable: true,
    description: 'A group by its number, for users who are logged in.',
    args: { number: t.arg.int({ required: true, description: 'Its number.' }) },
    resolve: (_, { number }, ctx) => findGroup(ctx, number),
  }),
  groups: t.prismaConnection(
    {
      type: GroupNode,
      cursor: 'id',
      maxSize: 120,
      description: "Visible groups and the viewer's own, newest first.",
      args: {
        filter: t.arg({ type: FilterInput, description: 'Filter.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: (_, { filter }, ctx) =>
        ctx.db.group.count({ where: groupListing(ctx, filter ?? {}).where }),
      resolve: (query, _, { filter, offset }, ctx) =>
        ctx.db.group.findMany({
          ...query,
          ...groupListing(ctx, filter ?? {}),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'GroupConnection' },
    { name: 'GroupEdge' },
  ),
  viewerCanCreateGroups: t.boolean({
    description: 'Whether the role of the viewer may create groups; limits are checked when one is created.',
    resolve: (_, __, ctx) => canCreateGroup(readerOf(ctx)),
  }),
}))

builder.prismaObjectFields('Training', (t) => ({
  group: t.relation('group', { nullable: true, description: 'Its group; null: the site.' }),
}))

const fields = builder.inputType('GroupFieldsInput', {
  description: 'Settings of a group; omitted fields stay as they are.',
  fields: (t) => ({
    name: t.string({ description: 'Name, 5 to 25 characters; unique ignoring case.' }),
    shortName: t.string({ description: 'Short name, 5 to 10 characters; unique ignoring case.' }),
    brief: t.string({ description: 'One line about it, 5 to 50 characters.' }),
    description: t.string({ description: 'Markdown, 5 to 1,000 characters.' }),
    access: t.field({ type: GroupAccessEnum, description: 'How users join.' }),
    code: t.string({ description: 'Code of a group that takes applications: 6 characters.' }),
    isVisible: t.boolean({ description: 'Whether others than its members see it.' }),
    isDisabled: t.boolean({ description: 'Whether it is closed; for super administrators.' }),
  }),
})

type Given = (typeof fields)['$inferInput']

const patchOf = ({ isVisible, isDisabled, ...given }: Given): GroupPatch => {
  const all = { ...given, visible: isVisible, disabled: isDisabled }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== null))
}

const CreateInput = builder.inputType('CreateGroupInput', {
  description: 'A group to create.',
  fields: (t) => ({ fields: t.field({ type: fields, required: true, description: 'Its settings.' }) }),
})

const UpdateInput = builder.inputType('UpdateGroupInput', {
  description: 'Changes of a group.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [GroupNode], description: 'The group.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    fields: t.field({ type: fields, required: true, description: 'The changed settings.' }),
  }),
})

const RemoveAvatarInput = builder.inputType('RemoveGroupAvatarInput', {
  description: 'A group.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [GroupNode], description: 'The group.' }),
  }),
})

const DisbandInput = builder.inputType('DisbandGroupInput', {
  description: 'A group to disband.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [GroupNode], description: 'The group.' }),
  }),
})

/** A group that the viewer may see no longer. */
export const GroupLeft = builder.objectRef<Pick<Group, 'id' | 'name'>>('GroupLeft').implement({
  description: 'A group that was disbanded or that the viewer left.',
  fields: (t) => ({
    groupId: t.globalID({ description: 'Its id.', resolve: ({ id }) => ({ type: GroupNode, id }) }),
    name: t.exposeString('name', { description: 'Name.' }),
  }),
})

builder.mutationFields((t) => ({
  createGroup: t.field({
    type: GroupNode,
    description: 'Creates a group that the viewer owns.',
    refuses: ['FORBIDDEN', 'GROUP_SOLVED_TOO_FEW', 'GROUPS_TODAY', 'GROUPS_OWNED'],
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: (_, { input }, ctx) => {
      const { disabled: _isDisabled, ...given } = patchOf(input.fields)
      return createGroup(ctx, given)
    },
  }),
  updateGroup: t.field({
    type: GroupNode,
    description: 'Changes the settings of a group.',
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: UpdateInput, required: true }) },
    resolve: (_, { input: { id, version, fields } }, ctx) =>
      updateGroup(ctx, Number(id.id), patchOf(fields), version),
  }),
  removeGroupAvatar: t.field({
    type: GroupNode,
    description:
      'Removes the avatar of a group. A new one is uploaded by POST /api/file/upload-group-avatar.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveAvatarInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => changeGroupAvatar(ctx, Number(id.id), null),
  }),
  disbandGroup: t.field({
    type: GroupLeft,
    description: 'Disbands a group: it and what it owns leave sight; submissions stay.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: DisbandInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => disbandGroup(ctx, Number(id.id)),
  }),
}))

const GroupChange = builder.objectRef<ChangedRow>('GroupChange').implement({
  description: 'A change of a group in the list.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the group, even when it left the list; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: GroupNode, id }),
    }),
    group: t.field({
      type: GroupNode,
      nullable: true,
      description: 'The group; null when it left the list.',
      resolve: ({ change, id }, _, ctx) =>
        id === null || change === 'REMOVED' ? null : ctx.db.group.findUnique({ where: { id } }),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  groupsChanged: t.field({
    type: GroupChange,
    description: 'Visible groups of the site, as they are created, changed and disbanded.',
    subscribe: (_, __, ctx) => watchGroups(ctx),
    resolve: (change) => change,
  }),
  groupChanged: t.field({
    type: GroupNode,
    description:
      'A group now and after each change of it and its memberships; ends when the viewer may see it no longer.',
    args: { id: t.arg.globalID({ for: [GroupNode], required: true, description: 'The group.' }) },
    subscribe: (_, { id }, ctx) => watchGroup(ctx, Number(id.id)),
    resolve: (group) => group,
  }),
}))
