import { CALL_HOSTS, callWorkers } from '#judge/health/liveness.ts'
import { JUDGE_TASK, MAKING_TASK, SETTLE_TASK, TRIAL_TASK } from '#judge/protocol.ts'
import type { Catalogues } from '#locales/i18n.ts'
import { Prisma } from '#prisma/generated/client.ts'
import type { NotificationAction, NotificationKind } from '#prisma/generated/enums.ts'
import type { Db } from './core/db.ts'

/** What somebody did; the words and the quote are cut when it is told. */
export type ToldAct = {
  senderId: string
  action: NotificationAction
  words?: string
  quote?: string
  /** The comment or reply that is quoted, such as `Comment:12`. */
  quoted?: string
  sourceTitle?: string
}

/** A text of the catalogue in the reader's language, or what somebody did. */
export type ToldNotification = {
  kind: NotificationKind
  parameters?: Record<string, string | number>
  /** Subject of the notification, such as `Submission:12`, and where it is shown. */
  subject?: string
  link?: string
  /** Time of the event, ISO 8601. */
  at: string
} & (
  | {
      message: keyof Catalogues['notification']
      act?: undefined
      /** Deduplicates notifications of a user; by default the message and its time. */
      dedupeKey?: string
    }
  | { message?: undefined; act: ToldAct; dedupeKey: string }
)

/** A notification to one user. */
export type NewNotification = ToldNotification & { userId: string }

/** Mail to the address that an account had until now; `locale`: of its owner. */
export type AddressLetter = { to: string; username: string; locale: string | null }

/** All jobs a rule may queue, with their payloads; jobs.ts and the judge hosts run them. */
export type Jobs = {
  notify: NewNotification
  tellOfComment: { commentId: number; replyId: number | null; answeredId: number | null }
  tellOfLike: { userId: string; commentId: number | null; discussionId: number | null }
  tellOfRejudging: { rejudgingId: number; submissionId: number }
  operate: { operationId: number }
  mailFormerAddress: AddressLetter
  /** Null: not a submission, and counted nowhere. */
  [SETTLE_TASK]: { submissionId: number | null }
  [JUDGE_TASK]: { judgementId: string }
  [TRIAL_TASK]: { trialId: string }
  [MAKING_TASK]: { makingId: string }
}

/**
 * Queues a job in the caller's transaction. A later job with the same `key` replaces a waiting one; `needs`
 * lists what a
 * judge host must have to claim it.
 */
export async function enqueue<Name extends keyof Jobs>(
  db: Db,
  job: Name,
  payload: Jobs[Name],
  options: { priority?: number; key?: string; needs?: string[] } = {},
): Promise<void> {
  await db.$executeRaw`
    select graphile_worker.add_job(
      identifier => ${job},
      payload => ${JSON.stringify(payload)}::json,
      priority => ${options.priority ?? 0}::int,
      job_key => ${options.key ?? null}::text,
      flags => ${options.needs ?? null}::text[])`
}

/**
 * SQL of a `with` clause that queues a submission's job for each row of `sent`. Inserts the row `add_job` of
 * the library
 * would insert, five times cheaper. A migration creates its task.
 */
export const queuedJudgementSql = (
  payload: Jobs[typeof JUDGE_TASK],
  { priority, needs }: { priority: Prisma.Sql; needs: string[] },
): Prisma.Sql => Prisma.sql`
  queued as (
    insert into graphile_worker._private_jobs ("task_id", "payload", "priority", "key", "flags")
    select t."id", ${JSON.stringify(payload)}::json, ${priority}, ${payload.judgementId}::text,
      ${JSON.stringify(Object.fromEntries(needs.map((need) => [need, true])))}::jsonb
    from sent, graphile_worker._private_tasks t where t."identifier" = ${JUDGE_TASK}
    returning "id"
  ), called as (select ${Prisma.raw(CALL_HOSTS)} from queued)`

/** Priority of the jobs that one act queues for many submissions: those of single ones go first. */
const OF_MANY = 1

/**
 * SQL that queues a job of the site for each row of `rows`, with `payload` as an SQL expression of type json. Inserts
 * the rows `add_job` of the library would insert, ten times cheaper.
 */
export const queuedJobsSql = (
  job: keyof Jobs,
  payload: Prisma.Sql,
  rows: Prisma.Sql,
): Prisma.Sql => Prisma.sql`
  insert into graphile_worker._private_jobs ("task_id", "payload", "priority")
  select t."id", ${payload}, ${OF_MANY} from graphile_worker._private_tasks t cross join ${rows}
  where t."identifier" = ${job}
  returning "id"`

/** SQL of a column that wakes the workers of the site for the jobs of a `with` clause. */
export const calledFor = (queued: string): Prisma.Sql =>
  Prisma.raw(`(select ${callWorkers('count(*)')}::text from ${queued} having count(*) > 0)`)
