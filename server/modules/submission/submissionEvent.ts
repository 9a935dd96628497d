import { submissionEventSql as eventSql, submissionPayloadSql as payloadSql } from '#judge/submissionEvent.ts'
import { Prisma, type Submission } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { type Events, emit } from '../../events.ts'
import { jobsInSql, type Taking, type ToldInSql } from '../../reactions.ts'

/** The columns that an event names. */
export type Announced = Pick<Submission, 'id' | 'userId' | 'problemId' | 'contestId' | 'groupId'>

/** Tells the site what happened to a submission. */
export const tellOf = (ctx: Context, event: ToldInSql, row: Announced): Promise<void> => {
  const { id, userId, problemId, contestId, groupId } = row
  const payload: Events[ToldInSql] = { submissionId: id, userId, problemId, contestId, groupId }
  return emit(ctx, event, payload)
}

/** The same as SQL, of all submissions in `rows`; it queues the jobs that react to the event, too. */
export const tellSql = (
  event: ToldInSql,
  rows: 'waiting' | 'restored' | 'applied' | 'counted' | 'sent' | 'reopened',
  jobs: readonly Taking<ToldInSql>[] = jobsInSql(event),
): Prisma.Sql => {
  const queued = jobs.map((job) => ` || (graphile_worker.add_job('${job}', ${payloadSql(rows)})).id`)
  return Prisma.raw(
    queued.length === 0 ? eventSql(event, rows) : `${eventSql(event, rows)}::text${queued.join('')}`,
  )
}
