import { mapAsyncIterator, Repeater } from 'graphql-yoga'
import { type Context, ofEvent, readerOf } from './context.ts'
import type { AnyEvent } from './events.ts'
import { audienceOf, type StreamPlace, standingIn, standingText, without } from './policy/audience.ts'
import { NO_STANDING, type Standing } from './policy/lent.ts'
import type { Reader } from './policy/reader.ts'
import type { Viewer } from './policy/viewer.ts'

/** Change of a list's row. RESET: too many rows changed, so the subscriber reloads the list. */
export type RowChange = 'CREATED' | 'CHANGED' | 'REMOVED' | 'RESET'

/** A row of a list, and its change. */
export type ChangedRow = { change: Exclude<RowChange, 'RESET'>; id: number } | typeof RESET
const RESET = { change: 'RESET', id: null } as const

/** Change of a row by whether the list showed it before and shows it now; null: it never did. */
export const changedRow = (id: number, before: boolean, now: boolean): ChangedRow | null => {
  if (now) return { change: before ? 'CHANGED' : 'CREATED', id }
  return before ? { change: 'REMOVED', id } : null
}

/**
 * Maps an event to the row to reload (`key`) and the longest delay (ms) before reloading it. Events with the
 * same `key` and
 * `about` are coalesced. `of`: the row's owner, who sees more in it than others and receives it separately.
 */
export type Concern<Key> = { key: Key; about?: string; wait: number; of?: string }

/**
 * A row for subscribers: its key in the stream, the time (ms) of its last event, and its owner if they
 * receive it separately.
 */
export type Told<Row> = { key: string; row: Row; change: RowChange; at: number; of: string | null }

type Watching<Key, Row> = {
  /**
   * Row read on subscribing. New subscribers of a shared stream get its latest value instead of recent
   * events.
   */
  first?: Key
  concern(event: AnyEvent): Concern<Key> | null
  /** Topics of all events that may concern the stream (`topicOf`); other events cost it nothing. */
  topics?: readonly string[]
  /** Reads a row; null: the subscriber may not see it and receives nothing. */
  read(ctx: Context, key: Key, about: string): Promise<Row | typeof GONE | null>
  /**
   * Visibility filter: readers with an equal one share the stream (hub.ts); unset: not shared. The stream
   * ends when the filter
   * changes, for example at a contest's start, and the client subscribes again.
   */
  sight?: (reader: Reader) => object
  /** The stream's place; only readers with equal roles there share it. */
  place?: StreamPlace | null
  /** Owners receive their own rows separately (`of` of Concern). */
  tellsOwners?: boolean
  /** Replaces the due rows when there are too many. */
  overflow?: Concern<Key>
}

/** The stream's only row is gone for its subscribers; the stream ends. */
export const GONE = Symbol('gone')

/** Visibility filter of public data. */
export const everything = () => ({})

/** Rows read in one batch. */
const MOST_TOGETHER = 20

/** Reads rows with a context, at most `most` at a time. */
type Opening<Row> = (ctx: Context, most: number, ownRowsOf?: string) => AsyncIterable<readonly Told<Row>[]>

/** Properties that decide how a stream is shared. */
type About = {
  audience: string | null
  tellsPresent: boolean
  place: StreamPlace | null
  tellsOwners: boolean
}

/** Most due rows of a subscriber; of a list with more, `OVERFLOW` is told instead. */
const MOST_DUE = 200

/**
 * Stream of rows, now and after every event that concerns them. Listening begins when rows are requested, and
 * before the
 * first read, so that no event is missed. Events during a read are coalesced into one more read. Each read
 * uses the
 * subscriber's current rights. Events since `since` of the context are replayed.
 */
export class Stream<Row> implements AsyncIterable<Row> {
  readonly audience: string | null
  /** Whether new subscribers get present values instead of events since their own read. */
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

  /** The subscriber's roles in the stream's place. */
  get standing(): Standing {
    return standingOf(readerOf(this.#ctx), this.place, this.#tellsOwners)
  }

  /** Cache key of a viewer's roles in the stream's place. */
  standingOf(viewer: Viewer): string {
    return standingText(standingOf(readerOf({ ...this.#ctx, viewer }), this.place, this.#tellsOwners))
  }

  /** The subscriber's own rows, if they are sent separately; else null. */
  get ownRows(): AsyncIterable<Row> | null {
    const { viewer } = this.#ctx
    if (!this.#tellsOwners || !viewer) return null
    const open = () => this.#open(this.#ctx, 1, viewer.id)
    return { [Symbol.asyncIterator]: () => mapAsyncIterator(open()[Symbol.asyncIterator](), firstOf<Row>) }
  }

  /** The same rows read with another context, in batches of all due rows. */
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

/** Stream of one row, or of values without changes to a list. */
export const watch = <Key, Row>(ctx: Context, watching: Watching<Key, Row>): Stream<Row> =>
  streamOf(ctx, watching, () => 'CHANGED')

/** Concern for more changed rows than are sent one by one: the list is reset. */
export const ALL_ROWS: Concern<number> = { key: 0, about: 'all', wait: 0 }

/** The same after a burst of changes, which it waits for. */
const OVERFLOW = { ...ALL_ROWS, wait: 1000 }

/** Stream of a list's rows as they are created, changed and removed. */
export const watchRows = (ctx: Context, watching: Watching<number, ChangedRow>): Stream<ChangedRow> => {
  const read: typeof watching.read = async (ctx, id, about) =>
    about === ALL_ROWS.about ? RESET : watching.read(ctx, id, about)
  return streamOf(ctx, { ...watching, read, overflow: OVERFLOW }, ({ change }) => change)
}

/** Context for reading a row on behalf of everybody but its owner. */
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
  { first, concern, topics, read, overflow }: Watching<Key, Row>,
  {
    belongs,
    changeOf,
    most,
    ownRowsOf,
  }: { belongs(ctx: Context): boolean; changeOf(row: Row): RowChange; most: number; ownRowsOf?: string },
): AsyncIterable<readonly Told<Row>[]> =>
  new Repeater<readonly Told<Row>[]>(async (push, stop) => {
    const due = new Map<string, Due<Key>>()
    const reload = overflow && `${overflow.key} ${overflow.about}`
    let wake = () => {}
    let ended = false
    let isReplay = true
    const add = ({ key, about = '', wait, ...concern }: Concern<Key>, at: number) => {
      const of = concern.of ?? null
      if (ownRowsOf !== undefined && of !== ownRowsOf) return
      const now = Date.now()
      const reloading = reload && due.get(reload)
      if (reloading && reloading.by > now) {
        // The reload that waits brings it, also to those who subscribed after the rest of the burst.
        reloading.at = at
        return
      }
      const name = `${key} ${about}`
      const by = now + wait
      due.set(name, { key, about, by: Math.min(by, due.get(name)?.by ?? by), at, of })
      if (overflow && reload && due.size > MOST_DUE) {
        due.clear()
        const { key, about = '', wait } = overflow
        // A burst that is replayed is over.
        due.set(reload, { key, about, by: isReplay ? now : now + wait, at, of: null })
      }
      wake()
    }
    if (first !== undefined) add({ key: first, wait: 0 }, Date.now())
    const hear = (event: AnyEvent, at: number) => {
      const asked = concern(event)
      if (asked) add(asked, at)
    }
    const off = ctx.house.events.listen(hear, ctx.since, topics)
    isReplay = false
    void stop.then(() => {
      ended = true
      off()
      wake()
    })

    /** Waits for due rows; empty when the stream has ended. */
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
