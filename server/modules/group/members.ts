import { z } from 'zod'
import type { Group, GroupMember, Prisma } from '#prisma/generated/client.ts'
import { GroupStanding } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { checked, storable } from '../../core/checked.ts'
import { isSame } from '../../core/constantTime.ts'
import { Refusal } from '../../core/errors.ts'
import { literally } from '../../core/literally.ts'
import { count, takeTurn } from '../../core/pacing/throttle.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { transact } from '../../events.ts'
import { renewMemberships } from '../../memberships.ts'
import { canRemoveMember, MEMBERS, managesGroup, standingsFor } from '../../policy/group.ts'
import { rootsWhere } from '../../policy/officials.ts'
import { enter, find } from '../../venue.ts'
import { lockOwn } from '../user/user.ts'
import { usernameKeyOf } from '../user/username.ts'
import { GROUP } from './group.ts'
import { note, tell } from './memberNews.ts'

export type MemberFilter = { keyword?: string | null; standing?: GroupStanding | null }

const NEWEST = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.GroupMemberOrderByWithRelationInput[]

const MOST_KEYWORD = 100

const named = (keyword: string | null | undefined): Prisma.GroupMemberWhereInput => {
  const part = usernameKeyOf((keyword ?? '').slice(0, MOST_KEYWORD))
  return part ? { user: { usernameKey: { contains: literally(part) } } } : {}
}

const isMember = (standing: GroupStanding | null | undefined) =>
  (MEMBERS as readonly (GroupStanding | null | undefined)[]).includes(standing)

/** Members of a group, newest first, for its members (area-rules G14). */
export async function memberListing(ctx: Context, groupId: number, { keyword, standing }: MemberFilter) {
  await enter(ctx, GROUP, groupId, 'look')
  const standings = isMember(standing) && standing ? [standing] : [...MEMBERS]
  return {
    where: { AND: [{ groupId, standing: { in: standings } }, named(keyword)] },
    orderBy: NEWEST,
  } satisfies Prisma.GroupMemberFindManyArgs
}

/** Every row of a group with its reason, newest first, for its administrators (area-rules G14). */
export async function applicationListing(ctx: Context, groupId: number, { keyword, standing }: MemberFilter) {
  await enter(ctx, GROUP, groupId, 'manage')
  return {
    where: { AND: [{ groupId, ...(standing ? { standing } : {}) }, named(keyword)] },
    orderBy: NEWEST,
  } satisfies Prisma.GroupMemberFindManyArgs
}

const reasonOf = z.object({
  reason: z
    .string()
    .transform((text) => storable(text).trim())
    .pipe(z.string().min(5).max(100)),
})

/** Seconds between two attempts of a code. */
const TRY_SECONDS = 2

/** Most joins and applications of a user to one group in an hour: each tells the group's roots, also one withdrawn at once. */
const MOST_JOINS = 10
const JOIN_SECONDS = 3600

export type Application = { reason?: string | null; code?: string | null }

/** Refuses who is in a group already, or has applied (area-rules G3). */
function requireOutside(group: Group, userId: string, row: GroupMember | null): void {
  if (row?.standing === 'APPLIED') throw new Refusal('GROUP_APPLIED')
  if (group.ownerId === userId || (row && row.standing !== 'REFUSED')) throw new Refusal('GROUP_MEMBER')
}

/** Row of a person in a group, also of an application; null: none. */
export const rowIn = (ctx: Context, groupId: number, userId: string) =>
  ctx.db.groupMember.findUnique({ where: { groupId_userId: { groupId, userId } } })

/**
 * Joins a public group, or applies to another with a reason, and with its code where access asks for it: compared in
 * constant time, tried once in two seconds. A refused person applies again (area-rules G3). Throws TOO_MANY_REQUESTS
 * after MOST_JOINS in an hour.
 */
export async function joinGroup(ctx: Context, id: number, given: Application): Promise<GroupMember> {
  requireLogin(ctx)
  const { viewer } = ctx
  const known = await find(ctx, GROUP, id, 'look')
  requireOutside(known, viewer.id, await rowIn(ctx, id, viewer.id))
  if (known.access === 'CODE') {
    // Outside the transaction, so that a wrong code counts against the rate limit.
    const seconds = await takeTurn(ctx.db, `group code:${id}:${viewer.id}`, TRY_SECONDS)
    if (seconds > 0) throw new Refusal('GROUP_CODE_TOO_SOON', { seconds })
  }
  return transact(ctx, async (ctx) => {
    // Shared lock: people join concurrently, and a change of access waits for them.
    await ctx.db.$queryRaw`select 1 from "Group" where "id" = ${id} for share`
    // Two requests of one person wait for each other.
    await lockOwn(ctx, viewer.id)
    const group = await find(ctx, GROUP, id, 'look')
    const before = await rowIn(ctx, id, viewer.id)
    requireOutside(group, viewer.id, before)
    if (group.access === 'CODE' && !isSame(given.code ?? '', group.code ?? ''))
      throw new Refusal('GROUP_CODE_WRONG', { field: 'code' })
    if ((await count(ctx.db, `group join:${id}:${viewer.id}`, JOIN_SECONDS)) > MOST_JOINS)
      throw new Refusal('TOO_MANY_REQUESTS')
    const isOpen = group.access === 'PUBLIC'
    const reason = isOpen ? null : checked(reasonOf, { reason: given.reason ?? '' }).reason
    const data = {
      standing: isOpen ? ('MEMBER' as const) : ('APPLIED' as const),
      reason,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }
    const key = { groupId: id, userId: viewer.id }
    const row = await ctx.db.groupMember.upsert({
      where: { groupId_userId: key },
      create: { ...key, ...data },
      update: data,
    })
    await note(ctx, group, viewer.id, before?.standing ?? null, row.standing)
    if (isOpen) await tell(ctx, [viewer.id], 'groupWelcome', group)
    else await tell(ctx, await rootsOf(ctx, id), 'groupApplied', group, viewer.username)
    await renewMemberships(ctx)
    return row
  })
}

