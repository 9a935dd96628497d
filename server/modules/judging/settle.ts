import type { Verdict } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../events.ts'
import { countsIn } from '../../policy/venue.ts'
import { COUNTS_SQL } from '../../scope.ts'
import { type Announced, tellOf } from '../submission/submissionEvent.ts'
import { TALLY_COLUMN } from '../submission/tally.ts'

type Settleable = Announced & {
  groupId: number | null
  verdict: Verdict
  countedVerdict: Verdict | null
}

/**
 * Counts the outcome of a submission into the tally of its problem and the progress of its author: once for each
 * outcome, however often it is called, and the other way round when a rejudging took an outcome back. The same
 * verdict may come with another score, which is progress alone.
 * Answers whether there was anything to count.
 */
export const settle = (ctx: Context, submissionId: number): Promise<boolean> =>
  transact(ctx, async (ctx) => {
    const [submission] = await ctx.db.$queryRaw<Settleable[]>`
      select "id", "userId", "problemId", "contestId", "groupId", "verdict", "countedVerdict" from "Submission"
      where "id" = ${submissionId} and "state" = 'DONE' and "verdict" is not null
      for no key update`
    if (!submission) return false
    const { id, userId, problemId, verdict, countedVerdict } = submission
    const counts = verdict !== countedVerdict
    const inTallies = countsIn(submission)
    if (counts) {
      if (inTallies) await moveTally(ctx, submission)
      await ctx.db.submission.update({
        where: { id },
        data: { countedVerdict: verdict },
        select: { id: true },
      })
    } else if (inTallies) await lockTally(ctx, problemId)
    const moved = inTallies ? await refreshProgress(ctx, userId, problemId) : 0
    await slimTask(ctx, id)
    // Pages that show tally or progress read them afresh.
    if (counts || moved > 0) await tellOf(ctx, 'submission.counted', submission)
    return counts
  })

const lockTally = (ctx: Context, problemId: number) => ctx.db.$queryRaw`
  select "problemId" from "ProblemTally" where "problemId" = ${problemId} for no key update`

/** The row lock of the tally also makes settlings of one problem take turns, which progress relies on. */
const moveTally = async (ctx: Context, { problemId, verdict, countedVerdict }: Settleable) => {
  const column = TALLY_COLUMN[verdict]
  await ctx.db.problemTally.upsert({
    where: { problemId },
    create: { problemId, total: 1, [column]: 1 },
    update: {
      [column]: { increment: 1 },
      ...(countedVerdict
        ? { [TALLY_COLUMN[countedVerdict]]: { decrement: 1 } }
        : { total: { increment: 1 } }),
    },
  })
}

/**
 * Progress is read from all judged submissions of the person anew: there are few of them, and an acceptance that a
 * rejudging took away must give way to whatever else there is.
 */
const refreshProgress = (ctx: Context, userId: string, problemId: number) => ctx.db.$executeRaw`
  with judged as (
    select * from "Submission"
    where "userId" = ${userId} and "problemId" = ${problemId} and "state" = 'DONE' and "verdict" is not null
      and ${COUNTS_SQL}
  ),
  first as (select * from judged where "verdict" = 'ACCEPTED' order by "id" limit 1),
  last as (select * from judged order by "id" desc limit 1)
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
  where "ProblemProgress" is distinct from excluded`

/**
 * Of the task of a judgement that is over, pages read the cases and their mode. Code and programs are kept where they
 * came from, and a million copies of them would be most of the database.
 */
const slimTask = (ctx: Context, submissionId: number) => ctx.db.$executeRaw`
  update "Judgement" set "task" = "task" - array['source', 'checker', 'interactor', 'userFiles', 'judgeFiles']
  where "submissionId" = ${submissionId} and "state" = 'DONE' and "task" ? 'source'`

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
