import type { ExecutionResult } from 'graphql'
import type { Viewer } from '../policy/viewer.ts'
import { type Member, type News, SharedStream } from './hub.ts'
import { type Claim, type Moving, type SocketAccess, TRY_AGAIN_LATER } from './socketAccess.ts'
import type { Outlet } from './wire.ts'

/** Result of a subscription: a refusal, a stream of its own, or membership of a hub. */
export type Subscribed = ExecutionResult | Going
type Going = AsyncIterable<ExecutionResult> | SharedStream

export const goesOn = (subscribed: Subscribed): subscribed is Going =>
  subscribed instanceof SharedStream || Symbol.asyncIterator in subscribed

/** Place of a subscription: its group, and a viewer's standing there. */
export type Followed = { groupId: number | null; standingOf(viewer: Viewer): string }

/** A stream without a place. */
const NOWHERE: Followed = { groupId: null, standingOf: () => '' }

const DONE = { done: true, value: undefined } as const

/** Listens at once, like a member of a hub, and not at the first `next`. */
function begun<Row>(rows: AsyncIterable<Row>): AsyncIterator<Row> {
  const iterator = rows[Symbol.asyncIterator]()
  let first: Promise<IteratorResult<Row>> | null = iterator.next()
  first.catch(() => {})
  return {
    next() {
      const next = first ?? iterator.next()
      first = null
      return next
    },
    return: async () => (await iterator.return?.()) ?? DONE,
  }
}

/** Origin of a subscription. */
type Line = {
  access: SocketAccess
  outlet: Outlet
  /** Subscribes again as the current owner, from a time (ms) on. */
  again(since: number): Promise<Subscribed>
  /** Place of the last subscription; null: none. */
  followed(): Followed | null
}

/** A member with more unsent bytes gets only the newest text of each row, once it has caught up. */
const SLOW = 262_144
/** Time (ms) between two checks of a slow member. */
const REST = 50
/** A slow member with more waiting rows is disconnected: it reads its pages again when it reconnects. */
const MOST_WAITING = 200
/** Events of this time (ms) are sent again after a change of stream. */
const REJOIN = 1_000

/**
 * One subscription of a socket, in a hub or with a stream of its own, as its owner may at the moment. Texts
 * of a hub are written to the socket directly, since they are equal for all; everything else goes through
 * graphql-ws, to which the stream looks idle until it ends.
 */
export class Membership implements Member, Moving, AsyncIterableIterator<ExecutionResult> {
  readonly #line: Line
  readonly #waiting = new Map<string, News>()
  #timer: NodeJS.Timeout | undefined
  #returning: NodeJS.Timeout | undefined
  #detach: (() => void) | null = null
  #own: AsyncIterator<ExecutionResult> | null = null
  #ended = false
  #wake = () => {}
  /** Result to send before the end. */
  #last: ExecutionResult | null = null
  /** Claim of the current stream; null between two streams. */
  #claim: Claim | null = null
  #followed = NOWHERE
  /** Time (ms) from which the next stream must deliver. */
  #since: number | null = null

  /** `claim` is that of the access when `going` was requested. */
  constructor(line: Line, going: Going, claim: Claim) {
    this.#line = line
    line.access.streams.add(this)
    this.#enter(going, claim)
  }

  get owner(): string | null {
    return this.#claim?.viewer?.id ?? null
  }

  write(news: readonly News[]): void {
    const { outlet } = this.#line
    if (this.#waiting.size === 0 && outlet.unsent <= SLOW) {
      outlet.send(news)
      return
    }
    for (const one of news) {
      this.#waiting.delete(one.key)
      this.#waiting.set(one.key, one)
    }
    if (this.#waiting.size > MOST_WAITING) {
      this.#waiting.clear()
      this.#line.access.socket.close(TRY_AGAIN_LATER, 'Too slow')
      return
    }
    this.#timer ??= setTimeout(() => this.#catchUp(), REST)
  }

  check(): void {
    if (this.#claim && !this.#isStillTheirs(this.#claim)) this.leave(0)
  }

  leaveGroup(groupId: number, after: number): void {
    if (this.#claim && this.#followed.groupId === groupId) this.leave(after)
  }

  leave(after: number): void {
    this.#claim = null
    this.#since ??= Date.now() - REJOIN
    this.#leaveStream()
    const rejoin = () => {
      // Without a database the client reconnects later.
      this.#rejoin().catch(() => this.#line.access.socket.close(TRY_AGAIN_LATER, 'Try again later'))
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
      // Results of a former stream are for its former owner.
      if (own !== this.#own) continue
      if (!told.done) return told
      // The rights changed: subscribe again, or be refused.
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

  #catchUp(): void {
    this.#timer = undefined
    const { outlet } = this.#line
    if (this.#ended || !outlet.isOpen) return
    if (outlet.unsent > SLOW / 2) {
      this.#timer = setTimeout(() => this.#catchUp(), REST)
      return
    }
    const news = [...this.#waiting.values()]
    this.#waiting.clear()
    outlet.send(news)
  }

  #isStillTheirs(claim: Claim): boolean {
    return this.#line.access.stillHas(claim, (viewer) => this.#followed.standingOf(viewer))
  }

  #enter(going: Going, claim: Claim): void {
    this.#claim = claim
    this.#followed = this.#line.followed() ?? NOWHERE
    if (!(going instanceof SharedStream)) this.#own = going[Symbol.asyncIterator]()
    else if (this.#isStillTheirs(claim)) {
      this.#detach = going.take(this)
      this.#own = going.own && begun(going.own)
    }
    this.check()
    if (this.#claim !== null) this.#since = null
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
    this.#line.access.streams.delete(this)
    clearTimeout(this.#timer)
    clearTimeout(this.#returning)
    this.#leaveStream()
    this.#wake()
  }

  async #rejoin(): Promise<void> {
    const { access, outlet, again } = this.#line
    await access.renew()
    if (!outlet.isOpen) this.#end()
    if (this.#ended) return
    const { claim } = access
    const subscribed = await again(this.#since ?? Date.now())
    if (goesOn(subscribed)) {
      this.#enter(subscribed, claim)
      // It may have ended meanwhile.
      if (this.#ended) this.#leaveStream()
      return
    }
    this.#last = subscribed
    this.#end()
  }
}
