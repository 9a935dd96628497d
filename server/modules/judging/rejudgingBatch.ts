import { needsSql } from '#judge/needs.ts'
import { JUDGE_TASK, PRIORITY } from '#judge/protocol.ts'
import { Prisma } from '#prisma/generated/client.ts'
import type { RejudgingHold } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { advisoryLock } from '../../core/db.ts'
import { emit, transact } from '../../events.ts'
import { calledFor, queuedJobsSql } from '../../queue.ts'
import { tellSql } from '../submission/submissionEvent.ts'
import { currentTestset, TASK_COLUMNS, taskOf, unansweredOf } from '../submission/task.ts'
import { NO_OUTCOME, notedSql } from './rejudgingEntry.ts'
import { beginAtBanks } from './remote.ts'
import { queuedSettlingSql } from './settle.ts'

/**
 * Starts entries of a rejudging: each gets its own judgement with the current testset of the problem, and its
 * submission waits again. The old judgement is kept; a running one is ended, and later reports of its host
 * are ignored.
 *
 * Locks are taken in the order of the hosts: judgement, then submission. Acts of administrators (this file,
 * manual verdicts, cancelling) are serialized, so that the judgement of a submission does not change during
 * one of them.
 */

/** Submissions locked at once, which delays new submissions of their authors. */
const BATCH = 500

/** Serializes acts of administrators, until the end of the transaction. */
export const takeTurns = (ctx: Context) => advisoryLock(ctx.db, 'rejudging')

const idOf = ({ submissionId }: Due): number => submissionId

type Due = {
  submissionId: number
  problemId: number
  isJudged: boolean
  isHeld: boolean
  /** Another judge judges it. */
  isRemote: boolean
}

/**
 * Starts the next entries of a rejudging; false when there are none left. In a held rejudging submissions
 * stay as they are: hosts write an outcome only to the submission whose current judgement it is.
 */
export const beginBatch = (ctx: Context, rejudgingId: number): Promise<boolean> =>
  transact(ctx, async (ctx) => {
    await takeTurns(ctx)
    const due = await ctx.db.$queryRaw<Due[]>`
      select s."id" as "submissionId", s."problemId", s."state" = 'DONE' as "isJudged", r."hold" is not null as "isHeld",
        exists (select from "BankRun" b where b."judgementId" = s."judgementId") as "isRemote"
      from "RejudgingEntry" e
      join "Rejudging" r on r."id" = e."rejudgingId"
      join "Operation" o on o."id" = r."operationId" and o."state" = 'RUNNING'
      join "Submission" s on s."id" = e."submissionId"
      where e."rejudgingId" = ${rejudgingId} and e."judgementId" is null and e."endedAt" is null
      order by s."id" limit ${BATCH}`
    if (due.length === 0) return false
    const isHeld = due.some((one) => one.isHeld)
    const targets = await targetsOf(ctx, due)
    // A submission that is still being judged has no outcome yet to compare a held one with, and another judge
    // must not get it twice.
    const begun = due.filter((one) =>
      one.isRemote ? one.isJudged : targets.has(one.problemId) && (one.isJudged || !isHeld),
    )
    if (!isHeld) {
      const ids = begun.map(idOf)
      await supersede(ctx, ids)
      await ctx.db.$queryRaw`
        select "id" from "Submission" where "id" = any(${ids}::int[]) order by "id" for no key update`
    }
    for (const [problemId, target] of targets)
      await beginThose(
        ctx,
        { rejudgingId, isHeld, target },
        begun.filter((one) => !one.isRemote && one.problemId === problemId).map(idOf),
      )
    await beginAtBanks(ctx, { rejudgingId, isHeld }, begun.filter((one) => one.isRemote).map(idOf))
    await passOver(ctx, rejudgingId, due.map(idOf))
    await endWhole(ctx, rejudgingId)
    await emit(ctx, 'queue.changed', {})
    await tellOf(ctx, rejudgingId)
    return true
  })

