import type { User } from '#prisma/generated/client.ts'
import type { GroupStanding } from '#prisma/generated/enums.ts'
import { type Context, readerOf } from '../../context.ts'
import { Refusal, requireAtMost } from '../../core/errors.ts'
import { count } from '../../core/pacing/throttle.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { transact } from '../../events.ts'
import { renewMemberships } from '../../memberships.ts'
import { MEMBERS } from '../../policy/group.ts'
import { isStaff } from '../../policy/viewer.ts'
import { enter } from '../../venue.ts'
import { usernameKeyOf } from '../user/username.ts'
import { GROUP } from './group.ts'
import { note, tell } from './memberNews.ts'

/** Most names of one list. */
export const MOST_NAMES = 500

/** Most users that an administrator adds in a day, in all groups together; staff have no limit. */
export const MOST_ADDED = 3_000
const DAY_SECONDS = 24 * 3600

/** Refuses to add more users than a day allows: they are not asked, and each is told. */
async function countAdded(ctx: Context, added: number): Promise<void> {
  if (added === 0 || isStaff(readerOf(ctx))) return
  if ((await count(ctx.db, `group additions:${ctx.viewer?.id}`, DAY_SECONDS, added)) > MOST_ADDED)
    throw new Refusal('TOO_MANY_REQUESTS')
}

/** Names of a list: those that were added, those of members, and those that no user has. */
export type AddedMembers = { added: string[]; present: string[]; unknown: string[] }

const isMember = (standing: GroupStanding | undefined) =>
  (MEMBERS as readonly (GroupStanding | undefined)[]).includes(standing)

/**
 * Adds users to a group by their names, applicants and refused users too; for its administrators. Names that differ only
 * in case are one. Refuses more than MOST_NAMES beforehand, and TOO_MANY_REQUESTS beyond MOST_ADDED.
 */
export async function addMembers(
  ctx: Context,
  groupId: number,
  usernames: readonly string[],
): Promise<AddedMembers> {
  requireAtMost(MOST_NAMES, 'usernames', usernames)
  const wanted = new Map(
    usernames.flatMap((name) => (name.trim() ? [[usernameKeyOf(name), name.trim()]] : [])),
  )
  return transact(ctx, async (ctx) => {
    // Shared lock: people join concurrently, and disbanding waits for them.
    if (isRowNumber(groupId)) await ctx.db.$queryRaw`select 1 from "Group" where "id" = ${groupId} for share`
    const group = await enter(ctx, GROUP, groupId, 'manage')
    // Two requests about one person wait for each other, and for the deletion of the account.
    const users = await ctx.db.$queryRaw<Pick<User, 'id' | 'username' | 'usernameKey'>[]>`
      select "id", "username", "usernameKey" from "User"
      where "usernameKey" = any(${[...wanted.keys()]}::text[]) and "endedAt" is null order by "id" for no key update`
    const ids = users.map(({ id }) => id)
    const rows = await ctx.db.groupMember.findMany({ where: { groupId, userId: { in: ids } } })
    const standings = new Map(rows.map(({ userId, standing }) => [userId, standing]))
    const byKey = new Map(users.map((user) => [user.usernameKey, user]))
    const [present, unknown]: [string[], string[]] = [[], []]
    const added: typeof users = []
    for (const [key, username] of wanted) {
      const user = byKey.get(key)
      if (!user) unknown.push(username)
      else if (user.id === group.ownerId || isMember(standings.get(user.id))) present.push(user.username)
      else added.push(user)
    }
    await countAdded(ctx, added.length)
    for (const { id: userId } of added) {
      const data = { standing: 'MEMBER' as const, createdAt: ctx.now, updatedAt: ctx.now }
      await ctx.db.groupMember.upsert({
        where: { groupId_userId: { groupId, userId } },
        create: { groupId, userId, ...data },
        update: data,
      })
      await note(ctx, group, userId, standings.get(userId) ?? null, 'MEMBER')
    }
    await tell(
      ctx,
      added.map(({ id }) => id),
      'groupWelcome',
      group,
    )
    await renewMemberships(ctx)
    return { added: added.map(({ username }) => username), present, unknown }
  })
}
