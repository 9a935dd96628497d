import { SETTLE_TASK } from '#judge/protocol.ts'
import { slimTask } from '#judge/slimTask.ts'
import { Prisma } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../events.ts'
import { queuedJobsSql } from '../../queue.ts'
import { COUNTS_SQL, countsInGroupSql } from '../../scope.ts'
import { type Announced, tellSql } from '../submission/submissionEvent.ts'
import { TALLY_COLUMN } from '../submission/tally.ts'

type Settleable = Announced & {
  verdict: Verdict
  countedVerdict: Verdict | null
}

/** Result of settling a submission. */
type Settled = {
  /** Whether there was something to count. */
  counted: boolean
  /** Whether a rejudging may wait for it. */
  isRejudged: boolean
}

/**
 * Counts the outcome of a submission in the tally of its problem and the progress of its author: exactly once
 * per outcome, and undoes the old outcome after a rejudging. A new score with the same verdict changes the
 * progress alone. A group has its own tallies and progress; contest submissions are in none, and settled by
 * one statement.
 */
export async function settleJudged(ctx: Context, submissionId: number): Promise<Settled> {
  const [row] = await ctx.db.$queryRaw<{ isTallied: boolean; told: number; isRejudged: boolean }[]>`
    with counted as (
      update "Submission" set "countedVerdict" = "verdict"
      where "id" = ${submissionId} and "state" = 'DONE' and "verdict" is not null
        and "countedVerdict" is distinct from "verdict" and "contestId" is not null
      returning "id", "userId", "problemId", "contestId", "groupId"
    ), slim as (${slimTasks(submissionId)}),
    told as (select ${tellSql('submission.counted', 'counted')} from counted)
    select s."contestId" is null as "isTallied", (select count(*)::int from told) as "told",
      exists (select from "RejudgingEntry" e where e."submissionId" = s."id" and e."endedAt" is null) as "isRejudged"
    from "Submission" s where s."id" = ${submissionId} and s."state" = 'DONE' and s."verdict" is not null`
  if (!row) return { counted: false, isRejudged: true }
  const { isTallied, told, isRejudged } = row
  return { counted: isTallied ? await countInTally(ctx, submissionId) : told > 0, isRejudged }
}

/** Settles one submission; returns whether there was something to count. */
export const settle = async (ctx: Context, submissionId: number): Promise<boolean> =>
  (await settleJudged(ctx, submissionId)).counted

/** SQL that queues the settling of the submissions in `rows`, which have their id. */
export const queuedSettlingSql = (rows: 'restored' | 'applied'): Prisma.Sql => {
  const id = Prisma.raw(`${rows}."id"`)
  return queuedJobsSql(SETTLE_TASK, Prisma.sql`json_build_object('submissionId', ${id})`, Prisma.raw(rows))
}

/** Shrinks the tasks of judgements that ended without a host's report, which otherwise does it. */
const slimTasks = (submissionId: number) => Prisma.sql`
  update "Judgement" set "task" = ${Prisma.raw(slimTask('"task"'))}
  where "submissionId" = ${submissionId} and "state" = 'DONE' and "task" ? 'source'`

/**
 * Counts a submission in the tallies of its place. Entries of the ledger that this causes name the viewer who judged by
 * hand; else the solver for the first outcome, and nobody for a later one (area-rules S1): migration points_actor.
 */
const countInTally = (ctx: Context, submissionId: number): Promise<boolean> =>
  transact(ctx, async (ctx) => {
    const [submission] = await ctx.db.$queryRaw<Settleable[]>`
      select "id", "userId", "problemId", "contestId", "groupId", "verdict", "countedVerdict",
        set_config('points.actor', coalesce(${ctx.viewer?.id ?? null}::text,
          case when "countedVerdict" is null then "userId" else '' end), true)
      from "Submission" where "id" = ${submissionId} and "state" = 'DONE' and "verdict" is not null
      for no key update`
    if (!submission) return false
    const counts = submission.verdict !== submission.countedVerdict
    await lockFigures(ctx, submission)
    if (counts) await moveTally(ctx, submission)
    await refreshProgress(ctx, submission, counts)
    return counts
  })

/** Tables that count the submissions of a place, their key prefix, and the rows that count. */
type Books = {
  tally: Prisma.Sql
  progress: Prisma.Sql
  rank: Prisma.Sql
  key: Prisma.Sql
  value: Prisma.Sql
  rows: Prisma.Sql
}

const SITE: Books = {
  tally: Prisma.sql`"ProblemTally"`,
  progress: Prisma.sql`"ProblemProgress"`,
  rank: Prisma.sql`"UserRank"`,
  key: Prisma.empty,
  value: Prisma.empty,
  rows: COUNTS_SQL,
}

const booksOf = ({ groupId }: Pick<Settleable, 'groupId'>): Books =>
  groupId === null
    ? SITE
    : {
        tally: Prisma.sql`"GroupTally"`,
        progress: Prisma.sql`"GroupProgress"`,
        rank: Prisma.sql`"GroupRank"`,
        key: Prisma.sql`"groupId", `,
        value: Prisma.sql`${groupId}::int, `,
        rows: countsInGroupSql(groupId),
      }

