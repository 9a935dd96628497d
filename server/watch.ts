import { mapAsyncIterator, Repeater } from 'graphql-yoga'
import { type Context, ofEvent, readerOf } from './context.ts'
import type { AnyEvent } from './events.ts'
import { audienceOf, type StreamPlace, standingIn, standingText, without } from './policy/audience.ts'
import { NO_STANDING, type Standing } from './policy/lent.ts'
import type { Reader } from './policy/reader.ts'
import type { Viewer } from './policy/viewer.ts'

/** What became of a row of a list. RESET: of more rows than are told one by one; the list is to be read again. */
export type RowChange = 'CREATED' | 'CHANGED' | 'REMOVED' | 'RESET'

/** A row of a list, and what became of it. */
export type ChangedRow = { change: Exclude<RowChange, 'RESET'>; id: number } | typeof RESET
const RESET = { change: 'RESET', id: null } as const

/** A row that its list showed before an event, or not, and shows now, or not; null for one that it never showed. */
export const changedRow = (id: number, before: boolean, now: boolean): ChangedRow | null => {
  if (now) return { change: before ? 'CHANGED' : 'CREATED', id }
  return before ? { change: 'REMOVED', id } : null
}

/**
 * What an event means to a stream: `key` is to be read again, at the latest after `wait` milliseconds. Several events
 * are answered by one reading, unless they are `about` different things. `of`: whose row it is, where its owner reads
 * something else in it than all others; they are told by themselves.
 */
export type Concern<Key> = { key: Key; about?: string; wait: number; of?: string }

/**
 * A row of a stream: the text that tells it from other rows there, when (ms) it was heard of last, and whose it is where
 * its owner is told by themselves.
 */
export type Told<Row> = { key: string; row: Row; change: RowChange; at: number; of: string | null }

type Watching<Key, Row> = {
  /** Read at once. A newcomer to a shared stream gets the newest of these instead of what happened a moment ago. */
  first?: Key
  concern(event: AnyEvent): Concern<Key> | null
  /** Null for what the subscriber is not told, who then hears nothing. */
  read(ctx: Context, key: Key, about: string): Promise<Row | typeof GONE | null>
  /**
   * Those for whom it is the same may share one stream (hub.ts); left out: nobody shares it. The stream ends when it is
   * another one, because a contest has begun, say: whoever asks again shares another stream, or is refused.
   */
  sight?: (reader: Reader) => object
  /** The one place that it is of: who is something else there shares another stream, or is refused. */
  place?: StreamPlace | null
  /** Rows of one's own are another matter (`of` of Concern). */
  tellsOwners?: boolean
}

/** The one thing that a stream is about is not there any more for those who follow it; the stream ends. */
export const GONE = Symbol('gone')

/** The sight of what everybody sees. */
export const everything = () => ({})

/** So many rows are read with the same statements, before others have their turn. */
const MOST_TOGETHER = 20

/** Begins to read rows as somebody, at most so many at a time. */
type Opening<Row> = (ctx: Context, most: number, ownRowsOf?: string) => AsyncIterable<readonly Told<Row>[]>

/** What a stream is known by to those who share it. */
type About = {
  audience: string | null
  tellsPresent: boolean
  place: StreamPlace | null
  tellsOwners: boolean
}

/** So many rows wait for one subscriber, the newest ones: there is no page that shows more. */
const MOST_DUE = 200

/**
 * Rows as they are now and after every event that concerns them. Events are heard before the first reading, so that
 * nothing is missed between the two; those that come while a row is being read, or faster than the subscriber takes
 * rows, are answered by one more reading. Rows are read as whoever the subscriber is by then. What happened from the
 * moment `since` of the context on counts as heard. Nothing is listened to until rows are asked for.
 */
export class Stream<Row> implements AsyncIterable<Row> {
  readonly audience: string | null
  /** Whether a newcomer gets the present rows, and not those since the newcomer's reading. */
  readonly tellsPresent: boolean
  readonly place: StreamPlace | null
  readonly #ctx: Context
  readonly #open: Opening<Row>
  readonly #tellsOwners: boolean

  constructor(ctx: Context, { audience, tellsPresent, place, tellsOwners }: About, open: Opening<Row>) {
    this.#ctx = ctx
    this.#open = open
    this.#tellsOwners = tellsOwners
    this.audience = audience
    this.tellsPresent = tellsPresent
    this.place = place
  }

