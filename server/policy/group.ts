import type { Group, GroupInvitation, GroupMember, GroupNotice, Prisma } from '#prisma/generated/client.ts'
import type { GroupStanding } from '#prisma/generated/enums.ts'
import { administeredGroups } from './officials.ts'
import { isReader, type Reader, roleIn } from './reader.ts'
import type { VenuePolicy } from './venue.ts'
import { type GroupRole, may } from './viewer.ts'

/** Roles that enter the administration of a group. */
const MANAGING: readonly GroupRole[] = ['ADMIN', 'ROOT']

/**
 * Visible groups and the reader's own; super administrators see disabled ones, nobody disbanded ones (area-rules G2,
 * G6).
 */
export const visibleGroups = (reader: Reader): Prisma.GroupWhereInput => {
  if (may(reader, 'group.manageAny')) return { disbandedAt: null }
  const own = reader.viewer ? [{ id: { in: [...reader.viewer.groups.keys()] } }] : []
  return { disabled: false, disbandedAt: null, OR: [{ visible: true }, ...own] }
}

function isKnown(reader: Reader, { id, visible, disabled, disbandedAt }: Group): boolean {
  if (disbandedAt !== null) return false
  return may(reader, 'group.manageAny') || (!disabled && (visible || roleIn(reader, id) !== null))
}

/** The group whose access is checked. */
type Standing = { group: Group }

const barred =
  (isEnough: (role: GroupRole) => boolean) =>
  (reader: Reader, { group: { id } }: Standing): 'UNAUTHENTICATED' | 'FORBIDDEN' | null => {
    if (!reader.viewer) return 'UNAUTHENTICATED'
    const role = roleIn(reader, id)
    return may(reader, 'group.manageAny') || (role !== null && isEnough(role)) ? null : 'FORBIDDEN'
  }

const admitted =
  (isEnough: (role: GroupRole) => boolean) =>
  (reader: Reader): Prisma.GroupWhereInput => {
    if (may(reader, 'group.manageAny')) return { disbandedAt: null }
    const groups = [...(reader.viewer?.groups ?? [])]
    return {
      id: { in: groups.flatMap(([id, role]) => (isEnough(role) ? [id] : [])) },
      disabled: false,
      disbandedAt: null,
    }
  }

const isAnything = () => true
const isManaging = (role: GroupRole) => MANAGING.includes(role)

export type GroupBars = Record<'look' | 'manage', 'UNAUTHENTICATED' | 'FORBIDDEN'>

/** Access to groups, by purpose: members view, admins and roots manage, super administrators do both in any group. */
export const groupPolicy: VenuePolicy<Group, Standing, Prisma.GroupWhereInput, GroupBars, 'look' | 'manage'> =
  {
    isKnown,
    bar: { look: barred(isAnything), manage: barred(isManaging) },
    admitted: { look: admitted(isAnything), manage: admitted(isManaging) },
    rights: (reader, { id, ownerId, visible, disabled, disbandedAt }) =>
      JSON.stringify([ownerId, visible, disabled, disbandedAt, roleIn(reader, id)]),
  }

/** Groups of the list that everybody sees; equal for all readers. */
export const listedGroups: Prisma.GroupWhereInput = { visible: true, disabled: false, disbandedAt: null }

/** Whether `listedGroups` has the group. */
export const isListedGroup = ({ visible, disabled, disbandedAt }: Group): boolean =>
  visible && !disabled && disbandedAt === null

/** Standings of people who are in a group. */
export const MEMBERS = ['MEMBER', 'ADMIN', 'ROOT'] as const satisfies readonly GroupStanding[]

const isMember = (standing: GroupStanding): standing is GroupRole =>
  (MEMBERS as readonly GroupStanding[]).includes(standing)

/** People who are in a group, its owner among them. */
export const membersOf = (groupId: number): Prisma.UserWhereInput => ({
  OR: [
    { ownedGroups: { some: { id: groupId } } },
    { memberships: { some: { groupId, standing: { in: [...MEMBERS] } } } },
  ],
})

/** Standings by rank, lowest first; REST numbers them from 1. */
export const STANDINGS = ['APPLIED', 'REFUSED', ...MEMBERS] as const satisfies readonly GroupStanding[]

const rankOf = (standing: GroupStanding): number => STANDINGS.indexOf(standing)

/** Whether a reader creates groups (area-rules G1). */
export const canCreateGroup = (reader: Reader): boolean => may(reader, 'group.create')

/** Whether a reader administers a group: its admins, its roots and super administrators. */
export const managesGroup = (reader: Reader, groupId: number): boolean => {
  const role = roleIn(reader, groupId)
  return may(reader, 'group.manageAny') || (role !== null && isManaging(role))
}

