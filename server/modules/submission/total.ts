import { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { COUNTS_SQL } from '../../scope.ts'
import { inProblems, isNothing, rowsOf, type Scope, type SubmissionFilter, scopeOf } from './listing.ts'
import { TALLY_COLUMN } from './tally.ts'

/** How many rows a filter keeps for the viewer. */
export const countSubmissions = async (ctx: Context, filter: SubmissionFilter): Promise<number> =>
  countScope(ctx, await scopeOf(ctx, filter))

/**
 * Exact, and fast over millions: what people and languages are asked for is counted on an index; everything else is
 * in the tallies of the problems already, and only what they have not counted yet is looked at.
 */
export async function countScope(ctx: Context, scope: Scope): Promise<number> {
  if (isNothing(scope)) return 0
  const { ids, userIds, contestId, groupId, language, states } = scope
  const tallied = contestId === null && groupId === null && !ids && !userIds && language === null
  if (!tallied) return countRows(ctx, rowsOf(scope))
  if (states === null) return countByTally(ctx, scope)
  if (!states.includes('DONE')) return countRows(ctx, Prisma.sql`${UNSETTLED} and ${rowsOf(scope)}`)
  const all = { ...scope, states: null }
  const others = Prisma.sql`${UNSETTLED} and "state" <> all(${states}::"JudgingState"[]) and ${rowsOf(all)}`
  return (await countByTally(ctx, all)) - (await countRows(ctx, others))
}

/** The predicate of the index "Submission_unsettled_idx", word for word, so that the planner takes it. */
const UNSETTLED = Prisma.sql`("countedVerdict" is null or "verdict" is distinct from "countedVerdict")
  and ${COUNTS_SQL}`

async function countRows(ctx: Context, condition: Prisma.Sql): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ count: bigint }[]>`
    select count(*) from "Submission" where ${condition}`
  return Number(row?.count ?? 0)
}

async function countByTally(ctx: Context, scope: Scope): Promise<number> {
  const { verdicts } = scope
  const columns = verdicts ? verdicts.map((verdict) => TALLY_COLUMN[verdict]) : ['total']
  const sum = Prisma.raw(columns.map((column) => `"${column}"`).join(' + '))
  const uncounted = verdicts
    ? Prisma.sql`count(*) filter (where "verdict" = any(${verdicts}::"Verdict"[]))
        - count(*) filter (where "countedVerdict" = any(${verdicts}::"Verdict"[]))`
    : Prisma.sql`count(*) filter (where "countedVerdict" is null)`
  const [row] = await ctx.db.$queryRaw<{ count: bigint }[]>`
    select (select coalesce(sum(${sum}), 0) from "ProblemTally" where ${inProblems(scope)})
      + (select ${uncounted} from "Submission" where ${UNSETTLED} and ${inProblems(scope)}) as "count"`
  return Number(row?.count ?? 0)
}
