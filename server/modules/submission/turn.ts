import { LANE_WIDTH, PRIORITY } from '#judge/protocol.ts'
import { Prisma } from '#prisma/generated/client.ts'
import type { SignedInContext } from '../../context.ts'
import { BANKS, findBank } from '../bank/banks.ts'

/**
 * The priority of the viewer's next job in a lane: its start plus the number of the viewer's jobs in the lane. The first
 * job of one user so comes before the second of another, and five hundred jobs of one user delay nobody else. Jobs of the
 * site itself belong to no user.
 */
export const turnSql = ({ viewer }: SignedInContext, lane: number): Prisma.Sql =>
  lane === PRIORITY.rejudging
    ? Prisma.sql`${lane}::int`
    : Prisma.sql`(
    select ${lane}::int + least(count(*)::int, ${LANE_WIDTH - 1}::int) from graphile_worker._private_jobs
    where "priority" >= ${lane}::int and "priority" < ${lane + LANE_WIDTH}::int and "key" in (
      select "judgementId" from "Submission"
      where "userId" = ${viewer.id} and "state" in ('QUEUED', 'COMPILING', 'RUNNING')
      union all
      select "id" from "Trial" where "userId" = ${viewer.id} and "state" <> 'DONE'
      union all
      select "id" from "Making" where "userId" = ${viewer.id} and "state" <> 'DONE'))`

/**
 * As `turnSql`, of the viewer's next submission to another judge: behind as many places as the viewer has submissions with
 * the accounts of that judge.
 */
export const bankTurnSql = ({ viewer }: SignedInContext, bank: string, lane: number): Prisma.Sql => {
  const accountsOf = findBank(bank)?.accountsOf
  const banks = BANKS.filter((one) => one.accountsOf === accountsOf).map(({ key }) => key)
  return Prisma.sql`(
    select ${lane}::int + least(count(*)::int, ${LANE_WIDTH - 1}::int) from "BankRun" going
    join "Judgement" j on j."id" = going."judgementId" join "Submission" s on s."id" = j."submissionId"
    where going."step" in ('WAITING', 'SENDING', 'FINDING', 'POLLING') and going."bank" = any(${banks}::text[])
      and going."lane" >= ${lane}::int and going."lane" < ${lane + LANE_WIDTH}::int and s."userId" = ${viewer.id})`
}

/** Priority of the viewer's next job in a lane. */
export async function turnOf(ctx: SignedInContext, lane: number): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ turn: number }[]>`select ${turnSql(ctx, lane)} as "turn"`
  return row?.turn ?? lane
}

/**
 * Number of the next turn of a solution in the practice lane. Solutions have no user: all of the site's share the turns
 * of one, so that a hundred of a problem delay nobody's submission.
 */
export async function solutionTurnOf({ db }: Pick<SignedInContext, 'db'>): Promise<number> {
  const [row] = await db.$queryRaw<{ turn: number }[]>`
    select count(*)::int as "turn" from graphile_worker._private_jobs
    where "priority" >= ${PRIORITY.practice}::int and "priority" < ${PRIORITY.practice + LANE_WIDTH}::int
      and "key" in (select "judgementId" from "Solution")`
  return row?.turn ?? 0
}
