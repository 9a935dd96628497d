import { z } from 'zod'
import type { Contest } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { checked } from '../../../core/checked.ts'
import { emitEach, transact } from '../../../events.ts'
import { fitsRule } from '../../../policy/accountRule.ts'
import { membersOf } from '../../../policy/group.ts'
import { record } from '../../audit/audit.ts'
import { requireOpenRegistration } from '../registration.ts'
import { requireNone, usersNamed } from './namedUsers.ts'
import { lockContest } from './organising.ts'

const MOST_REGISTERED = 5_000

const fields = z.object({
  usernames: z.array(z.string().trim().min(1).max(100)).min(1).max(MOST_REGISTERED),
})

/**
 * Registers users for a contest without its password: all of the list or none. Earlier registrations keep their time.
 * Refuses users without an account, outside the contest's group or outside its account rule (contest-rules 16).
 */
export async function registerUsers(
  ctx: Context,
  contestId: number,
  given: readonly string[],
): Promise<Contest> {
  const { usernames } = checked(fields, { usernames: given })
  return transact(ctx, async (ctx) => {
    const contest = await lockContest(ctx, contestId)
    requireOpenRegistration(contest, ctx.now)
    const users = await usersNamed(ctx, usernames, 'usernames')
    const ids = users.map(({ id }) => id)
    if (contest.groupId !== null) {
      const members = await ctx.db.user.findMany({
        where: { AND: [{ id: { in: ids } }, membersOf(contest.groupId)] },
        select: { id: true },
      })
      const inside = new Set(members.map(({ id }) => id))
      const outside = users.filter(({ id }) => !inside.has(id)).map(({ username }) => username)
      requireNone(outside, 'usernames', 'ACCOUNTS_OUTSIDE')
    }
    const unfit = users.map(({ username }) => username).filter((name) => !fitsRule(contest.accountRule, name))
    requireNone(unfit, 'usernames', 'ACCOUNTS_UNFIT')
    const registered = await ctx.db.$queryRaw<{ userId: string }[]>`
      insert into "Participation" ("contestId", "userId", "registeredAt")
      select ${contestId}::int, "userId", ${ctx.now}::timestamptz from unnest(${ids}::text[]) as given("userId")
      on conflict ("contestId", "userId") do update set "registeredAt" = excluded."registeredAt"
      where "Participation"."registeredAt" is null
      returning "userId"`
    if (registered.length === 0) return contest
    await record(ctx, 'contest.participantsRegistered', ['Contest', contestId], { count: registered.length })
    await emitEach(
      ctx,
      'participation.changed',
      registered.map(({ userId }) => ({ contestId, userId })),
    )
    return contest
  })
}
