import type { Group, GroupMember, Prisma } from '#prisma/generated/client.ts'
import type { GroupAccess, GroupStanding } from '#prisma/generated/enums.ts'
import { type Context, readerOf, requireLogin } from '../../context.ts'
import { literally } from '../../core/literally.ts'
import { together } from '../../core/pacing/together.ts'
import type { AnyEvent } from '../../events.ts'
import { type GroupBars, groupPolicy, MEMBERS, visibleGroups } from '../../policy/group.ts'
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

/** A group for a user who is logged in, member or not (area-rules G2). */
export async function findGroup(ctx: Context, id: number): Promise<Group> {
  requireLogin(ctx)
  return find(ctx, GROUP, id, 'look')
}

export type GroupFilter = {
  keyword?: string | null
  access?: GroupAccess | null
  /** Only groups that the viewer is in. */
  isMine?: boolean | null
}

const MOST_KEYWORD = 100

const named = (keyword: string | null | undefined): Prisma.GroupWhereInput[] => {
  const part = (keyword ?? '').trim().slice(0, MOST_KEYWORD).toLowerCase()
  const contains = literally(part)
  return part ? [{ OR: [{ nameKey: { contains } }, { shortNameKey: { contains } }] }] : []
}

/** Groups that the viewer is in: they see all of them, so that the list need not name them twice. */
function ownGroups(ctx: Context): Prisma.GroupWhereInput {
  requireLogin(ctx)
  return { id: { in: [...ctx.viewer.groups.keys()] }, disabled: false, disbandedAt: null }
}

/** Visible groups and the viewer's own, newest first (area-rules G2). */
export function groupListing(ctx: Context, { keyword, access, isMine }: GroupFilter) {
  const place = isMine ? ownGroups(ctx) : visibleGroups(readerOf(ctx))
  return {
    where: { AND: [place, ...named(keyword), ...(access ? [{ access }] : [])] },
    orderBy: { id: 'desc' },
  } satisfies Prisma.GroupFindManyArgs
}

/** Number of members of a group; groups of one tick are counted together. */
export const countMembers = (ctx: Context, groupId: number): Promise<number> =>
  together(ctx.db, 'members of groups', groupId, async (ids) => {
    const rows = await ctx.db.groupMember.groupBy({
      by: ['groupId'],
      where: { groupId: { in: [...ids] }, standing: { in: [...MEMBERS] } },
      _count: true,
    })
    const counts = new Map(rows.map((row) => [row.groupId, row._count]))
    return ids.map((id) => counts.get(id) ?? 0)
  })

/** Row of the viewer in a group, also of an application; null: none. Groups of one tick are read together. */
export async function ownRow(ctx: Context, groupId: number): Promise<GroupMember | null> {
  const userId = ctx.viewer?.id
  if (userId === undefined) return null
  return together(ctx.db, `memberships of ${userId}`, groupId, async (ids) => {
    const rows = await ctx.db.groupMember.findMany({ where: { userId, groupId: { in: [...ids] } } })
    const byGroup = new Map(rows.map((row) => [row.groupId, row]))
    return ids.map((id) => byGroup.get(id) ?? null)
  })
}

/** Standing of the viewer in a group, also of its owner; null: none. */
export async function ownStanding(
  ctx: Context,
  group: Pick<Group, 'id' | 'ownerId'>,
): Promise<GroupStanding | null> {
  if (ctx.viewer?.id === group.ownerId) return 'ROOT'
  return (await ownRow(ctx, group.id))?.standing ?? null
}
