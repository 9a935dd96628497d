import type { Group } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import type { AnyEvent } from '../../events.ts'
import { type GroupBars, groupPolicy } from '../../policy/group.ts'
import { find, type VenueKind } from '../../venue.ts'

/** Whether somebody may be something else in a group from an event on, or the group be open to others. */
export const isAboutGroup = ({ name, payload }: AnyEvent, groupId: number | null): boolean =>
  (name === 'membership.changed' || name === 'group.changed') && payload.groupId === groupId

/** Groups as they are entered. */
export const GROUP: VenueKind<Group, GroupBars> = {
  name: 'group',
  load: (db, ids) => db.group.findMany({ where: { id: { in: [...ids] }, disbandedAt: null } }),
  isKnown: groupPolicy.isKnown,
  bar: async (ctx, group, purpose) => groupPolicy.bar[purpose](readerOf(ctx), { group }),
  rights: groupPolicy.rights,
  isDoubtedBy: (event, { id }) => isAboutGroup(event, id),
}

/**
 * The group by whose rights a call wants to act; null: it names none (0). NOT_FOUND for those who must not know of it; what
 * they may do there is for the rule that is called.
 */
export const groupNamed = async (ctx: Context, gid: number): Promise<number | null> =>
  gid === 0 ? null : (await find(ctx, GROUP, gid, 'manage')).id
