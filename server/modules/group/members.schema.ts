import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { RowChangeEnum } from '../../enums.ts'
import { managesGroup } from '../../policy/group.ts'
import type { ChangedRow } from '../../watch.ts'
import { type AddedMembers, addMembers, MOST_NAMES } from './addingMembers.ts'
import { GroupLeft, GroupNode, GroupStandingEnum } from './group.schema.ts'
import { findGroup } from './group.ts'
import {
  applicationListing,
  changeMember,
  findMember,
  joinGroup,
  leaveGroup,
  memberListing,
  removeMember,
  rightsOver,
} from './members.ts'
import { watchGroupMembers } from './watching.ts'

export const GroupMemberNode = builder.prismaNode('GroupMember', {
  id: { field: 'id' },
  description: 'A member of a group, or an application.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['groupMember', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    user: t.relation('user', { description: 'Who it is.' }),
    standing: t.expose('standing', { type: GroupStandingEnum, description: 'Standing in the group.' }),
    isOwner: t.boolean({
      description: 'Whether it is the owner of the group.',
      select: { userId: true, group: { select: { ownerId: true } } },
      resolve: ({ userId, group }) => userId === group.ownerId,
    }),
    reason: t.string({
      nullable: true,
      description: 'Reason of the application; null for viewers who do not administer the group.',
      select: { groupId: true, reason: true },
      resolve: ({ groupId, reason }, _, ctx) => (managesGroup(readerOf(ctx), groupId) ? reason : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they joined or applied.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change of the standing.' }),
    viewerMaySet: t.field({
      type: [GroupStandingEnum],
      description: 'Standings that the viewer may give to them; empty: none.',
      select: { groupId: true, userId: true, standing: true, group: { select: { id: true, ownerId: true } } },
      resolve: ({ group, ...member }, _, ctx) => rightsOver(ctx, group, member).standings,
    }),
    viewerCanRemove: t.boolean({
      description: 'Whether the viewer may remove them.',
      select: { groupId: true, userId: true, standing: true, group: { select: { id: true, ownerId: true } } },
      resolve: ({ group, ...member }, _, ctx) => rightsOver(ctx, group, member).canRemove,
    }),
  }),
})

const FilterInput = builder.inputType('GroupMemberFilter', {
  description: 'Filter of members or applications.',
  fields: (t) => ({
    keyword: t.string({ description: 'Part of the username.' }),
    standing: t.field({ type: GroupStandingEnum, description: 'Only this standing.' }),
  }),
})

builder.prismaObjectFields('Group', (t) => ({
  members: t.prismaConnection(
    {
      type: GroupMemberNode,
      cursor: 'id',
      nullable: true,
      description: 'Members, newest first, for its members.',
      args: {
        filter: t.arg({ type: FilterInput, description: 'Filter.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: async ({ id }, { filter }, ctx) =>
        ctx.db.groupMember.count({ where: (await memberListing(ctx, id, filter ?? {})).where }),
      resolve: async (query, { id }, { filter, offset }, ctx) =>
        ctx.db.groupMember.findMany({
          ...query,
          ...(await memberListing(ctx, id, filter ?? {})),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'GroupMemberConnection' },
    { name: 'GroupMemberEdge' },
  ),
  applications: t.prismaConnection(
    {
      type: GroupMemberNode,
      cursor: 'id',
      nullable: true,
      description: 'Members and applications, newest first, for its administrators.',
      args: {
        filter: t.arg({ type: FilterInput, description: 'Filter.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: async ({ id }, { filter }, ctx) =>
        ctx.db.groupMember.count({ where: (await applicationListing(ctx, id, filter ?? {})).where }),
      resolve: async (query, { id }, { filter, offset }, ctx) =>
        ctx.db.groupMember.findMany({
          ...query,
          ...(await applicationListing(ctx, id, filter ?? {})),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'GroupApplicationConnection' },
    { name: 'GroupApplicationEdge' },
  ),
}))

const JoinInput = builder.inputType('JoinGroupInput', {
  description: 'A group to join.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [GroupNode], description: 'The group.' }),
    reason: t.string({ description: 'Reason of an application, 5 to 100 characters.' }),
    code: t.string({ description: 'Code of a group that asks for it.' }),
  }),
})

const LeaveInput = builder.inputType('LeaveGroupInput', {
  description: 'A group to leave.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [GroupNode], description: 'The group.' }),
  }),
})

const ChangeInput = builder.inputType('ChangeGroupMemberInput', {
  description: 'A new standing of a member, or the answer to an application.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [GroupMemberNode], description: 'The member.' }),
    standing: t.field({ type: GroupStandingEnum, required: true, description: 'The new standing.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveGroupMemberInput', {
  description: 'A member to remove.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [GroupMemberNode], description: 'The member.' }),
  }),
})

const AddInput = builder.inputType('AddGroupMembersInput', {
  description: 'Users to add to a group.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [GroupNode], description: 'The group.' }),
    usernames: t.stringList({ required: true, description: `Their usernames, up to ${MOST_NAMES}.` }),
  }),
})

const AddedMembersType = builder.objectRef<AddedMembers>('AddedGroupMembers').implement({
  description: 'Names of a list that were added to a group, and the others.',
  fields: (t) => ({
    added: t.exposeStringList('added', { description: 'Usernames of the new members.' }),
    present: t.exposeStringList('present', { description: 'Usernames of those who were members before.' }),
    unknown: t.exposeStringList('unknown', { description: 'Names that no user has.' }),
  }),
})

builder.mutationFields((t) => ({
  addGroupMembers: t.field({
    type: AddedMembersType,
    description: 'Adds users to a group by their names; for its administrators.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: AddInput, required: true }) },
    resolve: (_, { input: { id, usernames } }, ctx) => addMembers(ctx, Number(id.id), usernames),
  }),
  joinGroup: t.field({
    type: GroupNode,
    description: 'Joins a public group, or applies to another.',
    refuses: ['GROUP_APPLIED', 'GROUP_MEMBER', 'GROUP_CODE_WRONG', 'GROUP_CODE_TOO_SOON'],
    args: { input: t.arg({ type: JoinInput, required: true }) },
    resolve: async (_, { input: { id, reason, code } }, ctx) => {
      await joinGroup(ctx, Number(id.id), { reason, code })
      return findGroup(ctx, Number(id.id))
    },
  }),
  leaveGroup: t.field({
    type: GroupLeft,
    description: 'Leaves a group, or withdraws an application.',
    refuses: ['GROUP_OWNER_STAYS', 'GROUP_NOT_IN'],
    args: { input: t.arg({ type: LeaveInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => leaveGroup(ctx, Number(id.id)),
  }),
  changeGroupMember: t.field({
    type: GroupMemberNode,
    description: 'Changes the standing of a member, or answers an application.',
    refuses: ['FORBIDDEN', 'GROUP_OWNER_STAYS', 'GROUP_MEMBER_STAYS'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: async (_, { input: { id, standing } }, ctx) => {
      const { groupId, userId } = await findMember(ctx, Number(id.id))
      return changeMember(ctx, groupId, userId, standing)
    },
  }),
  removeGroupMember: t.field({
    type: GroupNode,
    description: 'Removes a member from a group, or an application.',
    refuses: ['FORBIDDEN', 'GROUP_OWNER_STAYS', 'GROUP_SELF_REMOVAL'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: async (_, { input: { id } }, ctx) => {
      const { groupId, userId } = await findMember(ctx, Number(id.id))
      await removeMember(ctx, groupId, userId)
      return findGroup(ctx, groupId)
    },
  }),
}))

const MemberChange = builder.objectRef<ChangedRow>('GroupMemberChange').implement({
  description: 'A change of a member or an application of a group.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the member, even when they are gone; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: GroupMemberNode, id }),
    }),
    member: t.field({
      type: GroupMemberNode,
      nullable: true,
      description: 'The member; null when they are gone.',
      resolve: ({ change, id }, _, ctx) =>
        id === null || change === 'REMOVED' ? null : ctx.db.groupMember.findUnique({ where: { id } }),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  groupMembersChanged: t.field({
    type: MemberChange,
    description: 'Members and applications of a group as they come, change and go, for its administrators.',
    args: { groupId: t.arg.globalID({ for: [GroupNode], required: true, description: 'The group.' }) },
    subscribe: (_, { groupId }, ctx) => watchGroupMembers(ctx, Number(groupId.id)),
    resolve: (change) => change,
  }),
}))
