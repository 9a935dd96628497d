import type { Group, Prisma } from '#prisma/generated/client.ts'
import { type Reader, roleIn } from './reader.ts'
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
