import type { House } from './context.ts'
import { type ContestsNow, type ContestTimes, contestsAt, momentsOf } from './policy/reader.ts'

/** The contests to come, running or sealed, as this process knows them. */
export type Timetable = {
  /** What they close at a moment. */
  at(now: Date): ContestsNow
  /** Reads them anew. */
  renew(): Promise<void>
  /** The contests that close something else than when this was asked last. */
  turned(now: Date): number[]
  /** The next moment (ms) at which one of them will; infinite where there is none. */
  next(now: Date): number
}

/** What contests close, each as a text; one that closes nothing is missing. */
function closingAt(contests: readonly ContestTimes[], now: Date): Map<number, string> {
  const { closed, running, sealed, removed } = contestsAt(contests, now)
  const some = contests.filter(
    ({ id }) => closed.has(id) || running.has(id) || sealed.has(id) || removed.has(id),
  )
  return new Map(
    some.map(({ id, type, ownerId }) => {
      const from = sealed.get(id)?.freezesAt ?? null
      return [id, JSON.stringify([type, ownerId, closed.has(id), running.has(id), from, removed.has(id)])]
    }),
  )
}

/** A timetable that has not been read yet. */
export function createTimetable({ prisma }: House['database']): Timetable {
  let contests: readonly ContestTimes[] = []
  /** The last reading that was begun, and that was taken: an earlier one that comes later knows less. */
  let begun = 0
  let taken = 0
  /** The stretch between two moments that was asked for last. */
  let kept: { from: number; until: number; now: ContestsNow } | null = null
  let closing = new Map<number, string>()
  const momentsMs = () => contests.flatMap(momentsOf).map((moment) => moment.getTime())

  return {
    at(now) {
      const time = now.getTime()
      if (kept && kept.from <= time && time < kept.until) return kept.now
      const moments = momentsMs()
      const from = Math.max(Number.NEGATIVE_INFINITY, ...moments.filter((moment) => moment <= time))
      const until = Math.min(Number.POSITIVE_INFINITY, ...moments.filter((moment) => moment > time))
      kept = { from, until, now: contestsAt(contests, now) }
      return kept.now
    },
    async renew() {
      const now = new Date()
      const turn = ++begun
      const rows = await prisma.contest.findMany({
        where: {
          OR: [
            { endsAt: { gt: now } },
            { removedAt: { not: null } },
            { freezesAt: { not: null }, OR: [{ thawsAt: null }, { thawsAt: { gt: now } }] },
          ],
        },
        orderBy: { id: 'asc' },
      })
      if (turn < taken) return
      taken = turn
      contests = rows
      kept = null
    },
    turned(now) {
      const before = closing
      closing = closingAt(contests, now)
      const ids = new Set([...before.keys(), ...closing.keys()])
      return [...ids].filter((id) => before.get(id) !== closing.get(id))
    },
    next: (now) => Math.min(...momentsMs().filter((moment) => moment > now.getTime())),
  }
}

/** A timer waits no longer than this (ms), whatever the moment is: longer ones end at once. */
const LONGEST = 24 * 3600_000

/**
 * Reads the timetable, keeps it true, and tells those who listen in this process what turned, at the moment itself or
 * as soon as a change is known, until the answer is called.
 */
export async function keepTimetable({ timetable, events, log, recheckMs }: House): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  const turn = () => {
    const now = new Date()
    for (const contestId of timetable.turned(now))
      events.deliver({ name: 'contest.turned', payload: { contestId } })
    clearTimeout(timer)
    timer = setTimeout(turn, Math.min(timetable.next(now) - now.getTime(), LONGEST))
  }
  const renew = () =>
    timetable
      .renew()
      .then(turn)
      .catch((err: unknown) => log.error({ err }, 'the timetable could not be read'))
  await timetable.renew()
  timetable.turned(new Date())
  turn()
  const recheck = setInterval(renew, recheckMs)
  const offs = [
    events.listen(({ name }) => {
      if (name === 'contest.changed') void renew()
    }),
    events.onInterruption(() => void renew()),
  ]
  return () => {
    clearTimeout(timer)
    clearInterval(recheck)
    for (const off of offs) off()
  }
}
