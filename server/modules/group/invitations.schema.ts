import { builder } from '../../builder.ts'
import { RowChangeEnum } from '../../enums.ts'
import { isOpenInvitation } from '../../policy/group.ts'
import type { ChangedRow } from '../../watch.ts'
import { GroupNode } from './group.schema.ts'
import { countMembers } from './group.ts'
import {
  createInvitation,
  invitationListing,
  MOST_DAYS,
  MOST_OPEN,
  MOST_USES,
  revokeInvitation,
} from './invitations.ts'
import { findInvitedGroup, type InvitedGroup, joinByLink } from './joiningByLink.ts'
import { watchInvitations } from './watching.ts'

const InvitationNode = builder.prismaNode('GroupInvitation', {
  id: { field: 'id' },
  description: 'A link that makes users members of a group, for its administrators.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['groupInvitation', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    token: t.exposeString('token', { description: 'Last part of the link: /invitation/<token>.' }),
    createdBy: t.relation('createdBy', {
      nullable: true,
      description: 'Who created it; null when the account was deleted.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'End of its lifetime.' }),
    maxUses: t.exposeInt('maxUses', { description: 'Number of users who can join by it.' }),
    useCount: t.exposeInt('uses', { description: 'Number of users who joined by it.' }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null: it was not.',
    }),
    isOpen: t.boolean({
      description: 'Whether users can join by it now: it is neither expired, used up nor revoked.',
      select: { expiresAt: true, maxUses: true, uses: true, revokedAt: true },
      resolve: (row, _, ctx) => isOpenInvitation(row, ctx.now),
    }),
  }),
})

builder.prismaObjectFields('Group', (t) => ({
  invitations: t.prismaConnection(
    {
      type: InvitationNode,
      cursor: 'id',
      nullable: true,
      description: 'Invitation links, newest first, for its administrators.',
      args: {
        isOpen: t.arg.boolean({ description: 'Only links that are open, or only ended ones; default: all.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: async ({ id }, { isOpen }, ctx) =>
        ctx.db.groupInvitation.count({ where: (await invitationListing(ctx, id, isOpen)).where }),
      resolve: async (query, { id }, { isOpen, offset }, ctx) =>
        ctx.db.groupInvitation.findMany({
          ...query,
          ...(await invitationListing(ctx, id, isOpen)),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'GroupInvitationConnection' },
    { name: 'GroupInvitationEdge' },
  ),
}))

const InvitedGroupType = builder.objectRef<InvitedGroup>('InvitedGroup').implement({
  description:
    'What an invitation link shows of its group, also of one that the viewer does not see otherwise.',
  fields: (t) => ({
    name: t.string({ description: 'Name.', resolve: ({ group }) => group.name }),
    brief: t.string({ description: 'One line about it.', resolve: ({ group }) => group.brief }),
    avatar: t.string({
      nullable: true,
      description: 'Path of the avatar on this site.',
      resolve: ({ group }) => group.avatar,
    }),
    owner: t.prismaField({
      type: 'User',
      description: 'Owner.',
      resolve: (query, { group }, _, ctx) =>
        ctx.db.user.findUniqueOrThrow({ ...query, where: { id: group.ownerId } }),
    }),
    memberCount: t.int({
      description: 'Number of members.',
      resolve: ({ group }, _, ctx) => countMembers(ctx, group.id),
    }),
    viewerIsMember: t.boolean({
      description: 'Whether the viewer is in it already.',
      resolve: ({ isMember }) => isMember,
    }),
    group: t.field({
      type: GroupNode,
      nullable: true,
      description: 'The group; null when the viewer does not see it before joining.',
      resolve: ({ group }) => group,
    }),
  }),
})

const LifetimeInput = builder.inputType('GroupInvitationLifetime', {
  isOneOf: true,
  description: `How long an invitation link is valid, up to ${MOST_DAYS} days.`,
  fields: (t) => ({
    days: t.int({ description: 'Days from now.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'End.' }),
  }),
})

const CreateInput = builder.inputType('CreateGroupInvitationInput', {
  description: 'An invitation link to create.',
  fields: (t) => ({
    groupId: t.globalID({ for: [GroupNode], required: true, description: 'The group.' }),
    lifetime: t.field({ type: LifetimeInput, required: true, description: 'How long it is valid.' }),
    maxUses: t.int({
      required: true,
      description: `Number of users who can join by it, 1 to ${MOST_USES}.`,
    }),
  }),
})

const RevokeInput = builder.inputType('RevokeGroupInvitationInput', {
  description: 'An invitation link to revoke.',
  fields: (t) => ({
    id: t.globalID({ for: [InvitationNode], required: true, description: 'The link.' }),
  }),
})

const JoinInput = builder.inputType('JoinGroupByInvitationInput', {
  description: 'An invitation link to join a group by.',
  fields: (t) => ({ token: t.string({ required: true, description: 'Last part of the link.' }) }),
})

builder.queryFields((t) => ({
  invitedGroup: t.field({
    type: InvitedGroupType,
    nullable: true,
    description:
      'The group of an invitation link, for users who are logged in; null when nobody can join by the link.',
    args: { token: t.arg.string({ required: true, description: 'Last part of the link.' }) },
    resolve: (_, { token }, ctx) => findInvitedGroup(ctx, token),
  }),
}))

builder.mutationFields((t) => ({
  createGroupInvitation: t.field({
    type: InvitationNode,
    description: `Creates an invitation link to a group, for its administrators; at most ${MOST_OPEN} are open at a time.`,
    refuses: ['FORBIDDEN', 'GROUP_INVITATIONS_FULL'],
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: (_, { input: { groupId, lifetime, maxUses } }, ctx) =>
      createInvitation(ctx, Number(groupId.id), { lifetime, maxUses }),
  }),
  revokeGroupInvitation: t.field({
    type: InvitationNode,
    description: 'Ends an invitation link at once; who joined by it stays a member.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RevokeInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => revokeInvitation(ctx, Number(id.id)),
  }),
  joinGroupByInvitation: t.field({
    type: GroupNode,
    description:
      'Joins the group of an invitation link as a member, without its code and without an application.',
    refuses: ['GROUP_INVITATION_OVER', 'GROUP_MEMBER', 'TOO_MANY_REQUESTS'],
    args: { input: t.arg({ type: JoinInput, required: true }) },
    resolve: (_, { input: { token } }, ctx) => joinByLink(ctx, token),
  }),
}))

const InvitationChange = builder.objectRef<ChangedRow>('GroupInvitationChange').implement({
  description: 'A change of an invitation link of a group.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the link, even when it was deleted; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: InvitationNode, id }),
    }),
    invitation: t.field({
      type: InvitationNode,
      nullable: true,
      description: 'The link; null when it was deleted.',
      resolve: ({ change, id }, _, ctx) =>
        id === null || change === 'REMOVED' ? null : ctx.db.groupInvitation.findUnique({ where: { id } }),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  groupInvitationsChanged: t.field({
    type: InvitationChange,
    description: 'Invitation links of a group as they are created, used and revoked, for its administrators.',
    args: { groupId: t.arg.globalID({ for: [GroupNode], required: true, description: 'The group.' }) },
    subscribe: (_, { groupId }, ctx) => watchInvitations(ctx, Number(groupId.id)),
    resolve: (change) => change,
  }),
}))