/** Ends the unfinished current judgements of these submissions; their hosts notice with the next report. */
export async function supersede(ctx: Context, submissionIds: readonly number[]): Promise<void> {
  // Deletes waiting jobs; the host that runs one ends it.
  await ctx.db.$executeRaw`
    with waiting as (
      update "Judgement" j set "state" = 'DONE', "verdict" = 'CANCELLED', "endedAt" = ${ctx.now}::timestamptz
      from "Submission" s
      where s."id" = any(${submissionIds}::int[]) and j."id" = s."judgementId" and j."state" = 'QUEUED'
      returning j."id"
    )
    delete from graphile_worker._private_jobs where "key" in (select "id" from waiting) and "locked_at" is null`
  await ctx.db.$executeRaw`
    update "Judgement" j set "state" = 'DONE', "verdict" = 'CANCELLED', "endedAt" = ${ctx.now}::timestamptz
    from "Submission" s
    where s."id" = any(${submissionIds}::int[]) and j."id" = s."judgementId" and j."state" <> 'DONE'`
  await noteRejudged(ctx, submissionIds)
}

/** Priority below all first verdicts: the rejudging of a whole problem delays no submission. */
const LANE = PRIORITY.rejudging
const NEEDS = Prisma.raw(needsSql('made."task"'))

/** Column values of submissions that wait for a new judgement; a held rejudging leaves them unchanged. */
const WAITING = {
  shown: Prisma.sql`
      update "Submission" s set "judgementId" = made."id", "state" = 'QUEUED', ${NO_OUTCOME}
      from made where s."id" = made."submissionId"
      returning s."id", s."userId", s."problemId", s."contestId", s."groupId", s."judgementId", ${NEEDS} as "needs"`,
  held: Prisma.sql`select "submissionId" as "id", "id" as "judgementId", ${NEEDS} as "needs" from made`,
}

/** Testset for new judgements of a problem's submissions, and their task without a program. */
type Target = { testsetId: number; task: ReturnType<typeof taskOf> }

/** Targets by problem; problems that lost their tests, or whose cases have no answers, have none. */
async function targetsOf(ctx: Context, due: readonly Due[]): Promise<Map<number, Target>> {
  const problems = await ctx.db.problem.findMany({
    where: { id: { in: due.map(({ problemId }) => problemId) } },
    select: TASK_COLUMNS,
    orderBy: { id: 'asc' },
  })
  const targets = new Map<number, Target>()
  for (const problem of problems) {
    const testset = currentTestset(problem)
    if (!testset || unansweredOf(testset) > 0) continue
    targets.set(problem.id, {
      testsetId: testset.id,
      task: taskOf(problem, testset, { language: '', source: '' }),
    })
  }
  return targets
}

type Which = { rejudgingId: number; isHeld: boolean; target: Target }

async function beginThose(
  ctx: Context,
  { rejudgingId, isHeld, target: { testsetId, task } }: Which,
  ids: number[],
) {
  await ctx.db.$queryRaw`
    with made as (
      insert into "Judgement" ("id", "submissionId", "testsetId", "lane", "task", "queuedAt")
      select gen_random_uuid()::text, s."id", ${testsetId}::int, ${LANE}::int,
        ${JSON.stringify(task)}::jsonb || jsonb_build_object(
        'submissionId', s."id", 'language', s."language", 'source', c."source", 'outputs', (
          select jsonb_agg(jsonb_build_object('name', f."name", 'hash', f."hash", 'size', f."size"))
          from "OutputFile" f where f."setId" = s."outputSetId")), ${ctx.now}::timestamptz
      from "Submission" s join "SubmissionCode" c on c."submissionId" = s."id"
      where s."id" = any(${ids}::int[])
      order by s."id"
      returning "id", "submissionId", "task"
    ), ${notedSql(rejudgingId)}, waiting as (${isHeld ? WAITING.held : WAITING.shown}
    )
    select (select count(*)::int from graphile_worker.add_jobs(array(
        select row(${JUDGE_TASK}, json_build_object('judgementId', "judgementId"), null, null, null, "judgementId",
          ${LANE}::int, "needs")::graphile_worker.job_spec
        from waiting order by "id"))) as "jobs",
      ${isHeld ? Prisma.sql`0` : Prisma.sql`(select count(${tellSql('submission.changed', 'waiting')})::int from waiting)`} as "told"`
}

