import { Prisma } from '#prisma/generated/client.ts'
import type { RejudgingHold, Verdict } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { Refusal, unlessRefused } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { canRejudgeIn, canRejudgeSomewhere, visibleRejudgings } from '../../policy/judging.ts'
import { calledFor } from '../../queue.ts'
import { find } from '../../venue.ts'
import { GONE, type Stream, watch } from '../../watch.ts'
import { record } from '../audit/audit.ts'
import { CONTEST } from '../contest/contest.ts'
import { cancelOperation, isUnderWay, type Works } from '../operation/operation.ts'
import { tellSql } from '../submission/submissionEvent.ts'
import { findRejudging } from './rejudging.ts'
import { queuedNewsSql, takeTurns, tellHeld } from './rejudgingBatch.ts'
import { queuedSettlingSql } from './settle.ts'

/**
 * Held rejudgings: their judgements do not count, and submissions and scoreboards stay as they are, until
 * somebody reviews the changes and applies or drops them together. A rejudging that changes no verdict and no
 * score ends by itself.
 */

/** Held rejudgings of a contest to decide, newest first; none for viewers who may not rejudge. */
export const heldListing = (ctx: Context, contestId: number) =>
  ({
    where: { AND: [visibleRejudgings(readerOf(ctx)), { contestId, hold: 'WAITING' }] },
    orderBy: { id: 'desc' },
  }) satisfies Prisma.RejudgingFindManyArgs

/**
 * The newest held rejudging of each problem of a contest, decided ones too; none for viewers who may not
 * rejudge.
 */
export const latestHeldListing = (ctx: Context, contestId: number) =>
  ({
    where: { AND: [visibleRejudgings(readerOf(ctx)), { contestId, hold: { not: null } }] },
    distinct: ['problemId'],
    orderBy: { id: 'desc' },
  }) satisfies Prisma.RejudgingFindManyArgs

/**
 * Number of a contest, whenever one of its held rejudgings starts, ends or is decided; for its organisers.
 */
export async function watchHeld(ctx: Context, contestId: number): Promise<Stream<number>> {
  const read = async (now: Context) => {
    authorize(now, canRejudgeIn(readerOf(now), await find(now, CONTEST, contestId, 'look')))
    return contestId
  }
  await read(ctx)
  return watch(ctx, {
    concern: ({ name, payload }) =>
      name === 'rejudging.heldChanged' && payload.contestId === contestId
        ? { key: contestId, wait: 0 }
        : null,
    read: async (now) => (await unlessRefused(read(now))) ?? GONE,
  })
}

/** Entries with an outcome whose submission is unchanged; manual decisions made meanwhile stay. */
const heldOf = (rejudgingId: number): Prisma.Sql => Prisma.sql`
  "RejudgingEntry" e
  join "Judgement" j on j."id" = e."judgementId" and j."state" = 'DONE' and j."verdict" <> 'CANCELLED'
  join "Submission" s on s."id" = e."submissionId" and s."state" = 'DONE'
    and s."judgementId" is not distinct from e."before"->>'judgementId'
    and s."verdict"::text = e."before"->>'verdict'
    and s."score" is not distinct from (e."before"->>'score')::int
    and s."manual" = (e."before"->>'manual')::boolean
  where e."rejudgingId" = ${rejudgingId}`

export type HeldOutcome = { number: number; verdict: Verdict; score: number | null; timeMs: number | null }

/** Outcomes that would count if a rejudging were applied now. */
export const heldOutcomes = (ctx: Context, rejudgingId: number): Promise<HeldOutcome[]> =>
  ctx.db.$queryRaw<HeldOutcome[]>`
    select s."id" as "number", j."verdict", j."score", j."timeMs" from ${heldOf(rejudgingId)}`

type Waiting = { hold: RejudgingHold | null; operationId: number; state: string; reason: string }

