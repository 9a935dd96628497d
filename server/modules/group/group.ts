import type { Group } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import type { AnyEvent } from '../../events.ts'
import { type GroupBars, groupPolicy } from '../../policy/group.ts'
import { find, type VenueKind } from '../../venue.ts'

/** Whether an event may change a membership or the visibility of a group. */
export const isAboutGroup = ({ name, payload }: AnyEvent, groupId: number | null): boolean =>
  (name === 'membership.changed' || name === 'group.changed') && payload.groupId === groupId

/** Groups as venues. */
export const GROUP: VenueKind<Group, GroupBars> = {
  name: 'group',
  load: (db, ids) => db.group.findMany({ where: { id: { in: [...ids] }, disbandedAt: null } }),
  isKnown: groupPolicy.isKnown,
  bar: async (ctx, group, purpose) => groupPolicy.bar[purpose](readerOf(ctx), { group }),
  rights: groupPolicy.rights,
  isDoubtedBy: (event, { id }) => isAboutGroup(event, id),
}

/**
 * The group by whose rights a call acts; null when it names none (0). NOT_FOUND when the caller may not know
 * of it; the called rule checks what they may do there.
 */
export const groupNamed = async (ctx: Context, gid: number): Promise<number | null> =>
  gid === 0 ? null : (await find(ctx, GROUP, gid, 'manage')).id
