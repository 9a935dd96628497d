import { z } from 'zod'
import type { Group } from '#prisma/generated/client.ts'
import { GroupAccess } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import type { Upload } from '../../core/blobs.ts'
import { checked, onOneLine, storable } from '../../core/checked.ts'
import { advisoryLock } from '../../core/db.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { count, counted } from '../../core/pacing/throttle.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { transact } from '../../events.ts'
import { renewMemberships } from '../../memberships.ts'
import { canCreateGroup, canDisableGroup, rootsGroup } from '../../policy/group.ts'
import { isStaff } from '../../policy/viewer.ts'
import { find } from '../../venue.ts'
import { difference, record } from '../audit/audit.ts'
import { fileUrl, keepFile, referTo } from '../file/file.ts'
import { solvedBy } from '../rank/rank.ts'
import { switches } from '../site/site.ts'
import { GROUP } from './group.ts'

const line = (min: number, max: number) => z.string().transform(onOneLine).pipe(z.string().min(min).max(max))

/** In the order of the form (area-rules G1). */
const fields = z.object({
  name: line(5, 25),
  shortName: line(5, 10),
  brief: line(5, 50),
  description: z
    .string()
    .transform((text) => storable(text).trim())
    .pipe(z.string().min(5).max(1000)),
  access: z.enum(GroupAccess),
  code: z.string().nullable(),
  visible: z.boolean(),
})

export type GroupFields = z.output<typeof fields>

const code = z.object({ code: z.string().min(6).max(6) })

/** Checked fields; groups that take applications need a code of six characters, public ones keep none (area-rules G1). */
function sound(given: object): GroupFields {
  const wanted = checked(fields, given)
  return wanted.access === 'PUBLIC' ? { ...wanted, code: null } : { ...wanted, ...checked(code, wanted) }
}

/** Keys of names that are taken once on the site, ignoring case. */
const keysOf = ({ name, shortName }: GroupFields) => ({
  nameKey: name.toLowerCase(),
  shortNameKey: shortName.toLowerCase(),
})

/** Refuses names that another group has (area-rules G1). */
async function requireFree(ctx: Context, wanted: GroupFields, exceptId: number | null): Promise<void> {
  // Creations of one name at once wait for each other.
  await advisoryLock(ctx.db, 'group names')
  const keys = keysOf(wanted)
  const others = await ctx.db.group.findMany({
    where: {
      OR: [{ nameKey: keys.nameKey }, { shortNameKey: keys.shortNameKey }],
      ...(exceptId === null ? {} : { id: { not: exceptId } }),
    },
    select: { nameKey: true, shortNameKey: true },
  })
  const isTaken = (key: keyof typeof keys) => others.some((other) => other[key] === keys[key])
  if (others.length > 0)
    throw new Refusal('INVALID_INPUT', {
      fields: {
        ...(isTaken('nameKey') && { name: { code: 'GROUP_NAME_TAKEN' as const } }),
        ...(isTaken('shortNameKey') && { shortName: { code: 'GROUP_SHORT_NAME_TAKEN' as const } }),
      },
    })
}

/** Window of the daily limit (s), from the first group. */
const DAY = 24 * 3600

/** Makes two creations of one person at once wait for each other, and the end of their account, and refuses after it. */
async function lockOwner(ctx: Context, userId: string): Promise<void> {
  const [user] = await ctx.db.$queryRaw<{ endedAt: Date | null }[]>`
    select "endedAt" from "User" where "id" = ${userId} for no key update`
  authorize(ctx, user?.endedAt === null)
}

/** Refuses who solved too few problems or owns too many groups (area-rules G1). */
async function requireMayOwn(ctx: Context, userId: string): Promise<void> {
  const { groupSolved: needed, groupsOwned: most } = await switches.get(ctx)
  const solved = needed > 0 ? await solvedBy(ctx, userId) : 0
  if (solved < needed) throw new Refusal('GROUP_SOLVED_TOO_FEW', { needed, solved })
  const owned = await ctx.db.group.count({ where: { ownerId: userId, disbandedAt: null } })
  if (owned >= most) throw new Refusal('GROUPS_OWNED', { most })
}

