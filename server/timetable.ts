import { setTimeout as pause } from 'node:timers/promises'
import type { House } from './context.ts'
import { type ContestsNow, type ContestTimes, contestsAt, momentsOf } from './policy/reader.ts'

/** The contests to come, running or sealed, as this process knows them. */
export type Timetable = {
  /** What they close at a moment. */
  at(now: Date): ContestsNow
  /** Reads them anew. */
  renew(): Promise<void>
}

/** A timetable that has not been read yet. */
export function createTimetable({ prisma }: House['database']): Timetable {
  let contests: readonly ContestTimes[] = []
  /** The stretch between two moments that was asked for last. */
  let kept: { from: number; until: number; now: ContestsNow } | null = null

  return {
    at(now) {
      const time = now.getTime()
      if (kept && kept.from <= time && time < kept.until) return kept.now
      const moments = contests.flatMap(momentsOf).map((moment) => moment.getTime())
      const from = Math.max(Number.NEGATIVE_INFINITY, ...moments.filter((moment) => moment <= time))
      const until = Math.min(Number.POSITIVE_INFINITY, ...moments.filter((moment) => moment > time))
      kept = { from, until, now: contestsAt(contests, now) }
      return kept.now
    },
    async renew() {
      const now = new Date()
      contests = await prisma.contest.findMany({
        where: {
          OR: [
            { endsAt: { gt: now } },
            { freezesAt: { not: null }, OR: [{ thawsAt: null }, { thawsAt: { gt: now } }] },
          ],
        },
        orderBy: { id: 'asc' },
      })
      kept = null
    },
  }
}

/** Reads the timetable, and keeps it true until the answer is called. */
export async function keepTimetable({ timetable, events, log, recheckMs }: House): Promise<() => void> {
  const stopping = new AbortController()
  const renew = () =>
    timetable.renew().catch((err: unknown) => log.error({ err }, 'the timetable could not be read'))
  const byClock = async () => {
    for (;;) {
      await pause(recheckMs, undefined, { signal: stopping.signal, ref: false })
      await renew()
    }
  }
  const offs = [
    events.listen(({ name }) => {
      if (name === 'contest.changed') void renew()
    }),
    events.onInterruption(() => void renew()),
  ]
  await timetable.renew()
  byClock().catch(() => {})
  return () => {
    stopping.abort()
    for (const off of offs) off()
  }
}
