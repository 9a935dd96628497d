import { submissionEventSql as eventSql } from '#judge/queue/submissionEvent.ts'
import type { ToldInSql } from '#judge/reactions.ts'
import { Prisma, type Submission } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { type Events, emit } from '../../events.ts'

/** The columns that an event names. */
export type Announced = Pick<Submission, 'id' | 'userId' | 'problemId' | 'contestId' | 'groupId'>

/** Tells the site what happened to a submission. */
export const tellOf = (ctx: Context, event: ToldInSql, row: Announced): Promise<void> => {
  const { id, userId, problemId, contestId, groupId } = row
  const payload: Events[ToldInSql] = { submissionId: id, userId, problemId, contestId, groupId }
  return emit(ctx, event, payload)
}

/** The same as SQL, of all submissions in `rows`. */
export const tellSql = (
  event: ToldInSql | 'submission.progressed' | 'submission.judged',
  rows: 'waiting' | 'restored' | 'applied' | 'counted' | 'sent' | 'reopened',
): Prisma.Sql => Prisma.raw(eventSql(event, rows))
