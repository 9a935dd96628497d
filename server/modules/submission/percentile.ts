import { HOST_TASKS } from '#judge/protocol.ts'
import type { Submission } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import type { OfContest } from '../../policy/outcome.ts'
import { isAuthor } from '../../policy/submission.ts'
import { countsIn, type Venue } from '../../policy/venue.ts'
import { COUNTS_SQL } from '../../scope.ts'
import { measuresOf, outcomeOf, shownOf } from './outcome.ts'

const BUCKETS = 16

/** Among fewer accepted submissions than these a share says nothing. */
const LEAST_ACCEPTED = 20

/** How one figure compares with those of all accepted submissions of the problem. */
export type Distribution = { beats: number; bucket: number; buckets: number[]; upTo: number }
export type Percentiles = { time: Distribution; memory: Distribution }

type Pool = {
  count: number
  notFaster: number
  notLeaner: number
  slowest: number
  hungriest: number
  times: number[]
  memories: number[]
}

/**
 * How an accepted run compares with the other accepted ones of its problem; null unless accepted, and while there are
 * too few to compare it with.
 */
export async function percentilesOf(
  ctx: Context,
  submission: OfContest & Venue & Pick<Submission, 'problemId' | 'verdict' | 'timeMs' | 'memoryKb'>,
): Promise<Percentiles | null> {
  if (!countsIn(submission)) return null
  const { problemId } = submission
  const { verdict } = outcomeOf(ctx, submission)
  const { timeMs, memoryKb } = measuresOf(ctx, submission)
  if (verdict !== 'ACCEPTED' || timeMs === null || memoryKb === null) return null
  const [pool] = await ctx.db.$queryRaw<Pool[]>`
    with pool as materialized (
      select "timeMs"::float8 as t, "memoryKb"::float8 as m from "Submission"
      where "problemId" = ${problemId} and "verdict" = 'ACCEPTED' and "timeMs" is not null and "memoryKb" is not null
        and ${COUNTS_SQL}
    ),
    tops as (
      select count(*)::int as "count", greatest(max(t), 1) as "slowest", greatest(max(m), 1) as "hungriest",
        (count(*) filter (where t >= ${timeMs}::int))::int as "notFaster",
        (count(*) filter (where m >= ${memoryKb}::int))::int as "notLeaner"
      from pool
    ),
    places as (
      select least(floor(t * ${BUCKETS}::int / "slowest"), ${BUCKETS - 1}::int) as "byTime",
        least(floor(m * ${BUCKETS}::int / "hungriest"), ${BUCKETS - 1}::int) as "byMemory"
      from pool, tops
    ),
    times as (select "byTime" as place, count(*) as n from places group by 1),
    memories as (select "byMemory" as place, count(*) as n from places group by 1)
    select tops.*,
      (select array_agg(coalesce(n, 0)::int order by i) from generate_series(0, ${BUCKETS - 1}::int) as i
        left join times on place = i) as "times",
      (select array_agg(coalesce(n, 0)::int order by i) from generate_series(0, ${BUCKETS - 1}::int) as i
        left join memories on place = i) as "memories"
    from tops`
  if (!pool || pool.count < LEAST_ACCEPTED) return null
  return {
    time: distribution(timeMs, pool.notFaster, pool.count, pool.slowest, pool.times),
    memory: distribution(memoryKb, pool.notLeaner, pool.count, pool.hungriest, pool.memories),
  }
}

/** `notBetter` counts the run itself and those that needed exactly as much. */
const distribution = (
  value: number,
  notBetter: number,
  count: number,
  upTo: number,
  buckets: number[],
): Distribution => ({
  beats: (notBetter - 1) / (count - 1),
  bucket: Math.min(BUCKETS - 1, Math.floor((value * BUCKETS) / upTo)),
  buckets,
  upTo,
})

export type Peak = { timeMs: number; memoryKb: number }

/**
 * The greatest time and memory of the cases that have ended, for the author while it is judged: of closed cases no more
 * than the end will tell.
 */
export async function peakOf(
  ctx: Context,
  submission: OfContest & Pick<Submission, 'state' | 'judgementId'>,
): Promise<Peak | null> {
  const { state, judgementId } = submission
  if (state !== 'RUNNING' || judgementId === null || !isAuthor(readerOf(ctx), submission)) return null
  if (!shownOf(ctx, submission).cases) return null
  const { _max } = await ctx.db.run.aggregate({
    where: { judgementId },
    _max: { timeMs: true, memoryKb: true },
  })
  const { timeMs, memoryKb } = _max
  return timeMs === null || memoryKb === null ? null : { timeMs, memoryKb }
}

/** The place of an own submission among the viewer's submissions of the problem, from 1; null for those of others. */
export async function ordinalOf(
  ctx: Context,
  { id, userId, problemId, contestId, groupId }: Venue & Pick<Submission, 'id' | 'userId' | 'problemId'>,
): Promise<number | null> {
  if (!isAuthor(readerOf(ctx), { userId })) return null
  return ctx.db.submission.count({ where: { userId, problemId, contestId, groupId, id: { lte: id } } })
}

/** Jobs that hosts will take before this one; null when it does not wait. */
export async function queuePosition(
  ctx: Context,
  submission: OfContest & Pick<Submission, 'state' | 'judgementId'>,
): Promise<number | null> {
  const { state, judgementId } = submission
  if (!shownOf(ctx, submission).outcome) return null
  if (state !== 'QUEUED' || judgementId === null) return null
  const [row] = await ctx.db.$queryRaw<{ before: number | null }[]>`
    with own as (
      select "priority", "run_at", "id" from graphile_worker._private_jobs
      where "key" = ${judgementId} and "is_available"
    )
    select (
      select count(*)::int from graphile_worker._private_jobs as other
      where other."is_available" and other."task_id" = any (array(
          select "id" from graphile_worker._private_tasks where "identifier" = any (${[...HOST_TASKS]})))
        and (other."priority", other."run_at") <= (own."priority", own."run_at")
        and (other."priority", other."run_at", other."id") < (own."priority", own."run_at", own."id")
    ) as "before"
    from own`
  return row?.before ?? null
}
