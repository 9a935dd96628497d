import type { Group } from '#prisma/generated/client.ts'
import { readerOf } from '../../context.ts'
import { type GroupBars, groupPolicy } from '../../policy/group.ts'
import type { VenueKind } from '../../venue.ts'

/** Groups as they are entered. */
export const GROUP: VenueKind<Group, GroupBars> = {
  name: 'group',
  load: (db, ids) => db.group.findMany({ where: { id: { in: [...ids] }, disbandedAt: null } }),
  isKnown: groupPolicy.isKnown,
  bar: async (ctx, group, purpose) => groupPolicy.bar[purpose](readerOf(ctx), { group }),
  rights: groupPolicy.rights,
  isDoubtedBy: ({ name, payload }, { id }) => name === 'membership.changed' && payload.groupId === id,
}
