import { isDeepStrictEqual } from 'node:util'
import type { House } from './context.ts'
import type { Db } from './core/db.ts'
import { type ContestsNow, type ContestTimes, contestsAt, momentsOf, TIMES } from './policy/reader.ts'

/** The contests to come, running or sealed, as this process knows them. */
export type Timetable = {
  /** What they close at a moment. */
  at(now: Date): ContestsNow
  /** Reads one contest again, or all; resolves when what was true at the call is known. */
  renew(contestId?: number): Promise<void>
  /** The contests that close something else than when this was asked last. */
  turned(now: Date): number[]
  /** The next moment (ms) at which one of them will; infinite where there is none. */
  next(now: Date): number
}

/** What contests close, each as a text; one that closes nothing is missing. */
function closingAt(contests: readonly ContestTimes[], { closed, running, sealed, removed }: ContestsNow) {
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

/** So many contests that changed are read by their ids; when there are more, all are read. */
const MOST_BY_ID = 500

/** The contests that close something now or will, as a filter. */
const closing = (now: Date) => ({
  OR: [
    { endsAt: { gt: now } },
    { removedAt: { not: null } },
    { freezesAt: { not: null }, OR: [{ thawsAt: null }, { thawsAt: { gt: now } }] },
  ],
})

/** The last moment (ms) up to `now` at which a contest of the site started, froze, ended or thawed; 0: none did. */
async function lastMoment(prisma: Db, now: Date): Promise<number> {
  const [row] = await prisma.$queryRaw<{ last: Date | null }[]>`
    select greatest(max("startsAt") filter (where "startsAt" <= ${now}::timestamptz),
      max("freezesAt") filter (where "freezesAt" <= ${now}::timestamptz),
      max("endsAt") filter (where "endsAt" <= ${now}::timestamptz),
      max("thawsAt") filter (where "thawsAt" <= ${now}::timestamptz)) as "last" from "Contest"`
  return row?.last?.getTime() ?? 0
}

/** A timetable that has not been read yet. */
export function createTimetable({ prisma }: { prisma: Db }): Timetable {
  let contests: ReadonlyMap<number, ContestTimes> = new Map()
  /** The last moment (ms) of contests that are not kept, or of all of them when they were read. */
  let floor = 0
  /** The stretch between two moments that was asked for last. */
  let kept: { from: number; until: number; now: ContestsNow } | null = null
  let closings = new Map<number, string>()
  /** What is to be read next, and the reading of it. */
  let due: { all: boolean; ids: Set<number> } = { all: false, ids: new Set() }
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  /** The stretch between two moments (ms) that a moment lies in. */
  const stretch = (time: number) => {
    let [from, until] = [floor, Number.POSITIVE_INFINITY]
    for (const contest of contests.values())
      for (const moment of momentsOf(contest)) {
        const at = moment.getTime()
        if (at <= time) from = Math.max(from, at)
        else until = Math.min(until, at)
      }
    return { from, until }
  }

  const at = (now: Date): ContestsNow => {
    const time = now.getTime()
    // Asked about a moment before the last one that is known of, as by a request that began then.
    if (time < floor) return contestsAt([...contests.values()], now, now)
    if (kept && kept.from <= time && time < kept.until) return kept.now
    const { from, until } = stretch(time)
    kept = { from, until, now: contestsAt([...contests.values()], now, new Date(from)) }
    return kept.now
  }

  /** Takes over what was read; what is equal to what was known changes nothing. */
  const take = (known: ReadonlyMap<number, ContestTimes>, last: number, isSame: boolean) => {
    if (isSame && last <= floor) return
    contests = known
    floor = Math.max(floor, last)
    kept = null
  }

  const readAll = async (now: Date) => {
    const [rows, last] = await Promise.all([
      prisma.contest.findMany({ where: closing(now), select: TIMES, orderBy: { id: 'asc' } }),
      lastMoment(prisma, now),
    ])
    const known = new Map(rows.map((row) => [row.id, row]))
    take(known, last, isDeepStrictEqual(known, contests))
  }

  const readSome = async (ids: readonly number[], now: Date) => {
    const rows = await prisma.contest.findMany({ where: { id: { in: [...ids] } }, select: TIMES })
    const known = new Map(contests)
    for (const id of ids) known.delete(id)
    for (const row of rows) if (closesAfter(row, now)) known.set(row.id, row)
    const times = rows.flatMap(momentsOf).map((moment) => moment.getTime())
    const last = Math.max(0, ...times.filter((time) => time <= now.getTime()))
    const isSame = ids.every((id) => isDeepStrictEqual(known.get(id), contests.get(id)))
    take(known, last, isSame)
  }

  const readDue = async () => {
    const { all, ids } = due
    due = { all: false, ids: new Set() }
    const now = new Date()
    try {
      if (all || ids.size > MOST_BY_ID) await readAll(now)
      else await readSome([...ids], now)
    } catch (error) {
      due = { all: all || due.all, ids: new Set([...ids, ...due.ids]) }
      throw error
    }
  }

  return {
    at,
    renew(contestId) {
      if (contestId === undefined) due.all = true
      else due.ids.add(contestId)
      // One reading after another: a later one knows more, and takes what became due meanwhile.
      next ??= reading.then(() => {
        next = null
        const now = readDue()
        reading = now.catch(() => {})
        return now
      })
      return next
    },
    turned(now) {
      const before = closings
      const rows = [...contests.values()]
      closings = closingAt(rows, contestsAt(rows, now, now))
      const ids = new Set([...before.keys(), ...closings.keys()])
      return [...ids].filter((id) => before.get(id) !== closings.get(id))
    },
    next: (now) => stretch(now.getTime()).until,
  }
}

/** Whether a contest closes something at a moment or after it, as `closing` says of rows. */
const closesAfter = ({ freezesAt, endsAt, thawsAt, removedAt }: ContestTimes, now: Date): boolean =>
  endsAt > now || removedAt !== null || (freezesAt !== null && (thawsAt === null || thawsAt > now))

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
  const renew = (contestId?: number) =>
    timetable
      .renew(contestId)
      .then(turn)
      .catch((err: unknown) => log.error({ err }, 'the timetable could not be read'))
  await timetable.renew()
  timetable.turned(new Date())
  turn()
  const recheck = setInterval(() => void renew(), recheckMs)
  const offs = [
    events.listen(({ name, payload }) => {
      if (name === 'contest.changed') void renew(payload.contestId)
    }),
    events.onInterruption(() => void renew()),
  ]
  return () => {
    clearTimeout(timer)
    clearInterval(recheck)
    for (const off of offs) off()
  }
}
