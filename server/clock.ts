import { isDeepStrictEqual } from 'node:util'
import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from './core/db.ts'
import type { AnyEvent } from './events.ts'

type Row = { id: number }

/**
 * A kind of rows with times that open or close something, as contests have them. It is passed as a value: this floor
 * knows no module. `Now` is what the rows close at a moment.
 */
export type ClockKind<Clocked extends Row, Now> = {
  /** The rows that close something at a moment or after it, by their ids. */
  open(db: Db, now: Date): Promise<Clocked[]>
  /** The rows of these ids, in any order. */
  byIds(db: Db, ids: number[]): Promise<Clocked[]>
  /** The last moment (ms) of all rows up to `now`; 0: there was none. */
  lastMoment(db: Db, now: Date): Promise<number>
  /** Whether a row closes something at a moment or after it, as `open` says it of all. */
  isOpen(row: Clocked, now: Date): boolean
  /** The moments at which a row closes or opens something. */
  momentsOf(row: Clocked): Date[]
  /** What the rows close at `now`. Filters over all rows compare their times with `moment`, the last one of them all. */
  at(rows: readonly Clocked[], now: Date, moment: Date): Now
  /** What each row closes, as a text; rows that close nothing are left out. */
  closing(rows: readonly Clocked[], now: Now): Map<number, string>
  /** The id of the row that an event changed; null: the event concerns no row of the kind. */
  changedBy(event: AnyEvent): number | null
  /** The event that tells this process that a row closes something else than before. */
  turned(id: number): AnyEvent
}

/** The rows of one kind that close something or will, as this process knows them. */
export type Clock<Now> = {
  /** What they close at a moment. The answer is the same object until the next moment or change. */
  at(now: Date): Now
  /** Reads one row again, or all; resolves when what was true at the call is known. */
  renew(id?: number): Promise<void>
  /** The rows that close something else than when this was asked last. */
  turned(now: Date): number[]
  /** The next moment (ms) at which one of them will; infinite where there is none. */
  next(now: Date): number
}

/** The last moment (ms) up to `now` that these columns of a table hold; 0: none. */
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

/** So many rows that changed are read by their ids; when there are more, all are read. */
const MOST_BY_ID = 500

/** A clock that has not been read yet. */
export function createClock<Clocked extends Row, Now>(db: Db, kind: ClockKind<Clocked, Now>): Clock<Now> {
  let rows: ReadonlyMap<number, Clocked> = new Map()
  /** The last moment (ms) of rows that are not kept, or of all of them when they were read. */
  let floor = 0
  /** The stretch between two moments that was asked for last. */
  let kept: { from: number; until: number; now: Now } | null = null
  let closings = new Map<number, string>()
  /** What is to be read next, and the reading of it. */
  let due: { all: boolean; ids: Set<number> } = { all: false, ids: new Set() }
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  /** The stretch between two moments (ms) that a moment lies in. */
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
    // Asked about a moment before the last one that is known of, as by a request that began then.
    if (time < floor) return kind.at([...rows.values()], now, now)
    if (kept && kept.from <= time && time < kept.until) return kept.now
    const { from, until } = stretch(time)
    kept = { from, until, now: kind.at([...rows.values()], now, new Date(from)) }
    return kept.now
  }

  /** Takes over what was read; what is equal to what was known changes nothing. */
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
      const some = [...rows.values()]
      closings = kind.closing(some, kind.at(some, now, now))
      const ids = new Set([...before.keys(), ...closings.keys()])
      return [...ids].filter((id) => before.get(id) !== closings.get(id))
    },
    next: (now) => stretch(now.getTime()).until,
  }
}
