import { type Clock, type ClockKind, createClock } from './clock.ts'
import type { House } from './context.ts'
import type { Db } from './core/db.ts'
import type { AnyEvent } from './events.ts'
import type { ClocksNow } from './policy/reader.ts'

/** The kinds of clocks by the name that `Now` has for what their rows close. */
export type ClockKinds<Now> = { [Name in keyof Now]: ClockKind<{ id: number }, Now[Name]> }

/** The clocks of all kinds, as this process knows them. */
export type Timetable<Now = ClocksNow> = {
  /** What they close at a moment, by kind. The answer and its entries are the same objects until they change. */
  at(now: Date): Now
  /** Reads all rows of all kinds again; resolves when what was true at the call is known. */
  renew(): Promise<void>
  /** Reads again the one row that an event changed; null: the event concerns no clock. */
  renewAfter(event: AnyEvent): Promise<void> | null
  /** The events of the rows that close something else than when this was asked last. */
  turned(now: Date): AnyEvent[]
  /** The next moment (ms) at which any row closes or opens something; infinite where there is none. */
  next(now: Date): number
}

/** A timetable that has not been read yet. */
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

/** A timer waits no longer than this (ms), whatever the moment is: longer ones end at once. */
const LONGEST = 24 * 3600_000

type Keeping<Now> = Pick<House, 'events' | 'log' | 'recheckMs'> & { timetable: Timetable<Now> }

/**
 * Reads the timetable, keeps it true, and tells those who listen in this process what turned, at the moment itself or
 * as soon as a change is known, until the answer is called.
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
