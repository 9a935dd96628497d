import type { ExecutionResult } from 'graphql'
import { WebSocket } from 'ws'
import { type Member, Place } from './hub.ts'
import { type Moving, type Seat, TRY_AGAIN_LATER } from './seats.ts'

/** What a subscription comes to: a refusal, a stream of its own, or a place in a hub. */
export type Subscribed = ExecutionResult | Going
type Going = AsyncIterable<ExecutionResult> | Place

export const goesOn = (subscribed: Subscribed): subscribed is Going =>
  subscribed instanceof Place || Symbol.asyncIterator in subscribed

/** Where a subscription came from. */
type Line = {
  seat: Seat
  /** The id of the operation on its line. */
  id: string
  /** Subscribes once more, as whoever owns the seat, to what happened from a moment (ms) on. */
  again(since: number): Promise<Subscribed>
}

/** A line with more than this to send (bytes) gets the newest of each row, when it has caught up. */
const SLOW = 262_144
/** How long (ms) until a slow line is looked at again. */
const REST = 50
const MOST_WAITING = 200
/** Whoever is sent from one stream to another hears again of what happened within so long (ms). */
const REJOIN = 1_000

const DONE = { done: true, value: undefined } as const

/**
 * One subscription of one line, in a hub or with a stream of its own, whichever it is entitled to at the moment. What
 * a hub tells is written to the line as it is, since it is the same text for all; only the rest is handed to
 * graphql-ws, which sees a stream that has nothing to say until it ends.
 */
export class Membership implements Member, Moving, AsyncIterableIterator<ExecutionResult> {
  readonly #line: Line
  readonly #prefix: string
  readonly #waiting = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined
  #returning: NodeJS.Timeout | undefined
  #detach: (() => void) | null = null
  #own: AsyncIterator<ExecutionResult> | null = null
  #ended = false
  #wake = () => {}
  /** What is to be said before the end. */
  #last: ExecutionResult | null = null
  /** The mark of the seat that the stream was subscribed under; null on the way to another stream. */
  #mark: string | null = null
  /** From when on (ms) the next stream has to tell what this one may not have told. */
  #since: number | null = null

  /** `mark` is that of the seat when `going` was asked for. */
  constructor(line: Line, going: Going, mark: string) {
    this.#line = line
    this.#prefix = `{"id":${JSON.stringify(line.id)},"type":"next","payload":`
    line.seat.streams.add(this)
    this.#enter(going, mark)
  }

  write(key: string, text: string): void {
    const { socket } = this.#line.seat
    if (this.#waiting.size === 0 && socket.bufferedAmount <= SLOW) {
      this.#send(text)
      return
    }
    this.#waiting.delete(key)
    this.#waiting.set(key, text)
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size > MOST_WAITING && oldest !== undefined) this.#waiting.delete(oldest)
    this.#timer ??= setTimeout(() => this.#catchUp(), REST)
  }

  check(): void {
    if (this.#mark !== null && this.#mark !== this.#line.seat.mark) this.leave(0)
  }

  leave(after: number): void {
    this.#mark = null
    this.#since ??= Date.now() - REJOIN
    this.#leaveStream()
    const rejoin = () => {
      // The database may be away; who cannot be told is told to come back.
      this.#rejoin().catch(() => this.#line.seat.socket.close(TRY_AGAIN_LATER, 'Try again later'))
    }
    if (after === 0) rejoin()
    else this.#returning = setTimeout(rejoin, after)
  }

  async next(): Promise<IteratorResult<ExecutionResult>> {
    for (;;) {
      if (this.#last) {
        const value = this.#last
        this.#last = null
        return { done: false, value }
      }
      if (this.#ended) return DONE
      const own = this.#own
      if (!own) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        continue
      }
      const told = await own.next()
      // What a stream says that was left meanwhile is for somebody else.
      if (own !== this.#own) continue
      if (!told.done) return told
      // Somebody sees something else by now: a stream of theirs goes on, or they are refused.
      this.leave(0)
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult>> {
    this.#end()
    return DONE
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #send(text: string): void {
    const { socket } = this.#line.seat
    if (socket.readyState === WebSocket.OPEN) socket.send(`${this.#prefix}${text}}`)
  }

  #catchUp(): void {
    this.#timer = undefined
    const { socket } = this.#line.seat
    if (this.#ended || socket.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount > SLOW / 2) {
      this.#timer = setTimeout(() => this.#catchUp(), REST)
      return
    }
    const texts = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const text of texts) this.#send(text)
  }

  #enter(going: Going, mark: string): void {
    this.#mark = mark
    if (!(going instanceof Place)) this.#own = going[Symbol.asyncIterator]()
    else if (mark === this.#line.seat.mark) this.#detach = going.take(this)
    this.check()
    if (this.#mark !== null) this.#since = null
    this.#wake()
  }

  #leaveStream(): void {
    this.#detach?.()
    this.#detach = null
    this.#own?.return?.().catch(() => {})
    this.#own = null
  }

  #end(): void {
    this.#ended = true
    this.#line.seat.streams.delete(this)
    clearTimeout(this.#timer)
    clearTimeout(this.#returning)
    this.#leaveStream()
    this.#wake()
  }

  async #rejoin(): Promise<void> {
    const { seat, again } = this.#line
    await seat.renew()
    if (seat.socket.readyState !== WebSocket.OPEN) this.#end()
    if (this.#ended) return
    const { mark } = seat
    const subscribed = await again(this.#since ?? Date.now())
    if (goesOn(subscribed)) {
      this.#enter(subscribed, mark)
      // It may have been given up meanwhile.
      if (this.#ended) this.#leaveStream()
      return
    }
    this.#last = subscribed
    this.#end()
  }
}
