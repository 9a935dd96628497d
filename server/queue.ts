import { CALL_HOSTS } from '#judge/health/liveness.ts'
import { JUDGE_TASK, MAKING_TASK, SETTLE_TASK, TRIAL_TASK } from '#judge/protocol.ts'
import type { Catalogues } from '#locales/i18n.ts'
import { Prisma } from '#prisma/generated/client.ts'
import type { NotificationKind } from '#prisma/generated/enums.ts'
import type { Db } from './core/db.ts'

/** What the site has to tell one person; the words stand in the catalogue, in the reader's language. */
export type NewNotification = {
  userId: string
  kind: NotificationKind
  message: keyof Catalogues['notification']
  parameters?: Record<string, string | number>
  /** What it is about, such as `Submission:12`, and where that is shown. */
  subject?: string
  link?: string
  /** When it happened, ISO 8601. */
  at: string
  /** Names what is told: a person is told of the same only once. The message and its moment when it is left out. */
  dedupeKey?: string
}

/** Every job that a rule may queue, and what it is told; jobs.ts and the judge hosts do them. */
export type Jobs = {
  notify: NewNotification
  operate: { operationId: number }
  /** Null of what is no submission, and counts nowhere. */
  [SETTLE_TASK]: { submissionId: number | null }
  [JUDGE_TASK]: { judgementId: string }
  [TRIAL_TASK]: { trialId: string }
  [MAKING_TASK]: { makingId: string }
}

/**
 * Puts a job on the queue in the caller's transaction: it exists when the transaction commits, and not before.
 * `key` makes a later job of the same key replace a waiting one; `needs` is what a judge host must have to claim it.
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
 * SQL of a statement's `with` that puts a job of a submission on the queue for each row of `sent`: the row that `add_job` of
 * the library makes of a new key, which costs PostgreSQL five times as much. Its task is there from the migration on.
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