/** Whether a reader changes the settings of a group and reads its code: its roots and super administrators (area-rules G2). */
export const rootsGroup = (reader: Reader, groupId: number): boolean =>
  may(reader, 'group.manageAny') || roleIn(reader, groupId) === 'ROOT'

type Owned = Pick<Group, 'ownerId'>

/** Whether a reader disbands a group: its owner and super administrators, no other root (area-rules G6). */
export const canDisbandGroup = (reader: Reader, { ownerId }: Owned): boolean =>
  may(reader, 'group.manageAny') || (may(reader, 'group.delete') && isReader(reader, ownerId))

/** Whether a reader closes a group and opens it again. */
export const canDisableGroup = (reader: Reader): boolean => may(reader, 'group.manageAny')

type Member = Pick<GroupMember, 'groupId' | 'userId' | 'standing'>

/** Whether a reader stands above a standing in a group; its owner and super administrators stand above all (area-rules G4). */
function standsAbove(reader: Reader, { id, ownerId }: Pick<Group, 'id'> & Owned, standing: GroupStanding) {
  if (may(reader, 'group.manageAny') || isReader(reader, ownerId)) return true
  const role = roleIn(reader, id)
  return role !== null && isManaging(role) && rankOf(role) > rankOf(standing)
}

/** Standings that a reader may give to a person of a group; empty: none, as for its owner (area-rules G4). */
export function standingsFor(
  reader: Reader,
  group: Pick<Group, 'id'> & Owned,
  { userId, standing: before }: Member,
): GroupStanding[] {
  if (userId === group.ownerId || !standsAbove(reader, group, before)) return []
  const least = isMember(before) ? rankOf('MEMBER') : 0
  return STANDINGS.filter((one) => rankOf(one) >= least && standsAbove(reader, group, one))
}

/** Whether a reader removes a person from a group: nobody themselves or its owner (area-rules G4). */
export const canRemoveMember = (
  reader: Reader,
  group: Pick<Group, 'id'> & Owned,
  { userId, standing }: Member,
): boolean => userId !== group.ownerId && standsAbove(reader, group, standing) && !isReader(reader, userId)

/** Members to those who are in the group; applications and refusals to its administrators and to the person. */
export function visibleGroupMembers(reader: Reader): Prisma.GroupMemberWhereInput {
  if (may(reader, 'group.manageAny')) return { group: { disbandedAt: null } }
  const { viewer } = reader
  if (!viewer) return { id: { in: [] } }
  return {
    OR: [
      { groupId: { in: [...viewer.groups.keys()] }, standing: { in: [...MEMBERS] } },
      { groupId: { in: administeredGroups(reader) } },
      { userId: viewer.id, group: { disabled: false, disbandedAt: null } },
    ],
  }
}

/** Whether a reader may change or delete an announcement: its author while they administer the group, and its roots (area-rules G7). */
export const canChangeGroupNotice = (
  reader: Reader,
  { groupId, authorId }: Pick<GroupNotice, 'groupId' | 'authorId'>,
): boolean => rootsGroup(reader, groupId) || (managesGroup(reader, groupId) && isReader(reader, authorId))

/** Announcements to the members of their group, hidden ones to its administrators (area-rules G7). */
export function visibleGroupNotices(reader: Reader): Prisma.GroupNoticeWhereInput {
  if (may(reader, 'group.manageAny')) return { group: { disbandedAt: null } }
  const { viewer } = reader
  if (!viewer) return { id: { in: [] } }
  return {
    OR: [
      { groupId: { in: [...viewer.groups.keys()] }, hidden: false },
      { groupId: { in: administeredGroups(reader) } },
    ],
  }
}

/** Invitations, whose links anybody can use, to the administrators of their group alone. */
export function visibleGroupInvitations(reader: Reader): Prisma.GroupInvitationWhereInput {
  if (may(reader, 'group.manageAny')) return { group: { disbandedAt: null } }
  return { groupId: { in: administeredGroups(reader) } }
}

/** Whether an invitation makes members at a moment: neither expired, used up nor revoked. */
export const isOpenInvitation = (
  {
    expiresAt,
    maxUses,
    uses,
    revokedAt,
  }: Pick<GroupInvitation, 'expiresAt' | 'maxUses' | 'uses' | 'revokedAt'>,
  now: Date,
): boolean => revokedAt === null && now < expiresAt && uses < maxUses

export const sight = {
  group: visibleGroups,
  groupInvitation: visibleGroupInvitations,
  groupMember: visibleGroupMembers,
  groupNotice: visibleGroupNotices,
}

/** Audited actions, by noun. */
export const acts = {
  Group: [
    'group.created',
    'group.copied',
    'group.changed',
    'group.disbanded',
    'group.memberChanged',
    'group.noticeChanged',
    'group.invitationChanged',
  ],
} as const