/**
 * Locks the tally of a submission's problem, then the rank of its author. All who count outcomes outside contests do so
 * before they write ranks, trainings and points, so that two of one person wait for each other instead of a deadlock; a
 * change of the difficulty takes the same order.
 */
export async function lockFigures(
  ctx: Context,
  submission: Pick<Settleable, 'userId' | 'problemId' | 'groupId'>,
): Promise<void> {
  const { tally, rank, key, value } = booksOf(submission)
  const { userId, problemId } = submission
  const lock = () => ctx.db.$queryRaw<{ tallies: number }[]>`
    with tally as (
      select from ${tally} where (${key}"problemId") = (${value}${problemId}::int) for no key update
    ), ranked as (
      select from ${rank} where (${key}"userId") = (${value}${userId}::text)
        and (select count(*) from tally) > 0 for no key update
    )
    select (select count(*) from tally)::int as "tallies", (select count(*) from ranked)`
  const [locked] = await lock()
  if (locked && locked.tallies > 0) return
  // The first outcome of a problem: without a row, others would lock the rank before the tally.
  await ctx.db.$executeRaw`
    insert into ${tally} (${key}"problemId") values (${value}${problemId}::int) on conflict do nothing`
  await lock()
}

/** Updates the tally, whose lock serializes settling per problem: progress relies on that. */
const moveTally = (ctx: Context, submission: Settleable) => {
  const { id, problemId, verdict, countedVerdict } = submission
  const { tally, key, value } = booksOf(submission)
  const column = (name: string) => Prisma.raw(`"${name}"`)
  const to = column(TALLY_COLUMN[verdict])
  const other = countedVerdict
    ? Prisma.sql`${column(TALLY_COLUMN[countedVerdict])} = t.${column(TALLY_COLUMN[countedVerdict])} - 1`
    : Prisma.sql`"total" = t."total" + 1`
  return ctx.db.$executeRaw`
    with counted as (update "Submission" set "countedVerdict" = "verdict" where "id" = ${id})
    insert into ${tally} as t (${key}"problemId", "total", ${to}) values (${value}${problemId}::int, 1, 1)
    on conflict (${key}"problemId") do update set ${to} = t.${to} + 1, ${other}`
}

/**
 * Recomputes progress from all judged submissions of the user: there are few, and a withdrawn acceptance must
 * give way to the next best. It falls only once none of them waits to be judged again: their order is that of the
 * queue, and each fall and rise would be an entry of the ledger of points. Notifies pages when tally or progress
 * changed.
 */
const refreshProgress = (ctx: Context, submission: Settleable, counts: boolean) => {
  const { id, userId, problemId } = submission
  const { progress, key, value, rows } = booksOf(submission)
  return ctx.db.$executeRaw`
  with judged as (
    select * from "Submission"
    where "userId" = ${userId} and "problemId" = ${problemId} and "state" = 'DONE' and "verdict" is not null
      and ${rows}
  ),
  first as (select * from judged where "verdict" = 'ACCEPTED' order by "id" limit 1),
  last as (select * from judged order by "id" desc limit 1),
  waiting as (
    select from "Submission"
    where "userId" = ${userId} and "problemId" = ${problemId} and "state" <> 'DONE'
      and "countedVerdict" is not null and ${rows}
  ),
  moved as (
    insert into ${progress} as p (${key}"userId", "problemId", "verdict", "score", "oiRankScore", "acceptedAt",
      "acceptedSubmissionId", "lastSubmissionId")
    select ${value}${userId}, ${problemId}::int, coalesce(first."verdict", last."verdict"),
      case when first."id" is null then last."score" else first."score" end,
      (select max("oiRankScore") from judged), first."createdAt", first."id", last."id"
    from last left join first on true
    on conflict (${key}"userId", "problemId") do update set
      "verdict" = excluded."verdict", "score" = excluded."score", "oiRankScore" = excluded."oiRankScore",
      "acceptedAt" = excluded."acceptedAt", "acceptedSubmissionId" = excluded."acceptedSubmissionId",
      "lastSubmissionId" = excluded."lastSubmissionId"
    where p is distinct from excluded and not (
      exists (select from waiting) and (
        (p."verdict" = 'ACCEPTED' and excluded."verdict" <> 'ACCEPTED')
        or coalesce(p."oiRankScore", 0) > coalesce(excluded."oiRankScore", 0)
      )
    )
    returning "problemId"
  ), counted as (
    select "id", "userId", "problemId", "contestId", "groupId" from "Submission"
    where "id" = ${id} and (${counts}::boolean or exists (select from moved))
  )
  select ${tellSql('submission.counted', 'counted')} from counted`
}

/** Most files removed per sweep. */
const SWEEP = 1000

/**
 * Settles judged submissions whose job was lost or failed, and returns how many. A failing one is logged and
 * retried in the next round.
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
