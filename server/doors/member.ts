import type { ExecutionResult } from 'graphql'
import { WebSocket } from 'ws'
import type { Viewer } from '../policy/viewer.ts'
import { type Member, Place } from './hub.ts'

/** What a subscription comes to: a refusal, a stream of its own, or a place in a hub. */
export type Subscribed = ExecutionResult | AsyncIterable<ExecutionResult> | Place

/** Where a subscription came from. */
type Line = {
  socket: WebSocket
  /** The id of the operation on its line. */
  id: string
  viewerNow(): Promise<Viewer>
  /** Subscribes once more, as whoever the subscriber is by then, to what happened from a moment (ms) on. */
  again(since: number): Promise<Subscribed>
}

/** A line with more than this to send (bytes) gets the newest of each row, when it has caught up. */
const SLOW = 262_144
/** How long (ms) until a slow line is looked at again. */
const REST = 50
const MOST_WAITING = 200
/** Whoever is sent from one stream to another hears again of what happened within so long (ms). */
const REJOIN = 1_000
/** "Try again later": graphql-ws clients come back after a while. */
const TRY_AGAIN_LATER = 1013

const DONE = { done: true, value: undefined } as const

/**
 * One subscription of one line, in a hub or with a stream of its own, whichever it is entitled to at the moment. What
 * a hub tells is written to the line as it is, since it is the same text for all; only the rest is handed to
 * graphql-ws, which sees a stream that has nothing to say until it ends.
 */
export class Membership implements Member, AsyncIterableIterator<ExecutionResult> {
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

  constructor(line: Line, place: Place) {
    this.#line = line
    this.#prefix = `{"id":${JSON.stringify(line.id)},"type":"next","payload":`
    this.#detach = place.take(this)
  }

  write(key: string, text: string): void {
    const { socket } = this.#line
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

  viewerNow(): Promise<Viewer> {
    return this.#line.viewerNow()
  }

  leave(after: number): void {
    this.#detach = null
    const since = Date.now() - REJOIN
    const { socket } = this.#line
    clearTimeout(this.#returning)
    this.#returning = setTimeout(() => {
      // The database may be away; who cannot be told is told to come back.
      this.#rejoin(since).catch(() => socket.close(TRY_AGAIN_LATER, 'Try again later'))
    }, after)
  }

  async next(): Promise<IteratorResult<ExecutionResult>> {
    for (;;) {
      if (this.#last) {
        const value = this.#last
        this.#last = null
        return { done: false, value }
      }
      if (this.#ended) return DONE
      if (this.#own) return this.#own.next()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult>> {
    this.#end()
    await this.#own?.return?.()
    return DONE
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #send(text: string): void {
    const { socket } = this.#line
    if (socket.readyState === WebSocket.OPEN) socket.send(`${this.#prefix}${text}}`)
  }

  #catchUp(): void {
    this.#timer = undefined
    if (this.#ended || this.#line.socket.readyState !== WebSocket.OPEN) return
    if (this.#line.socket.bufferedAmount > SLOW / 2) {
      this.#timer = setTimeout(() => this.#catchUp(), REST)
      return
    }
    const texts = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const text of texts) this.#send(text)
  }

  #end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    clearTimeout(this.#returning)
    this.#detach?.()
    this.#detach = null
    this.#wake()
  }

  async #rejoin(since: number): Promise<void> {
    if (this.#ended) return
    if (this.#line.socket.readyState !== WebSocket.OPEN) {
      this.#end()
      return
    }
    const subscribed = await this.#line.again(since)
    if (subscribed instanceof Place) {
      if (!this.#ended) this.#detach = subscribed.take(this)
    } else if (Symbol.asyncIterator in subscribed) {
      this.#own = subscribed[Symbol.asyncIterator]()
      // It may have been given up meanwhile.
      if (this.#ended) await this.#own.return?.()
      this.#wake()
    } else {
      this.#last = subscribed
      this.#end()
    }
  }
}
