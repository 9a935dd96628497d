import type { Db } from './db.ts'

/**
 * Puts a job on the queue in the caller's transaction: it exists when the transaction commits, and not before.
 * `key` makes a later job of the same key replace a waiting one; `needs` is what a judge host must have to claim it.
 */
export async function enqueue(
  db: Db,
  task: string,
  payload: object,
  options: { priority?: number; key?: string; needs?: string[] } = {},
): Promise<void> {
  await db.$executeRaw`
    select graphile_worker.add_job(
      identifier => ${task},
      payload => ${JSON.stringify(payload)}::json,
      priority => ${options.priority ?? 0}::int,
      job_key => ${options.key ?? null}::text,
      flags => ${options.needs ?? null}::text[])`
}
