import { Repeater } from 'graphql-yoga'
import { afresh, type Context } from '../../context.ts'
import type { AnyEvent } from '../../events.ts'

/** What an event means to a subscription: `key` is to be read again, at the latest after `wait` milliseconds. */
export type Concern<Key> = { key: Key; wait: number }

/** So many rows of the past are read for one subscriber. */
const MOST_PAST = 200

/**
 * Rows as they are now and after every event that concerns them. Events are heard before the first reading, so that
 * nothing is missed between the two; those that come while a row is being read, or faster than the subscriber takes
 * rows, are answered by one more reading. `read` reads as whoever the subscriber is by then, and answers null for what
 * they may not see, who then hear nothing. With `since`, what happened from that moment on (ms) counts as heard.
 */
export const watch = <Key, Row>(
  ctx: Context,
  first: readonly Key[],
  concern: (event: AnyEvent) => Concern<Key> | null,
  read: (ctx: Context, key: Key) => Promise<Row | null>,
  since: number | null = null,
): AsyncIterable<Row> =>
  new Repeater<Row>(async (push, stop) => {
    const due = new Map<Key, number>(first.map((key) => [key, 0]))
    let wake = () => {}
    let ended = false
    const off = ctx.house.events.listen((event) => {
      const asked = concern(event)
      if (!asked) return
      const at = Date.now() + asked.wait
      const before = due.get(asked.key)
      if (before !== undefined && before <= at) return
      due.set(asked.key, at)
      wake()
    }, since)
    // Whoever asks for a busy minute gets its end: there is no page that shows more.
    for (const key of due.keys()) if (due.size > MOST_PAST) due.delete(key)
    void stop.then(() => {
      ended = true
      off()
      wake()
    })

    const nextDue = async (): Promise<Key | null> => {
      while (!ended) {
        const soonest = [...due].reduce<[Key, number] | null>((a, b) => (a && a[1] <= b[1] ? a : b), null)
        if (soonest && soonest[1] <= Date.now()) return soonest[0]
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          wake = resolve
          if (soonest) timer = setTimeout(resolve, soonest[1] - Date.now())
        })
        clearTimeout(timer)
      }
      return null
    }

    try {
      for (let key = await nextDue(); key !== null; key = await nextDue()) {
        due.delete(key)
        const row = await read(await afresh(ctx), key)
        if (row !== null) await push(row)
      }
    } finally {
      off()
    }
  })