/**
 * Restores the next submissions of a stopped rejudging that no host or account has begun with; false when there are none
 * left. Each is settled again: progress that was recomputed while it waited left it out.
 */
export const putBackBatch = (ctx: Context, rejudgingId: number): Promise<boolean> =>
  transact(ctx, async (ctx) => {
    await takeTurns(ctx)
    const dropped = await ctx.db.$queryRaw<{ id: string }[]>`
      update "Judgement" set "state" = 'DONE', "verdict" = 'CANCELLED', "endedAt" = ${ctx.now}::timestamptz
      where "state" in ('QUEUED', 'AWAITING_ACCOUNT') and "id" in (
        select j."id" from "RejudgingEntry" e
        join "Rejudging" r on r."id" = e."rejudgingId"
        join "Operation" o on o."id" = r."operationId" and o."state" = 'CANCELLED'
        join "Judgement" j on j."id" = e."judgementId" and j."state" in ('QUEUED', 'AWAITING_ACCOUNT')
        where e."rejudgingId" = ${rejudgingId} and e."endedAt" is null and e."verdictBefore" is not null
        order by e."submissionId" limit ${BATCH})
      returning "id"`
    if (dropped.length === 0) return false
    const ids = dropped.map(({ id }) => id)
    await ctx.db.$executeRaw`
      delete from graphile_worker._private_jobs where "key" = any(${ids}::text[]) and "locked_at" is null`
    await ctx.db.$queryRaw`
      with entry as (
        update "RejudgingEntry" set "endedAt" = ${ctx.now}::timestamptz
        where "judgementId" = any(${ids}::text[])
        returning "judgementId", "before"
      ), restored as (
        update "Submission" s set "judgementId" = b."judgementId", "state" = b."state", "verdict" = b."verdict",
          "timeMs" = b."timeMs", "memoryKb" = b."memoryKb", "score" = b."score", "oiRankScore" = b."oiRankScore",
          "caseCount" = b."caseCount", "tape" = b."tape", "judgedBy" = b."judgedBy", "manual" = b."manual"
        from entry, jsonb_populate_record(null::"Submission", entry."before") as b
        where s."judgementId" = entry."judgementId"
        returning s."id", s."userId", s."problemId", s."contestId", s."groupId"
      ), settling as (${queuedSettlingSql('restored')}
      )
      select ${calledFor('settling')} as "called",
        (select count(${tellSql('submission.changed', 'restored')})::int from restored) as "told"`
    await emit(ctx, 'queue.changed', {})
    return true
  })

/** Ends entries that cannot be judged any more, because their problem lost its tests. */
async function passOver(ctx: Context, rejudgingId: number, ids: number[]): Promise<void> {
  await ctx.db.$executeRaw`
    with passed as (
      update "RejudgingEntry" set "endedAt" = ${ctx.now}::timestamptz
      where "rejudgingId" = ${rejudgingId} and "submissionId" = any(${ids}::int[])
        and "judgementId" is null and "endedAt" is null
      returning "id"
    )
    update "Operation" set "done" = "done" + (select count(*) from passed)
    where "id" = (select "operationId" from "Rejudging" where "id" = ${rejudgingId})
      and exists (select from passed)`
}

/**
 * SQL that queues the news of changed outcomes, one job for each of the entries `e`; held ones count, and are told,
 * when they are applied.
 */