/** A held rejudging, locked; refuses one that is decided or counts immediately. */
async function lockWaiting(ctx: Context, id: number): Promise<Waiting> {
  await takeTurns(ctx)
  const [found] = await ctx.db.$queryRaw<Waiting[]>`
    select r."hold", r."operationId", o."state", r."reason" from "Rejudging" r
    join "Operation" o on o."id" = r."operationId" where r."id" = ${id} for no key update of r`
  if (found?.hold !== 'WAITING') throw new Refusal('REJUDGING_DECIDED')
  return found
}

/** Longest time (ms) to apply a rejudging: 100,000 submissions take less. */
const APPLYING_MS = 120_000

/** Applies all outcomes of a rejudging in one transaction, so that scoreboards change once. */
export async function applyRejudging(ctx: Context, id: number): Promise<void> {
  authorize(ctx, canRejudgeSomewhere(readerOf(ctx)))
  const rejudging = await findRejudging(ctx, id)
  const apply = async (ctx: Context) => {
    const { state, reason, operationId } = await lockWaiting(ctx, id)
    if (state !== 'DONE') throw new Refusal('REJUDGING_GOES_ON')
    await ctx.db.$queryRaw`
      select s."id" from "RejudgingEntry" e join "Submission" s on s."id" = e."submissionId"
      where e."rejudgingId" = ${id} order by s."id" for no key update of s`
    const [applied] = await ctx.db.$queryRaw<{ count: number }[]>`
      with applied as (
        update "Submission" t set "judgementId" = held."judgementId", "state" = 'DONE', "verdict" = held."verdict",
          "timeMs" = held."timeMs", "memoryKb" = held."memoryKb", "score" = held."score",
          "oiRankScore" = held."oiRankScore", "caseCount" = held."caseCount", "tape" = held."tape",
          "judgedBy" = held."hostName", "manual" = false
        from (select s."id" as "submissionId", j."id" as "judgementId", j."verdict", j."timeMs", j."memoryKb",
            j."score", j."oiRankScore", j."caseCount", j."tape", j."hostName" from ${heldOf(id)}) as held
        where t."id" = held."submissionId"
        returning t."id", t."userId", t."problemId", t."contestId", t."groupId"
      ), entries as (
        select e."rejudgingId", e."submissionId", e."changed" from "RejudgingEntry" e
        join applied on applied."id" = e."submissionId" where e."rejudgingId" = ${id}
      ), news as (${queuedNewsSql('entries')}
      ), settling as (${queuedSettlingSql('applied')})
      select ${calledFor('(select from news union all select from settling) as jobs')} as "called",
        (select count(${tellSql('submission.changed', 'applied')})::int from applied) as "count"`
    await ctx.db.rejudging.update({ where: { id }, data: { hold: 'APPLIED', decidedAt: ctx.now } })
    await tellHeld(ctx, rejudging)
    const count = applied?.count ?? 0
    await record(ctx, 'rejudging.applied', ['Rejudging', id], { count, reason, rejudgingId: id })
    await emit(ctx, 'operation.changed', { operationId })
  }
  await transact(ctx, apply, { timeout: APPLYING_MS })
}

/** Marks a rejudging as dropped, in the caller's transaction. */
export async function markDropped(ctx: Context, id: number): Promise<void> {
  await lockWaiting(ctx, id)
  const data = { hold: 'DROPPED', decidedAt: ctx.now } as const
  await tellHeld(ctx, await ctx.db.rejudging.update({ where: { id }, data }))
}

/** Drops a rejudging: outcomes stay as they are, and running judgements are stopped. */
export async function dropRejudging(ctx: Context, works: Works, id: number): Promise<void> {
  authorize(ctx, canRejudgeSomewhere(readerOf(ctx)))
  const { operationId } = await findRejudging(ctx, id)
  await transact(ctx, async (ctx) => {
    const { reason } = await lockWaiting(ctx, id)
    const operation = await ctx.db.operation.findUniqueOrThrow({ where: { id: operationId } })
    // Cancelling also marks it as dropped and audits it.
    if (isUnderWay(operation)) return cancelOperation(ctx, works, operationId)
    await markDropped(ctx, id)
    await record(ctx, 'rejudging.dropped', ['Rejudging', id], { count: 0, reason, rejudgingId: id })
    await emit(ctx, 'operation.changed', { operationId })
  })
}
