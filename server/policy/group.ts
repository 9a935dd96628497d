import type { Group, Prisma } from '#prisma/generated/client.ts'
import { type Reader, roleIn } from './reader.ts'
import type { VenuePolicy } from './venue.ts'
import { type GroupRole, may } from './viewer.ts'

/** Roles that work in the administration of a group. */
const MANAGING: readonly GroupRole[] = ['ADMIN', 'ROOT']

/**
 * Groups that exist for the reader: visible ones and the reader's own; a disabled one for super administrators, a disbanded
 * one for nobody (area-rules G2, G6).
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

/** A group, as who asks to enter it. */
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

/** Who may enter groups: members look, admins and roots manage, super administrators do both anywhere. */
export const groupPolicy: VenuePolicy<Group, Standing, Prisma.GroupWhereInput, GroupBars, 'look' | 'manage'> =
  {
    isKnown,
    bar: { look: barred(isAnything), manage: barred(isManaging) },
    admitted: { look: admitted(isAnything), manage: admitted(isManaging) },
    rights: (reader, { id, ownerId, visible, disabled, disbandedAt }) =>
      JSON.stringify([ownerId, visible, disabled, disbandedAt, roleIn(reader, id)]),
  }
