import { z } from 'zod'
import type { Contest } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { checked } from '../../../core/checked.ts'
import { emit, transact } from '../../../events.ts'
import { record } from '../../audit/audit.ts'
import { usernameKeyOf } from '../../user/username.ts'
import { usersNamed } from './namedUsers.ts'
import { lockContest } from './organising.ts'

const MOST_SEATS = 5_000

const fields = z.object({
  seats: z
    .array(z.object({ username: z.string().trim().min(1).max(100), seat: z.string().trim().max(40) }))
    .min(1)
    .max(MOST_SEATS),
})

export type Seat = z.output<typeof fields>['seats'][number]

/**
 * Assigns seats in a contest, also before users register; an empty seat removes it. All of the list or none:
 * ACCOUNTS_UNKNOWN names those without an account.
 */
export async function giveSeats(ctx: Context, contestId: number, given: readonly Seat[]): Promise<Contest> {
  const { seats } = checked(fields, { seats: given })
  const seatOf = new Map(seats.map((one) => [usernameKeyOf(one.username), one]))
  return transact(ctx, async (ctx) => {
    const contest = await lockContest(ctx, contestId)
    const users = await usersNamed(
      ctx,
      seats.map(({ username }) => username),
      'seats',
    )
    const ids = users.map(({ id }) => id)
    const words = users.map(({ usernameKey }) => seatOf.get(usernameKey)?.seat || null)
    await ctx.db.$executeRaw`
      insert into "Participation" ("contestId", "userId", "seat")
      select ${contestId}::int, "userId", "seat" from unnest(${ids}::text[], ${words}::text[]) as given("userId", "seat")
      on conflict ("contestId", "userId") do update set "seat" = excluded."seat"`
    await record(ctx, 'contest.seatsGiven', ['Contest', contestId], { count: users.length })
    await emit(ctx, 'seats.changed', { contestId })
    return contest
  })
}