const rootsOf = async (ctx: Context, groupId: number): Promise<string[]> => {
  const rows = await ctx.db.user.findMany({ where: rootsWhere(groupId), select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Leaves a group, or withdraws an application; its owner cannot leave (area-rules G4, G5). */
export async function leaveGroup(ctx: Context, id: number): Promise<Group> {
  requireLogin(ctx)
  const { viewer } = ctx
  return transact(ctx, async (ctx) => {
    const group = await find(ctx, GROUP, id, 'look')
    if (group.ownerId === viewer.id) throw new Refusal('GROUP_OWNER_STAYS')
    const where = { groupId: id, userId: viewer.id, standing: { not: 'REFUSED' as const } }
    const [row] = await ctx.db.groupMember.findMany({ where })
    const { count } = await ctx.db.groupMember.deleteMany({ where })
    if (!row || count === 0) throw new Refusal('GROUP_NOT_IN')
    await note(ctx, group, viewer.id, row.standing, null)
    await renewMemberships(ctx)
    return group
  })
}

/** A person's row in a group that the viewer administers, locked until the transaction ends. */
async function lockMember(ctx: Context, groupId: number, userId: string) {
  const group = await enter(ctx, GROUP, groupId, 'manage')
  authorize(ctx, managesGroup(readerOf(ctx), groupId))
  await ctx.db.$queryRaw`
    select 1 from "GroupMember" where "groupId" = ${groupId} and "userId" = ${userId} for no key update`
  const member = await rowIn(ctx, groupId, userId)
  if (!member) throw new Refusal('NOT_FOUND')
  return { group, member }
}

const wantedStanding = z.object({ standing: z.enum(GroupStanding) })

/** Changes the standing of a person; who is accepted is welcomed, who is refused hears nothing (area-rules G4). */
export async function changeMember(
  ctx: Context,
  groupId: number,
  userId: string,
  given: string,
): Promise<GroupMember> {
  const { standing } = checked(wantedStanding, { standing: given })
  return transact(ctx, async (ctx) => {
    const { group, member } = await lockMember(ctx, groupId, userId)
    if (userId === group.ownerId) throw new Refusal('GROUP_OWNER_STAYS')
    if (isMember(member.standing) && !isMember(standing)) throw new Refusal('GROUP_MEMBER_STAYS')
    authorize(ctx, standingsFor(readerOf(ctx), group, member).includes(standing))
    if (standing === member.standing) return member
    const after = await ctx.db.groupMember.update({
      where: { id: member.id },
      data: { standing, updatedAt: ctx.now },
    })
    await note(ctx, group, userId, member.standing, standing)
    if (isMember(standing) && !isMember(member.standing)) await tell(ctx, [userId], 'groupWelcome', group)
    await renewMemberships(ctx)
    return after
  })
}

/** Removes a person from a group, or their application; members are told (area-rules G4). */
export async function removeMember(ctx: Context, groupId: number, userId: string): Promise<GroupMember> {
  return transact(ctx, async (ctx) => {
    const { group, member } = await lockMember(ctx, groupId, userId)
    if (userId === group.ownerId) throw new Refusal('GROUP_OWNER_STAYS')
    if (userId === ctx.viewer?.id) throw new Refusal('GROUP_SELF_REMOVAL')
    authorize(ctx, canRemoveMember(readerOf(ctx), group, member))
    await ctx.db.groupMember.delete({ where: { id: member.id } })
    await note(ctx, group, userId, member.standing, null)
    if (isMember(member.standing)) await tell(ctx, [userId], 'groupLeft', group)
    return member
  })
}

/** Number of waiting applications. */
export const countApplications = (ctx: Context, groupId: number): Promise<number> =>
  ctx.db.groupMember.count({ where: { groupId, standing: 'APPLIED' } })

type Owned = Pick<Group, 'id' | 'ownerId'>
type Member = Pick<GroupMember, 'groupId' | 'userId' | 'standing'>

/** What the viewer may do with a person of a group: standings to give, and whether to remove them (area-rules G4). */
export const rightsOver = (ctx: Context, group: Owned, member: Member) => {
  const reader = readerOf(ctx)
  return { standings: standingsFor(reader, group, member), canRemove: canRemoveMember(reader, group, member) }
}

/** A row of a group by its number, for its administrators. */
export async function findMember(ctx: Context, id: number): Promise<GroupMember> {
  const row = isRowNumber(id) ? await ctx.db.groupMember.findUnique({ where: { id } }) : null
  if (!row) throw new Refusal('NOT_FOUND')
  await enter(ctx, GROUP, row.groupId, 'manage')
  return row
}
