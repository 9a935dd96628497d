import { mapAsyncIterator, Repeater } from 'graphql-yoga'
import { afresh, type Context } from './context.ts'
import type { AnyEvent } from './events.ts'

/** What an event means to a stream: `key` is to be read again, at the latest after `wait` milliseconds. */
export type Concern<Key> = { key: Key; wait: number }

/** A row of a stream: the text that tells it from other rows there, and when (ms) it was heard of last. */
export type Told<Row> = { key: string; row: Row; at: number }

type Watching<Key, Row> = {
  /** Read at once. A newcomer to a shared stream gets the newest of these instead of what happened a moment ago. */
  first?: readonly Key[]
  concern(event: AnyEvent): Concern<Key> | null
  /** Null for what the subscriber may not see, who then hears nothing. */
  read(ctx: Context, key: Key): Promise<Row | null>
  /** Says which of several rows of a key do not take each other's place, such as the first of each. */
  apart?(row: Row): string
  /** Equal for those who see the same rows: they may share one stream (hub.ts). Null: nobody shares it. */
  audience?: string | null
}

/** So many rows of the past are read for one subscriber. */
const MOST_PAST = 200

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
  readonly #ctx: Context
  readonly #open: (ctx: Context) => AsyncIterable<Told<Row>>

  constructor(
    ctx: Context,
    { audience, tellsPresent }: { audience: string | null; tellsPresent: boolean },
    open: (ctx: Context) => AsyncIterable<Told<Row>>,
  ) {
    this.#ctx = ctx
    this.#open = open
    this.audience = audience
    this.tellsPresent = tellsPresent
  }

  /** The same rows, read as somebody else. */
  tell(ctx: Context): AsyncIterable<Told<Row>> {
    return this.#open(ctx)
  }

  [Symbol.asyncIterator](): AsyncIterator<Row> {
    return mapAsyncIterator(this.#open(this.#ctx)[Symbol.asyncIterator](), ({ row }) => row)
  }
}

/** A stream of the rows that `watching` describes. */
export const watch = <Key, Row>(ctx: Context, watching: Watching<Key, Row>): Stream<Row> => {
  const { audience = null, first = [] } = watching
  const open = (ctx: Context) => rowsOf(ctx, watching)
  return new Stream(ctx, { audience, tellsPresent: first.length > 0 }, open)
}

const rowsOf = <Key, Row>(
  ctx: Context,
  { first = [], concern, read, apart = () => '' }: Watching<Key, Row>,
): AsyncIterable<Told<Row>> =>
  new Repeater<Told<Row>>(async (push, stop) => {
    const due = new Map<Key, { by: number; at: number }>(first.map((key) => [key, { by: 0, at: Date.now() }]))
    let wake = () => {}
    let ended = false
    const off = ctx.house.events.listen((event, at) => {
      const asked = concern(event)
      if (!asked) return
      const by = Date.now() + asked.wait
      const before = due.get(asked.key)
      due.set(asked.key, { by: Math.min(by, before?.by ?? by), at })
      wake()
    }, ctx.since)
    // Whoever asks for a busy minute gets its end: there is no page that shows more.
    for (const key of due.keys()) if (due.size > MOST_PAST) due.delete(key)
    void stop.then(() => {
      ended = true
      off()
      wake()
    })

    const nextDue = async (): Promise<Key | null> => {
      while (!ended) {
        let soonest: { key: Key; by: number } | null = null
        for (const [key, { by }] of due) if (!soonest || by < soonest.by) soonest = { key, by }
        if (soonest && soonest.by <= Date.now()) return soonest.key
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          wake = resolve
          if (soonest) timer = setTimeout(resolve, soonest.by - Date.now())
        })
        clearTimeout(timer)
      }
      return null
    }

    try {
      for (let key = await nextDue(); key !== null; key = await nextDue()) {
        const at = due.get(key)?.at ?? Date.now()
        due.delete(key)
        const row = await read(afresh(ctx), key)
        if (row !== null) await push({ key: `${key} ${apart(row)}`, row, at })
      }
    } finally {
      off()
    }
  })
