import { needsSql } from '#judge/needs.ts'
import { HOST_TASKS, JUDGE_TASK, MAKING_TASK, PRIORITY, TRIAL_TASK } from '#judge/protocol.ts'
import { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'

const NEEDS = Prisma.raw(needsSql('"task"'))

/** Age (ms) after which a waiting row without a job is considered lost. */
const LOST_AFTER_MS = 60_000

/**
 * Queues a job for every unfinished judgement, trial and making of our hosts that has none: the queue drops a
 * job whose hosts crashed too often. Returns their number.
 */
export async function sweepLostJobs(ctx: Context): Promise<number> {
  const due = new Date(ctx.now.getTime() - LOST_AFTER_MS)
  // Jobs that a host returned but crashed before it released them, and that another job has replaced.
  await ctx.db.$executeRaw`
    delete from graphile_worker._private_jobs
    where "key" is null and "locked_at" is null and not "is_available" and "attempts" >= "max_attempts"
      and "task_id" in (
        select "id" from graphile_worker._private_tasks where "identifier" = any (${[...HOST_TASKS]}))`
  const [row] = await ctx.db.$queryRaw<{ queued: number }[]>`
    with forgotten as (
      select ${JUDGE_TASK} as "name", json_build_object('judgementId', "id") as "payload", "id", ${NEEDS} as "needs",
        "lane" as "priority"
      from "Judgement"
      where "endedAt" is null and "state" <> 'DONE' and "bank" is null and "queuedAt" < ${due}
      union all
      select ${TRIAL_TASK}, json_build_object('trialId', "id"), "id", ${NEEDS}, ${PRIORITY.trial}::int
      from "Trial" where "state" <> 'DONE' and "createdAt" < ${due}
      union all
      select ${MAKING_TASK}, json_build_object('makingId', "id"), "id", ${NEEDS}, ${PRIORITY.practice}::int
      from "Making" where "state" <> 'DONE' and "createdAt" < ${due}
    )
    select count((graphile_worker.add_job("name", "payload", priority => "priority", job_key => "id",
      flags => "needs")).id)::int as "queued"
    from forgotten
    where not exists (
      select from graphile_worker._private_jobs as job
      where job."key" = forgotten."id" and (job."is_available" or job."locked_at" is not null))`
  return row?.queued ?? 0
}
