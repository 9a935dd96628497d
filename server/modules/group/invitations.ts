import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { GroupInvitation, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { managesGroup, visibleGroupInvitations } from '../../policy/group.ts'
import { enter } from '../../venue.ts'
import { record } from '../audit/audit.ts'
import { GROUP } from './group.ts'

/** Most open links of a group. */
export const MOST_OPEN = 20
/** Most uses of a link. */
export const MOST_USES = 500
/** Longest lifetime of a link (days). */
export const MOST_DAYS = 365
/** Links of a group that are kept after they ended, for its administrators. */
const MOST_ENDED = 100

/** Length (ms) of a day of a lifetime. */
const DAY = 24 * 3_600_000

/** Random bytes of a token: 96 bits are 16 characters, and cannot be found by trying. */
const TOKEN_BYTES = 12

/** Links of a group that make members at a moment: neither expired, used up nor revoked. */
const openInvitations = (ctx: Context, groupId: number): Prisma.GroupInvitationWhereInput => ({
  groupId,
  revokedAt: null,
  expiresAt: { gt: ctx.now },
  uses: { lt: ctx.db.groupInvitation.fields.maxUses },
})

/** Links of a group, newest first, for its administrators; `isOpen`: only open or only ended ones. */
export async function invitationListing(ctx: Context, groupId: number, isOpen?: boolean | null) {
  await enter(ctx, GROUP, groupId, 'manage')
  const open = openInvitations(ctx, groupId)
  return {
    where: isOpen ? open : isOpen === false ? { groupId, NOT: open } : { groupId },
    orderBy: { id: 'desc' },
  } satisfies Prisma.GroupInvitationFindManyArgs
}

/** Lifetime of a new link: whole days, or its end. */
export type Lifetime = { days?: number | null; expiresAt?: Date | null }

const wanted = z.object({
  maxUses: z.number().int().min(1).max(MOST_USES),
  lifetime: z.object({ days: z.number().int().min(1).max(MOST_DAYS).nullish() }),
})

/** End of a lifetime; refuses one that is over or longer than MOST_DAYS. */
function endOf({ now }: Context, { days, expiresAt }: Lifetime): Date {
  const end = expiresAt ?? new Date(now.getTime() + (days ?? 0) * DAY)
  const code =
    end <= now
      ? ('TOO_SMALL' as const)
      : end.getTime() > now.getTime() + MOST_DAYS * DAY
        ? ('TOO_LARGE' as const)
        : null
  if (code)
    throw new Refusal('INVALID_INPUT', {
      fields: { 'lifetime.expiresAt': { code, parameters: { min: 1, max: MOST_DAYS } } },
    })
  return end
}

/** Audits a link without its token, and tells administrators who follow the list. */
async function note(ctx: Context, before: GroupInvitation | null, after: GroupInvitation): Promise<void> {
  const { id: invitationId, groupId } = after
  const fields = (row: GroupInvitation) => ({
    invitation: row.id,
    expiresAt: row.expiresAt,
    maxUses: row.maxUses,
    uses: row.uses,
    revokedAt: row.revokedAt,
  })
  const changes = { ...(before && { before: fields(before) }), after: fields(after) }
  await record(ctx, 'group.invitationChanged', ['Group', groupId], changes, groupId)
  await emit(ctx, 'groupInvitation.changed', { invitationId, groupId, isNew: before === null })
}

/**
 * Creates a link to a group that the viewer administers. Ended links beyond MOST_ENDED are deleted. Throws
 * GROUP_INVITATIONS_FULL.
 */
export async function createInvitation(
  ctx: Context,
  groupId: number,
  { maxUses, lifetime }: { maxUses: number; lifetime: Lifetime },
): Promise<GroupInvitation> {
  await enter(ctx, GROUP, groupId, 'manage')
  authorize(ctx, managesGroup(readerOf(ctx), groupId))
  checked(wanted, { maxUses, lifetime })
  const expiresAt = endOf(ctx, lifetime)
  const createdById = ctx.viewer.id
  return transact(ctx, async (ctx) => {
    // Two creations in one group wait for each other.
    await ctx.db.$queryRaw`select 1 from "Group" where "id" = ${groupId} for no key update`
    const open = openInvitations(ctx, groupId)
    if ((await ctx.db.groupInvitation.count({ where: open })) >= MOST_OPEN)
      throw new Refusal('GROUP_INVITATIONS_FULL', { most: MOST_OPEN })
    const [oldest] = await ctx.db.groupInvitation.findMany({
      where: { groupId, NOT: open },
      orderBy: { id: 'desc' },
      skip: MOST_ENDED - 1,
      take: 1,
    })
    if (oldest)
      await ctx.db.groupInvitation.deleteMany({ where: { groupId, NOT: open, id: { lt: oldest.id } } })
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const invitation = await ctx.db.groupInvitation.create({
      data: { token, groupId, createdById, createdAt: ctx.now, expiresAt, maxUses },
    })
    await note(ctx, null, invitation)
    return invitation
  })
}

/** Ends a link at once; one that was revoked before stays as it is. */
export async function revokeInvitation(ctx: Context, id: number): Promise<GroupInvitation> {
  return transact(ctx, async (ctx) => {
    if (isRowNumber(id))
      await ctx.db.$queryRaw`select 1 from "GroupInvitation" where "id" = ${id} for no key update`
    const where = { AND: [{ id }, visibleGroupInvitations(readerOf(ctx))] }
    const before = isRowNumber(id) ? await ctx.db.groupInvitation.findFirst({ where }) : null
    if (!before) throw new Refusal('NOT_FOUND')
    await enter(ctx, GROUP, before.groupId, 'manage')
    if (before.revokedAt !== null) return before
    const after = await ctx.db.groupInvitation.update({ where: { id }, data: { revokedAt: ctx.now } })
    await note(ctx, before, after)
    return after
  })
}