/** Counts a new group against the daily limit (area-rules G1). */
async function countGroup(ctx: Context, userId: string): Promise<void> {
  const most = (await switches.get(ctx)).groupsPerDay
  const key = `group:${userId}`
  if ((await count(ctx.db, key, DAY)) <= most) return
  const { secondsLeft } = await counted(ctx.db, key)
  throw new Refusal('GROUPS_TODAY', { most, minutes: Math.max(1, Math.ceil(secondsLeft / 60)) })
}

/** Fields for the audit, with whether there is a code instead of the code. */
const audited = (row: Group | null) =>
  row && {
    name: row.name,
    shortName: row.shortName,
    brief: row.brief,
    access: row.access,
    hasCode: row.code !== null,
    visible: row.visible,
    disabled: row.disabled,
    avatar: row.avatar,
  }

async function note(ctx: Context, before: Group | null, after: Group): Promise<void> {
  await referTo(ctx, `Group:${after.id}`, [after.description, after.avatar])
  ctx.house.markdown.keep([after.description])
  const action = before ? 'group.changed' : 'group.created'
  await record(ctx, action, ['Group', after.id], difference(audited(before), audited(after)), after.id)
}

/** Creates a group whose owner and first root is the viewer; staff have no limits (area-rules G1). */
export async function createGroup(ctx: Context, given: object): Promise<Group> {
  authorize(ctx, canCreateGroup(readerOf(ctx)))
  const ownerId = ctx.viewer.id
  const isLimited = !isStaff(readerOf(ctx))
  const wanted = sound({ access: 'PUBLIC', code: null, visible: true, ...given })
  return transact(ctx, async (ctx) => {
    await lockOwner(ctx, ownerId)
    if (isLimited) await requireMayOwn(ctx, ownerId)
    await requireFree(ctx, wanted, null)
    if (isLimited) await countGroup(ctx, ownerId)
    const group = await ctx.db.group.create({
      data: {
        ...wanted,
        ...keysOf(wanted),
        ownerId,
        createdAt: ctx.now,
        updatedAt: ctx.now,
        members: { create: { userId: ownerId, standing: 'ROOT', createdAt: ctx.now, updatedAt: ctx.now } },
      },
    })
    await note(ctx, null, group)
    await renewMemberships(ctx)
    return group
  })
}

/** A group whose settings the viewer changes, locked until the transaction ends. */
async function lockSettings(ctx: Context, id: number): Promise<Group> {
  if (isRowNumber(id)) await ctx.db.$queryRaw`select 1 from "Group" where "id" = ${id} for no key update`
  const group = await find(ctx, GROUP, id, 'manage')
  authorize(ctx, rootsGroup(readerOf(ctx), id))
  return group
}

export type GroupPatch = Partial<GroupFields> & {
  /** Closes the group or opens it again; for super administrators. */
  disabled?: boolean
}

/** Changes the settings of a group; omitted fields stay as they are. Renaming changes no id of a problem. */
export async function updateGroup(
  ctx: Context,
  id: number,
  { disabled, ...patch }: GroupPatch,
  version?: number | null,
): Promise<Group> {
  return transact(ctx, async (ctx) => {
    const before = await lockSettings(ctx, id)
    if (disabled !== undefined) authorize(ctx, canDisableGroup(readerOf(ctx)))
    expectVersion(before.version, version)
    const { name, shortName, brief, description, access, code, visible } = before
    const wanted = sound({ name, shortName, brief, description, access, code, visible, ...patch })
    await requireFree(ctx, wanted, id)
    const after = await ctx.db.group.update({
      where: { id },
      data: {
        ...wanted,
        ...keysOf(wanted),
        disabled: disabled ?? before.disabled,
        version: { increment: 1 },
        updatedAt: ctx.now,
      },
    })
    await note(ctx, before, after)
    return after
  })
}

/** Sets the avatar of a group, or removes it (null). */
export async function changeGroupAvatar(ctx: Context, id: number, picture: Upload | null): Promise<Group> {
  const { id: groupId } = await find(ctx, GROUP, id, 'manage')
  authorize(ctx, rootsGroup(readerOf(ctx), groupId))
  const avatar = picture && fileUrl(await keepFile(ctx, 'AVATAR', picture, groupId))
  return transact(ctx, async (ctx) => {
    const before = await lockSettings(ctx, groupId)
    const after = await ctx.db.group.update({
      where: { id: groupId },
      data: { avatar, version: { increment: 1 }, updatedAt: ctx.now },
    })
    await note(ctx, before, after)
    return after
  })
}
