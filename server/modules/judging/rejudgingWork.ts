import { authorize, type Context, readerOf } from '../../context.ts'
import { canRejudgeIn, canRejudgeSomewhere } from '../../policy/judging.ts'
import { record } from '../audit/audit.ts'
import type { Task, Work } from '../operation/operation.ts'
import { markDropped } from './heldRejudging.ts'
import { beginBatch, putBackBatch, takeTurns } from './rejudgingBatch.ts'

const rejudgingOf = (ctx: Context, operationId: number) =>
  ctx.db.rejudging.findUniqueOrThrow({ where: { operationId }, include: { contest: true } })

/**
 * Starts the entries of a rejudging in batches. Hosts judge them and `noteRejudged` counts their reports, so
 * steps add no lines, and the last report ends the operation.
 */
async function step(_: Context, { id }: Task) {
  return async (ctx: Context) => {
    const rejudging = await rejudgingOf(ctx, id)
    return (await beginBatch(ctx, rejudging.id)) ? [] : null
  }
}

/**
 * Stops a rejudging. Judged and running entries stay, and so do submissions that had no verdict; `takeBack`
 * restores the others.
 */
async function cancel(ctx: Context, operationId: number): Promise<void> {
  authorize(ctx, canRejudgeSomewhere(readerOf(ctx)))
  await takeTurns(ctx)
  const { id, reason, hold, contest } = await rejudgingOf(ctx, operationId)
  authorize(ctx, canRejudgeIn(readerOf(ctx), contest))
  if (hold) await markDropped(ctx, id)
  const [left] = await ctx.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from "RejudgingEntry" e left join "Judgement" j on j."id" = e."judgementId"
    where e."rejudgingId" = ${id} and e."endedAt" is null
      and (j."id" is null or (j."state" in ('QUEUED', 'AWAITING_ACCOUNT') and e."verdictBefore" is not null))`
  await ctx.db.$executeRaw`
    update "RejudgingEntry" set "endedAt" = ${ctx.now}::timestamptz
    where "rejudgingId" = ${id} and "judgementId" is null and "endedAt" is null`
  const action = hold ? 'rejudging.dropped' : 'rejudging.stopped'
  await record(ctx, action, ['Rejudging', id], { count: left?.count ?? 0, reason, rejudgingId: id })
}

/** The work of REJUDGING operations. */
export const rejudgingWork = {
  step,
  cancel,
  takeBack: async (ctx, operationId) => putBackBatch(ctx, (await rejudgingOf(ctx, operationId)).id),
} satisfies Work<'REJUDGING'> & Work<'SINGLE_REJUDGING'>
