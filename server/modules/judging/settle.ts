import { Prisma } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../events.ts'
import { COUNTS_SQL } from '../../scope.ts'
import { type Announced, tellSql } from '../submission/submissionEvent.ts'
import { TALLY_COLUMN } from '../submission/tally.ts'

type Settleable = Announced & {
  verdict: Verdict
  countedVerdict: Verdict | null
}

/** What became of a submission that was to be counted. */
type Settled = {
  /** There was something to count. */
  counted: boolean
  /** A rejudging may wait for it. */
  isRejudged: boolean
}

/**
 * Counts the outcome of a submission into the tally of its problem and the progress of its author: once for each
 * outcome, however often it is called, and the other way round when a rejudging took an outcome back. The same
 * verdict may come with another score, which is progress alone. What belongs to a contest or a group is in neither, and
 * is done with in one statement.
 */
export async function settleJudged(ctx: Context, submissionId: number): Promise<Settled> {
  const [row] = await ctx.db.$queryRaw<{ isTallied: boolean; told: number; isRejudged: boolean }[]>`
    with counted as (
      update "Submission" set "countedVerdict" = "verdict"
      where "id" = ${submissionId} and "state" = 'DONE' and "verdict" is not null
        and "countedVerdict" is distinct from "verdict" and not (${COUNTS_SQL})
      returning "id", "userId", "problemId", "contestId", "groupId"
    ), slim as (${slimTask(submissionId)}),
    told as (select ${tellSql('submission.counted', 'counted')} from counted)
    select ${COUNTS_SQL} as "isTallied", (select count(*)::int from told) as "told",
      exists (select from "RejudgingEntry" e where e."submissionId" = s."id" and e."endedAt" is null) as "isRejudged"
    from "Submission" s where s."id" = ${submissionId} and s."state" = 'DONE' and s."verdict" is not null`
  if (!row) return { counted: false, isRejudged: true }
  const { isTallied, told, isRejudged } = row
  return { counted: isTallied ? await countInTally(ctx, submissionId) : told > 0, isRejudged }
}

/** The same; answers whether there was anything to count. */
export const settle = async (ctx: Context, submissionId: number): Promise<boolean> =>
  (await settleJudged(ctx, submissionId)).counted

/**
 * Of the task of a judgement that is over, pages read the cases and their mode. Code and programs are kept where they
 * came from, and a million copies of them would be most of the database.
 */
const slimTask = (submissionId: number) => Prisma.sql`
  update "Judgement" set "task" = "task" - array['source', 'checker', 'interactor', 'userFiles', 'judgeFiles']
  where "submissionId" = ${submissionId} and "state" = 'DONE' and "task" ? 'source'`

const countInTally = (ctx: Context, submissionId: number): Promise<boolean> =>
  transact(ctx, async (ctx) => {
    const [submission] = await ctx.db.$queryRaw<Settleable[]>`
      select "id", "userId", "problemId", "contestId", "groupId", "verdict", "countedVerdict" from "Submission"
      where "id" = ${submissionId} and "state" = 'DONE' and "verdict" is not null
      for no key update`
    if (!submission) return false
    const counts = submission.verdict !== submission.countedVerdict
    await (counts ? moveTally(ctx, submission) : lockTally(ctx, submission))
    await refreshProgress(ctx, submission, counts)
    return counts
  })

const lockTally = (ctx: Context, { problemId }: Settleable) => ctx.db.$executeRaw`
  select "problemId" from "ProblemTally" where "problemId" = ${problemId} for no key update`

/** The row lock of the tally also makes settlings of one problem take turns, which progress relies on. */
const moveTally = (ctx: Context, { id, problemId, verdict, countedVerdict }: Settleable) => {
  const column = (name: string) => Prisma.raw(`"${name}"`)
  const to = column(TALLY_COLUMN[verdict])
  const other = countedVerdict
    ? Prisma.sql`${column(TALLY_COLUMN[countedVerdict])} = t.${column(TALLY_COLUMN[countedVerdict])} - 1`
    : Prisma.sql`"total" = t."total" + 1`
  return ctx.db.$executeRaw`
    with counted as (update "Submission" set "countedVerdict" = "verdict" where "id" = ${id})
    insert into "ProblemTally" as t ("problemId", "total", ${to}) values (${problemId}, 1, 1)
    on conflict ("problemId") do update set ${to} = t.${to} + 1, ${other}`
}

/**
 * Progress is read from all judged submissions of the person anew: there are few of them, and an acceptance that a
 * rejudging took away must give way to whatever else there is. Pages that show tally or progress are told when one moved.
 */
const refreshProgress = (ctx: Context, { id, userId, problemId }: Settleable, counts: boolean) =>
  ctx.db.$executeRaw`
  with judged as (
    select * from "Submission"
    where "userId" = ${userId} and "problemId" = ${problemId} and "state" = 'DONE' and "verdict" is not null
      and ${COUNTS_SQL}
  ),
  first as (select * from judged where "verdict" = 'ACCEPTED' order by "id" limit 1),
  last as (select * from judged order by "id" desc limit 1),
  moved as (
    insert into "ProblemProgress" ("userId", "problemId", "verdict", "score", "oiRankScore", "acceptedAt",
      "acceptedSubmissionId", "lastSubmissionId")
    select ${userId}, ${problemId}, coalesce(first."verdict", last."verdict"),
      case when first."id" is null then last."score" else first."score" end,
      (select max("oiRankScore") from judged), first."createdAt", first."id", last."id"
    from last left join first on true
    on conflict ("userId", "problemId") do update set
      "verdict" = excluded."verdict", "score" = excluded."score", "oiRankScore" = excluded."oiRankScore",
      "acceptedAt" = excluded."acceptedAt", "acceptedSubmissionId" = excluded."acceptedSubmissionId",
      "lastSubmissionId" = excluded."lastSubmissionId"
    where "ProblemProgress" is distinct from excluded
    returning "problemId"
  ), counted as (
    select "id", "userId", "problemId", "contestId", "groupId" from "Submission"
    where "id" = ${id} and (${counts}::boolean or exists (select from moved))
  )
  select ${tellSql('submission.counted', 'counted')} from counted`

/** Left for the next round, so that one round ends. */
const SWEEP = 1000

/**
 * Settles what was judged and never settled, because its job was lost or gave up, and answers how many. One that fails is
 * logged and tried again in the next round; the others go on.
 */
export async function sweepUnsettled(ctx: Context): Promise<number> {
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    select "id" from "Submission"
    where ("countedVerdict" is null or "verdict" is distinct from "countedVerdict")
      and "state" = 'DONE' and "verdict" is not null
    order by "id" limit ${SWEEP}`
  let settled = 0
  for (const { id: submissionId } of rows) {
    try {
      if (await settle(ctx, submissionId)) settled++
    } catch (err) {
      ctx.house.log.error({ err, submissionId }, 'a submission could not be settled')
    }
  }
  return settled
}