  /** What whoever follows it is in its place. */
  get standing(): Standing {
    return standingOf(readerOf(this.#ctx), this.place, this.#tellsOwners)
  }

  /** Equal while somebody is the same in its place. */
  standingOf(viewer: Viewer): string {
    return standingText(standingOf(readerOf({ ...this.#ctx, viewer }), this.place, this.#tellsOwners))
  }

  /** The rows of whoever follows it, where they are told of those by themselves; null: they are not. */
  get ownRows(): AsyncIterable<Row> | null {
    const { viewer } = this.#ctx
    if (!this.#tellsOwners || !viewer) return null
    const open = () => this.#open(this.#ctx, 1, viewer.id)
    return { [Symbol.asyncIterator]: () => mapAsyncIterator(open()[Symbol.asyncIterator](), firstOf<Row>) }
  }

  /** The same rows, read as somebody else: at a time those that are due when more are asked for. */
  tell(ctx: Context): AsyncIterable<readonly Told<Row>[]> {
    return this.#open(ctx, MOST_TOGETHER)
  }

  [Symbol.asyncIterator](): AsyncIterator<Row> {
    return mapAsyncIterator(this.#open(this.#ctx, 1)[Symbol.asyncIterator](), firstOf<Row>)
  }
}

const standingOf = (reader: Reader, place: StreamPlace | null, tellsOwners: boolean): Standing =>
  place ? standingIn(reader, place, tellsOwners) : NO_STANDING

const firstOf = <Row>([told]: readonly Told<Row>[]): Row => (told as Told<Row>).row

/** A stream of one thing, or of what is always told as it is now. */
export const watch = <Key, Row>(ctx: Context, watching: Watching<Key, Row>): Stream<Row> =>
  streamOf(ctx, watching, () => 'CHANGED')

/** What an event means to a list of which more changes than is told row by row. */
export const ALL_ROWS: Concern<number> = { key: 0, about: 'all', wait: 0 }

/** A stream of the rows of a list as they come, change and leave it. */
export const watchRows = (ctx: Context, watching: Watching<number, ChangedRow>): Stream<ChangedRow> => {
  const read: typeof watching.read = async (ctx, id, about) =>
    about === ALL_ROWS.about ? RESET : watching.read(ctx, id, about)
  return streamOf(ctx, { ...watching, read }, ({ change }) => change)
}

/** The context in which a row of somebody's is read for all others. */
export const apartFrom = (ctx: Context, of: string | null): Context =>
  of === null ? ctx : { ...ctx, viewer: without(ctx.viewer, of) }

const streamOf = <Key, Row>(
  ctx: Context,
  watching: Watching<Key, Row>,
  changeOf: (row: Row) => RowChange,
): Stream<Row> => {
  const { sight, first, place = null, tellsOwners = false } = watching
  const audienceIn = (ctx: Context, sight: (reader: Reader) => object): string | null => {
    const reader = readerOf(ctx)
    return audienceOf(reader, sight, standingOf(reader, place, tellsOwners))
  }
  const audience = sight ? audienceIn(ctx, sight) : null
  const belongs = (ctx: Context) => !sight || audienceIn(ctx, sight) === audience
  const open: Opening<Row> = (ctx, most, ownRowsOf) =>
    rowsOf(ctx, watching, { belongs, changeOf, most, ...(ownRowsOf !== undefined && { ownRowsOf }) })
  return new Stream(ctx, { audience, tellsPresent: first !== undefined, place, tellsOwners }, open)
}

type Due<Key> = { key: Key; about: string; by: number; at: number; of: string | null }

const rowsOf = <Key, Row>(
  ctx: Context,
  { first, concern, read }: Watching<Key, Row>,
  {
    belongs,
    changeOf,
    most,
    ownRowsOf,
  }: { belongs(ctx: Context): boolean; changeOf(row: Row): RowChange; most: number; ownRowsOf?: string },
): AsyncIterable<readonly Told<Row>[]> =>
  new Repeater<readonly Told<Row>[]>(async (push, stop) => {
    const due = new Map<string, Due<Key>>()
    let wake = () => {}
    let ended = false
    const add = ({ key, about = '', wait, ...concern }: Concern<Key>, at: number) => {
      const of = concern.of ?? null
      if (ownRowsOf !== undefined && of !== ownRowsOf) return
      const name = `${key} ${about}`
      const by = Date.now() + wait
      due.set(name, { key, about, by: Math.min(by, due.get(name)?.by ?? by), at, of })
      const [oldest] = due.keys()
      if (due.size > MOST_DUE && oldest !== undefined) due.delete(oldest)
      wake()
    }
    if (first !== undefined) add({ key: first, wait: 0 }, Date.now())
    const off = ctx.house.events.listen((event, at) => {
      const asked = concern(event)
      if (asked) add(asked, at)
    }, ctx.since)
    void stop.then(() => {
      ended = true
      off()
      wake()
    })

    /** Waits until some are due; none when the stream has ended. */
    const takeDue = async (): Promise<Due<Key>[]> => {
      while (!ended) {
        const now = Date.now()
        const waiting = [...due.values()].sort((one, other) => one.by - other.by)
        const ready = waiting.filter(({ by }) => by <= now).slice(0, most)
        for (const { key, about } of ready) due.delete(`${key} ${about}`)
        if (ready.length > 0) return ready
        let timer: NodeJS.Timeout | undefined
        const [soonest] = waiting
        await new Promise<void>((resolve) => {
          wake = resolve
          if (soonest) timer = setTimeout(resolve, soonest.by - now)
        })
        clearTimeout(timer)
      }
      return []
    }

    try {
      for (let ready = await takeDue(); ready.length > 0; ready = await takeDue()) {
        const now = ofEvent(ctx)
        if (!belongs(now)) return void stop()
        const readOne = ({ key, about, of }: Due<Key>) => read(apartFrom(now, of), key, about)
        const rows = await Promise.all(ready.map(readOne))
        const told = ready.flatMap(({ key, at, of }, index) => {
          const row = rows[index]
          if (row === undefined || row === null || row === GONE) return []
          return [{ key: `${key}`, row, change: changeOf(row), at, of }]
        })
        if (told.length > 0) await push(told)
        if (rows.includes(GONE)) return void stop()
      }
    } finally {
      off()
    }
  })
