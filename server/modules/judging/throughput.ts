import type { Context } from '../../context.ts'
import { keep } from '../../core/cache.ts'
import type { Database } from '../../core/db.ts'
import { LANES, type Lane, type QueueLength } from './judging.ts'

const MINUTES = 60
/** Number of recent judgements that estimate the throughput. */
const RECENT = 200

export type Throughput = {
  /** Judgements finished in each of the last sixty minutes, latest last. */
  perMinute: number[]
  /** Mean service time (ms) of the recent judgements; null when there are none. */
  serviceMs: number | null
}

type Minute = { ago: number; judged: number }

/** Judgements of the last hour, cached for all readers (s). */
const counted = keep<Database['prisma'], Throughput>(2, async (db, now) => {
  const minutes = await db.$queryRaw<Minute[]>`
    select floor(extract(epoch from ${now}::timestamptz - "endedAt") / 60)::int as "ago", count(*)::int as "judged"
    from "Judgement"
    where "endedAt" > ${now}::timestamptz - ${MINUTES} * interval '1 minute' and "hostId" is not null
    group by 1`
  const [pace] = await db.$queryRaw<{ serviceMs: number | null }[]>`
    select (avg(extract(epoch from "endedAt" - "startedAt")) * 1000)::float8 as "serviceMs" from (
      select "endedAt", "startedAt" from "Judgement"
      where "endedAt" > ${now}::timestamptz - ${MINUTES} * interval '1 minute' and "hostId" is not null
      order by "endedAt" desc limit ${RECENT}::int
    ) as recent`
  const perMinute = Array<number>(MINUTES).fill(0)
  // Judgements that ended after this request began belong to the latest minute.
  for (const { ago, judged } of minutes) {
    const at = MINUTES - 1 - Math.max(0, ago)
    perMinute[at] = (perMinute[at] ?? 0) + judged
  }
  return { perMinute, serviceMs: pace?.serviceMs ?? null }
})

/** Throughput of the hosts in the last hour. */
export const throughput = (ctx: Pick<Context, 'house' | 'now'>): Promise<Throughput> =>
  counted.get(ctx.house.database.prisma, ctx.now)

/**
 * Expected wait (ms) of a new job in a lane, if its owner has none there: all jobs of higher lanes and the
 * first job of each owner precede it, at the recent throughput. Null when unknown: no host is in service, or
 * none has judged.
 */
export function expectedWait(
  { lanes, running }: QueueLength,
  lane: Lane,
  { slots, serviceMs }: { slots: number; serviceMs: number | null },
): number | null {
  if (slots === 0) return null
  const before = LANES.slice(0, LANES.indexOf(lane))
  const ahead = lanes.reduce(
    (sum, one) => sum + (before.includes(one.lane) ? one.waiting : one.lane === lane ? one.firsts : 0),
    0,
  )
  const free = slots - running
  if (ahead < free) return 0
  return serviceMs === null ? null : Math.round(((ahead - free + 1) * serviceMs) / slots)
}
