import { Prisma, type Submission } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { transact } from '../../events.ts'
import { record } from '../audit/audit.ts'
import { tellSql } from '../submission/submissionEvent.ts'
import { actOutcomeOf } from './acts.ts'
import { takeTurns } from './rejudgingBatch.ts'

/** SQL condition on "Submission": judged by our hosts. */
export const JUDGED_HERE = Prisma.sql`not exists (
  select from "Judgement" remote where remote."id" = "Submission"."judgementId" and remote."bank" is not null)`

/** Whether a submission is judged by a remote judge. */
export async function isRemote(
  ctx: Context,
  { judgementId }: Pick<Submission, 'judgementId'>,
): Promise<boolean> {
  if (judgementId === null) return false
  const judgement = await ctx.db.judgement.findUnique({ where: { id: judgementId }, select: { bank: true } })
  return judgement !== null && judgement.bank !== null
}

/**
 * Queues a finished remote submission again, where `check` allows it. The judgement is kept, so that a known
 * remote run is polled and not submitted twice (area-rules B7).
 */
export const sendAgain = (
  ctx: Context,
  id: number,
  check: (before: Submission) => boolean = () => true,
): Promise<void> =>
  transact(ctx, async (ctx) => {
    await takeTurns(ctx)
    // In the lock order of the hosts: judgement, then submission.
    await ctx.db.$queryRaw`
      select from "Judgement"
      where "id" = (select "judgementId" from "Submission" where "id" = ${id}::int) for no key update`
    await ctx.db.$queryRaw`select from "Submission" where "id" = ${id}::int for no key update`
    const before = await ctx.db.submission.findUniqueOrThrow({ where: { id } })
    if (before.state !== 'DONE' || !check(before)) throw new Refusal('NOT_RESUBMITTABLE')
    await reopen(ctx, before)
    await record(ctx, 'submission.rejudged', ['Submission', id], { before: actOutcomeOf(before) })
  })

const reopen = (ctx: Context, { id, judgementId }: Submission) => ctx.db.$queryRaw`
  with cleared as (
    delete from "Run" where "judgementId" = ${judgementId}
  ), waiting as (
    update "Judgement" set "state" = 'AWAITING_ACCOUNT', "verdict" = null, "timeMs" = null, "memoryKb" = null,
      "score" = null, "oiRankScore" = null, "caseCount" = null, "tape" = '', "message" = null,
      "queuedAt" = ${ctx.now}::timestamptz, "startedAt" = null, "endedAt" = null
    where "id" = ${judgementId}
  ), reopened as (
    update "Submission" set "state" = 'AWAITING_ACCOUNT', "verdict" = null, "timeMs" = null, "memoryKb" = null,
      "score" = null, "oiRankScore" = null, "caseCount" = null, "tape" = '', "judgedBy" = null, "manual" = false
    where "id" = ${id}::int
    returning "id", "userId", "problemId", "contestId", "groupId"
  )
  select count(${tellSql('submission.changed', 'reopened')})::int as "told" from reopened`
