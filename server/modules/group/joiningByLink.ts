import type { Group } from '#prisma/generated/client.ts'
import { type Context, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { count, counted } from '../../core/pacing/throttle.ts'
import { emit, transact } from '../../events.ts'
import { renewMemberships } from '../../memberships.ts'
import { isOpenInvitation, MEMBERS } from '../../policy/group.ts'
import { lockOwn } from '../user/user.ts'
import { note, tell } from './memberNews.ts'
import { rowIn } from './members.ts'

/** Group behind a link, as a user with the link sees it, also when the group is invisible to them. */
export type InvitedGroup = { group: Group; isMember: boolean }

/** Tries of links that lead nowhere, per user. */
const MOST_TRIES = 30
/** Window (s) of these tries, from the first. */
const TRY_SECONDS = 600

const triesOf = ({ viewer }: Context) => `group invitation:${viewer?.id}`

/** Refuses a user who tried too many links that lead nowhere, whatever they try now. */
async function requireTries(ctx: Context): Promise<void> {
  if ((await counted(ctx.db, triesOf(ctx))).count >= MOST_TRIES) throw new Refusal('TOO_MANY_REQUESTS')
}

/** Whether the user is in the group, as a member or its owner. */
async function isIn(ctx: Context, { id, ownerId }: Group, userId: string): Promise<boolean> {
  const standing = (await rowIn(ctx, id, userId))?.standing
  return ownerId === userId || (MEMBERS as readonly unknown[]).includes(standing)
}

/**
 * Group of a link for a user who is logged in. Null for an unknown, expired, used-up or revoked link and for one of a
 * closed or disbanded group alike, except that members find their group by an ended link, too. Tries that end in null
 * are limited.
 */
export async function findInvitedGroup(ctx: Context, token: string): Promise<InvitedGroup | null> {
  requireLogin(ctx)
  await requireTries(ctx)
  const row = await ctx.db.groupInvitation.findUnique({ where: { token }, include: { group: true } })
  if (row && !row.group.disabled && row.group.disbandedAt === null) {
    const isMember = await isIn(ctx, row.group, ctx.viewer.id)
    if (isMember || isOpenInvitation(row, ctx.now)) return { group: row.group, isMember }
  }
  await count(ctx.db, triesOf(ctx), TRY_SECONDS)
  return null
}

/**
 * Makes the viewer a member of the group of a link, also when they applied or were refused. Throws GROUP_MEMBER for
 * members, and GROUP_INVITATION_OVER for every link that leads nowhere, without telling why.
 */
export async function joinByLink(ctx: Context, token: string): Promise<Group> {
  requireLogin(ctx)
  await requireTries(ctx)
  const { id } = ctx.viewer
  try {
    return await transact(ctx, (ctx) => joinLocked(ctx, token, id))
  } catch (error) {
    // Outside the transaction, so that the refusal does not undo the count.
    if (error instanceof Refusal && error.code === 'GROUP_INVITATION_OVER')
      await count(ctx.db, triesOf(ctx), TRY_SECONDS)
    throw error
  }
}

const over = () => new Refusal('GROUP_INVITATION_OVER')

async function joinLocked(ctx: Context, token: string, userId: string): Promise<Group> {
  const known = await ctx.db.groupInvitation.findUnique({ where: { token } })
  if (!known) throw over()
  const { id: invitationId, groupId } = known
  // Shared lock: people join concurrently, and closing and disbanding wait for them.
  await ctx.db.$queryRaw`select 1 from "Group" where "id" = ${groupId} for share`
  // Two requests of one person wait for each other.
  await lockOwn(ctx, userId)
  const group = await ctx.db.group.findUniqueOrThrow({ where: { id: groupId } })
  if (group.disabled || group.disbandedAt !== null) throw over()
  const before = await rowIn(ctx, groupId, userId)
  if (await isIn(ctx, group, userId)) throw new Refusal('GROUP_MEMBER')
  if (!isOpenInvitation(known, ctx.now)) throw over()
  const standing = 'MEMBER' as const
  const data = { standing, createdAt: ctx.now, updatedAt: ctx.now }
  await ctx.db.groupMember.upsert({
    where: { groupId_userId: { groupId, userId } },
    create: { groupId, userId, ...data },
    update: data,
  })
  await note(ctx, group, userId, before?.standing ?? null, standing, invitationId)
  await tell(ctx, [userId], 'groupWelcome', group)
  await renewMemberships(ctx)
  await emit(ctx, 'groupInvitation.changed', { invitationId, groupId, isNew: false })
  // Last, because everybody with this link waits for the row: one statement checks and counts, and a link that ended
  // meanwhile undoes the rest.
  const used = await ctx.db.$executeRaw`
    update "GroupInvitation" set "uses" = "uses" + 1
    where "id" = ${invitationId} and "uses" < "maxUses" and "revokedAt" is null and "expiresAt" > ${ctx.now}`
  if (used === 0) throw over()
  return group
}
