import type { Context } from '../../context.ts'
import { keep } from '../../core/cache.ts'
import type { Database } from '../../core/db.ts'
import { LANES, type Lane, type QueueLength } from './judging.ts'

const MINUTES = 60
/** The judgements whose pace tells how fast the next ones will be. */
const RECENT = 200

export type Throughput = {
  /** Judgements that ended in each of the last sixty minutes, the latest last. */
  perMinute: number[]
  /** How long a host was at one of the recent ones; null when there were none. */
  serviceMs: number | null
}

type Minute = { ago: number; judged: number }

/** An hour of judgements is counted once for all who look (s). */
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
  // What ended after this request began belongs to the latest minute as well.
  for (const { ago, judged } of minutes) {
    const at = MINUTES - 1 - Math.max(0, ago)
    perMinute[at] = (perMinute[at] ?? 0) + judged
  }
  return { perMinute, serviceMs: pace?.serviceMs ?? null }
})

/** What the hosts got done within the last hour. */
export const throughput = (ctx: Pick<Context, 'house' | 'now'>): Promise<Throughput> =>
  counted.get(ctx.house.database.prisma, ctx.now)

/**
 * How long a job that comes into a lane now will wait (ms), if its owner has none there yet: behind all that waits in
 * the lanes before and the first job of everybody in its own, at the pace of the recent judgements. Null when nobody
 * can tell: no host is in service, or none has judged.
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
