import type { Contest } from '#prisma/generated/client.ts'
import { Prisma } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import { type Context, readerOf } from '../../../context.ts'
import { officialSql } from '../../../officials.ts'
import { seesSealed } from '../../../policy/contest.ts'
import { CONTESTS } from '../../../policy/officials.ts'
import { EMPTY_TALLY } from '../../problem/tally.ts'
import { TALLY_COLUMN } from '../tally.ts'

export type ContestTally = typeof EMPTY_TALLY

/**
 * Submissions to each problem of a contest by verdict, from its start to the seal or the end, or after it with `late`;
 * those of its officials are not counted (contest-rules.md 21).
 */
export async function contestTallies(
  ctx: Context,
  contest: Contest,
  late: boolean,
): Promise<Map<number, ContestTally>> {
  const { id, startsAt, freezesAt, endsAt, takesLate } = contest
  const isSealed = seesSealed(readerOf(ctx), contest)
  const until = isSealed ? freezesAt : late && takesLate ? null : endsAt
  const rows = await ctx.db.$queryRaw<{ problemId: number; verdict: Verdict; count: number }[]>`
    select s."problemId", s."verdict", count(*)::int as "count" from "Submission" s
    join "User" u on u."id" = s."userId"
    where s."contestId" = ${id}::int and s."state" = 'DONE' and s."verdict" is not null
      and s."createdAt" >= ${startsAt}::timestamptz and not s."byOfficial" and not ${officialSql(CONTESTS, contest, Prisma.sql`u`)}
      ${until ? Prisma.sql`and s."createdAt" < ${until}::timestamptz` : Prisma.empty}
    group by s."problemId", s."verdict"`
  const tallies = new Map<number, ContestTally>()
  for (const { problemId, verdict, count } of rows) {
    const tally = tallies.get(problemId) ?? { ...EMPTY_TALLY }
    tally[TALLY_COLUMN[verdict]] += count
    tally.total += count
    tallies.set(problemId, tally)
  }
  return tallies
}
