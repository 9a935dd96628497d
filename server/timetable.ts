import { type Clock, type ClockKind, createClock } from './clock.ts'
import type { House } from './context.ts'
import type { Db } from './core/db.ts'
import type { AnyEvent } from './events.ts'
import type { ClocksNow } from './policy/reader.ts'

/** Kinds of clocks by their field in `Now`. */
export type ClockKinds<Now> = { [Name in keyof Now]: ClockKind<{ id: number }, Now[Name]> }

/** All clocks of this process. */
export type Timetable<Now = ClocksNow> = {
  /** Closed rows at a moment, by kind. Returns the same objects until they change. */
  at(now: Date): Now
  /** Reloads all rows of all kinds; resolves when changes made before the call are known. */
  renew(): Promise<void>
  /** Reloads the row an event changed; null: the event concerns no clock. */
  renewAfter(event: AnyEvent): Promise<void> | null
  /** Events of rows whose closed state changed since the last call. */
  turned(now: Date): AnyEvent[]
  /** The next moment (ms) of any row; Infinity: none. */
  next(now: Date): number
}

/** A timetable that has not loaded its rows yet. */
export function createTimetable<Now>(db: Db, kinds: ClockKinds<Now>): Timetable<Now> {
  type Entry = {
    name: keyof Now
    kind: ClockKind<{ id: number }, Now[keyof Now]>
    clock: Clock<Now[keyof Now]>
  }
  const entries: Entry[] = (Object.keys(kinds) as (keyof Now)[]).map((name) => {
    const kind: Entry['kind'] = kinds[name]
    return { name, kind, clock: createClock(db, kind) }
  })
  let last: Now | null = null
  return {
    at(now) {
      const before = last
      if (before && entries.every(({ name, clock }) => clock.at(now) === before[name])) return before
      last = Object.fromEntries(entries.map(({ name, clock }) => [name, clock.at(now)])) as Now
      return last
    },
    async renew() {
      await Promise.all(entries.map(({ clock }) => clock.renew()))
    },
    renewAfter(event) {
      for (const { kind, clock } of entries) {
        const id = kind.changedBy(event)
        if (id !== null) return clock.renew(id)
      }
      return null
    },
    turned: (now) => entries.flatMap(({ kind, clock }) => clock.turned(now).map((id) => kind.turned(id))),
    next: (now) => Math.min(...entries.map(({ clock }) => clock.next(now))),
  }
}

/** Longest timer (ms): Node fires longer ones at once. */
const LONGEST = 24 * 3600_000

type Keeping<Now> = Pick<House, 'events' | 'log' | 'recheckMs'> & { timetable: Timetable<Now> }

/**
 * Loads the timetable, keeps it current and delivers its events in this process, at each moment or on a
 * change. The
 * returned function stops it.
 */
export async function keepTimetable<Now>({
  timetable,
  events,
  log,
  recheckMs,
}: Keeping<Now>): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  const turn = () => {
    const now = new Date()
    for (const event of timetable.turned(now)) events.deliver(event)
    clearTimeout(timer)
    timer = setTimeout(turn, Math.min(timetable.next(now) - now.getTime(), LONGEST))
  }
  const afterwards = (reading: Promise<void> | null) =>
    void reading?.then(turn).catch((err: unknown) => log.error({ err }, 'the timetable could not be read'))
  await timetable.renew()
  timetable.turned(new Date())
  turn()
  const recheck = setInterval(() => afterwards(timetable.renew()), recheckMs)
  const offs = [
    events.listen((event) => afterwards(timetable.renewAfter(event))),
    events.onInterruption(() => afterwards(timetable.renew())),
  ]
  return () => {
    clearTimeout(timer)
    clearInterval(recheck)
    for (const off of offs) off()
  }
}
