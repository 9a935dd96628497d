import { isDeepStrictEqual } from 'node:util'
import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from './core/db.ts'
import type { AnyEvent } from './events.ts'

type Row = { id: number }

/**
 * Kind of rows with times that open or close something, such as contests. Passed as a value, because this
 * layer imports no
 * module. `Now` is what the rows close at a moment.
 */
export type ClockKind<Clocked extends Row, Now> = {
  /** Rows that close something at a moment or later, by id. */
  open(db: Db, now: Date): Promise<Clocked[]>
  /** Rows with these ids, in any order. */
  byIds(db: Db, ids: number[]): Promise<Clocked[]>
  /** The last moment (ms) of all rows up to `now`; 0: none. */
  lastMoment(db: Db, now: Date): Promise<number>
  /** Whether a row closes something at a moment or later: `open` for one row. */
  isOpen(row: Clocked, now: Date): boolean
  /** Moments at which a row closes or opens something. */
  momentsOf(row: Clocked): Date[]
  /** What the rows close at `now`. `moment` is the last moment of all rows, for filters over all rows. */
  at(rows: readonly Clocked[], now: Date, moment: Date): Now
  /** What each row closes, as text, by id; without rows that close nothing. */
  closing(rows: readonly Clocked[], now: Now): Map<number, string>
  /** Id of the row an event changed; null: the event concerns no row of the kind. */
  changedBy(event: AnyEvent): number | null
  /** Event for this process when a row closes something else than before. */
  turned(id: number): AnyEvent
}

/** Cached rows of one kind that close something now or later. */
export type Clock<Now> = {
  /** What the rows close at a moment. Returns the same object until the next moment or change. */
  at(now: Date): Now
  /** Reloads one row, or all; resolves when changes made before the call are known. */
  renew(id?: number): Promise<void>
  /** Ids of rows whose closed state changed since the last call. */
  turned(now: Date): number[]
  /** The next moment (ms) of any row; Infinity: none. */
  next(now: Date): number
}

/** The last moment (ms) up to `now` in these columns of a table; 0: none. */
export async function lastMomentIn(
  db: Db,
  table: string,
  columns: readonly string[],
  now: Date,
): Promise<number> {
  const lasts = columns.map((name) => {
    const column = Prisma.raw(`"${name}"`)
    return Prisma.sql`max(${column}) filter (where ${column} <= ${now}::timestamptz)`
  })
  const [row] = await db.$queryRaw<{ last: Date | null }[]>`
    select greatest(${Prisma.join(lasts)}) as "last" from ${Prisma.raw(`"${table}"`)}`
  return row?.last?.getTime() ?? 0
}

/** Largest number of changed rows reloaded by id; above it, all rows are reloaded. */
const MOST_BY_ID = 500

/** A clock that has not loaded its rows yet. */
export function createClock<Clocked extends Row, Now>(db: Db, kind: ClockKind<Clocked, Now>): Clock<Now> {
  let rows: ReadonlyMap<number, Clocked> = new Map()
  /** The last moment (ms) of rows that are not cached, or of all rows at the last full load. */
  let floor = 0
  /** Cached answer, and the interval it is valid for. */
  let kept: { from: number; until: number; now: Now } | null = null
  let closings = new Map<number, string>()
  /** Pending reload. */
  let due: { all: boolean; ids: Set<number> } = { all: false, ids: new Set() }
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  /** The interval (ms) between two moments that contains a time. */
  const stretch = (time: number) => {
    let [from, until] = [floor, Number.POSITIVE_INFINITY]
    for (const row of rows.values())
      for (const moment of kind.momentsOf(row)) {
        const at = moment.getTime()
        if (at <= time) from = Math.max(from, at)
        else until = Math.min(until, at)
      }
    return { from, until }
  }

  const at = (now: Date): Now => {
    const time = now.getTime()
    // Older than the last known moment, for example in a request that began before it.
    if (time < floor) return kind.at([...rows.values()], now, now)
    if (kept && kept.from <= time && time < kept.until) return kept.now
    const { from, until } = stretch(time)
    kept = { from, until, now: kind.at([...rows.values()], now, new Date(from)) }
    return kept.now
  }

  /** Replaces the cached rows; equal rows change nothing. */
  const take = (known: ReadonlyMap<number, Clocked>, last: number, isSame: boolean) => {
    if (isSame && last <= floor) return
    rows = known
    floor = Math.max(floor, last)
    kept = null
  }

  const readAll = async (now: Date) => {
    const [found, last] = await Promise.all([kind.open(db, now), kind.lastMoment(db, now)])
    const known = new Map(found.map((row) => [row.id, row]))
    take(known, last, isDeepStrictEqual(known, rows))
  }

  const readSome = async (ids: readonly number[], now: Date) => {
    const found = await kind.byIds(db, [...ids])
    const known = new Map(rows)
    for (const id of ids) known.delete(id)
    for (const row of found) if (kind.isOpen(row, now)) known.set(row.id, row)
    const times = found.flatMap((row) => kind.momentsOf(row)).map((moment) => moment.getTime())
    const last = Math.max(0, ...times.filter((time) => time <= now.getTime()))
    const isSame = ids.every((id) => isDeepStrictEqual(known.get(id), rows.get(id)))
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
    renew(id) {
      if (id === undefined) due.all = true
      else due.ids.add(id)
      // Reloads run one after another; each takes everything pending when it starts.
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
      const some = [...rows.values()]
      closings = kind.closing(some, kind.at(some, now, now))
      const ids = new Set([...before.keys(), ...closings.keys()])
      return [...ids].filter((id) => before.get(id) !== closings.get(id))
    },
    next: (now) => stretch(now.getTime()).until,
  }
}