export const queuedNewsSql = (entries: 'ended' | 'entries') =>
  queuedJobsSql(
    'tellOfRejudging',
    Prisma.sql`json_build_object('rejudgingId', e."rejudgingId", 'submissionId', e."submissionId")`,
    Prisma.sql`(select e."rejudgingId", e."submissionId" from ${Prisma.raw(entries)} e
      join "Rejudging" r on r."id" = e."rejudgingId"
      where e."changed" and r."hold" is ${Prisma.raw(entries === 'ended' ? '' : 'not')} null) as e`,
  )

/**
 * Records results of entries whose judgements ended, and ends the rejudging with its last entry. Idempotent
 * per submission.
 */
export async function noteRejudged(ctx: Context, submissionIds: readonly number[]): Promise<void> {
  const touched = await ctx.db.$queryRaw<{ id: number }[]>`
    with ended as (
      update "RejudgingEntry" e set "endedAt" = ${ctx.now}::timestamptz,
        "verdictAfter" = nullif(j."verdict", 'CANCELLED'), "scoreAfter" = j."score",
        "changed" = j."verdict" <> 'CANCELLED' and e."verdictBefore" is not null
          and (e."verdictBefore", e."scoreBefore") is distinct from (j."verdict", j."score")
      from "Judgement" j
      where e."submissionId" = any(${submissionIds}::int[]) and e."endedAt" is null
        and j."id" = e."judgementId" and j."state" = 'DONE'
      returning e."rejudgingId", e."submissionId", e."changed"
    ), told as (${queuedNewsSql('ended')}
    ), counted as (
      select "rejudgingId", count(*)::int as "done", (count(*) filter (where "changed"))::int as "changed"
      from ended group by "rejudgingId"
    ), changes as (
      update "Rejudging" r set "changed" = r."changed" + counted."changed"
      from counted where r."id" = counted."rejudgingId"
      returning r."id", r."operationId", counted."done"
    )
    update "Operation" o set "done" = o."done" + changes."done"
    from changes where o."id" = changes."operationId"
    returning changes."id", ${calledFor('told')} as "called"`
  for (const { id } of touched) {
    await endWhole(ctx, id)
    await tellOf(ctx, id)
  }
}

/** Notifies of progress of a rejudging's operation. */
async function tellOf(ctx: Context, rejudgingId: number): Promise<void> {
  const { operationId } = await ctx.db.rejudging.findUniqueOrThrow({ where: { id: rejudgingId } })
  await emit(ctx, 'operation.changed', { operationId })
}

/**
 * Ends a rejudging with its last entry. A held one without changes is decided, because there is nothing to
 * apply.
 */
export async function endWhole(ctx: Context, rejudgingId: number): Promise<void> {
  const [ended] = await ctx.db.$queryRaw<{ contestId: number | null; hold: RejudgingHold | null }[]>`
    with ended as (
      update "Operation" set "state" = 'DONE', "endedAt" = ${ctx.now}::timestamptz
      where "id" = (select "operationId" from "Rejudging" where "id" = ${rejudgingId})
        and "state" = 'RUNNING' and not exists (
        select from "RejudgingEntry" e where e."rejudgingId" = ${rejudgingId} and e."endedAt" is null)
      returning "id"
    )
    update "Rejudging" r set
      "hold" = case when r."hold" = 'WAITING' and r."changed" = 0 then 'UNCHANGED' else r."hold" end,
      "decidedAt" = case when r."hold" = 'WAITING' and r."changed" = 0 then ${ctx.now}::timestamptz else r."decidedAt" end
    from ended where r."operationId" = ended."id"
    returning r."contestId", r."hold"`
  if (ended?.hold) await tellHeld(ctx, { id: rejudgingId, contestId: ended.contestId })
}

/** Notifies the organisers of a contest that a held rejudging started, ended or was decided. */
export async function tellHeld(
  ctx: Context,
  { id: rejudgingId, contestId }: { id: number; contestId: number | null },
): Promise<void> {
  if (contestId !== null) await emit(ctx, 'rejudging.heldChanged', { contestId, rejudgingId })
}
