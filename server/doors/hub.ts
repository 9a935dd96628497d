import { setImmediate as breath, setTimeout as pause } from 'node:timers/promises'
import { type DocumentNode, type ExecutionArgs, type ExecutionResult, execute } from 'graphql'
import { mapAsyncIterator } from 'graphql-yoga'
import { type Context, ofEvent } from '../context.ts'
import { personalRead } from '../policy/audience.ts'
import { PersonalRead } from '../policy/lent.ts'
import { apartFrom, type Stream, type Told } from '../watch.ts'
import { canonical, contextOfAudience, rightsKey } from './audienceContext.ts'
import { type Letter, letterOf } from './wire.ts'

/**
 * Shares one execution among all subscribers with the same view. Subscribers of a stream with an audience
 * (watch.ts) whose operation, variables, language, role and standing in its place are equal share a hub. It
 * reads each event once, as an anonymous member of the audience, and sends the same text to every member; an
 * event about a member's own row is read as that member. Each subscriber was validated, charged and
 * authorized before, and leaves the hub when its owner's rights may have changed (socketAccess.ts).
 */

/** The newest text about `key`, the time (ms) of its event, and the member who reads it alone. */
export type News = Letter & { key: string; at: number; of: string | null }

/** Subscriber of a hub. */
export type Member = {
  /** User id; null for a guest. */
  readonly owner: string | null
  /** Takes the newest text of each key. */
  write(news: readonly News[]): void
  /** The subscriber's audience may have changed: subscribe again after `after` ms. */
  leave(after: number): void
}

/** Stream that a subscriber can share with others. */
export class SharedStream {
  /** Adds a member; the returned function removes it. */
  readonly take: (member: Member) => () => void
  /** Results about the member's own rows; null when they are the same for all. */
  readonly own: AsyncIterable<ExecutionResult> | null

  constructor(take: SharedStream['take'], own: SharedStream['own']) {
    this.take = take
    this.own = own
  }
}

/** A subscriber whose page was read up to this time (ms) before the hub began can join it. */
const MARGIN = 10_000
/** How long (ms), and for how many rows, the newest texts are kept for new members. */
const KEPT_MS = 60_000
const MOST_KEPT = 200
/** Subscribers of a contest that begins or ends subscribe again at a random moment within this time (ms). */
const LONGEST_TURN = 500
/** Longest time (ms) of writing to members before other work runs. */
const SLICE = 5
/**
 * A hub writes at most half of the time, on average. It may exceed that by this time (ms), so that single
 * events are sent at once; then it rests for at most LONGEST_REST (ms) and coalesces the events of a burst.
 */
const AHEAD = 15
const LONGEST_REST = 25
/** After a failure members subscribe again at random moments within this time (ms). */
const RECOVERY = 2_000

type Ways = {
  /** Localizes the errors of a result. */
  put(result: ExecutionResult, ctx: Context): ExecutionResult
  /** Called when a stream failed. */
  onFailure(error: unknown): void
}

type Execution = ExecutionArgs & { contextValue: Context }

/** Result of a subscription for one row, read with a context. */
type Execute = (args: ExecutionArgs, row: unknown, contextValue: Context) => Promise<ExecutionResult>

type WaysOfHub = Ways & { execute: Execute; onPersonal(): void; onEnd(): void }

class Hub {
  /** The members, and the time (ms) from which each receives events. */
  readonly #members = new Map<Member, number>()
  readonly #kept = new Map<string, News>()
  /** All events since this time (ms) were, are kept to be, or will be sent. */
  #from: number
  readonly #tellsPresent: boolean
  readonly #run: AsyncIterator<unknown>
  readonly #onEnd: () => void
  #ended = false

  constructor(stream: Stream<unknown>, args: Execution, ways: WaysOfHub) {
    const { since } = args.contextValue
    this.#tellsPresent = stream.tellsPresent
    this.#from = (since ?? Date.now()) - MARGIN
    this.#onEnd = ways.onEnd
    const asked = personalRead(() => {
      ways.onPersonal()
      this.end()
    })
    const from = this.#tellsPresent ? null : this.#from
    const lent = contextOfAudience({ ...args.contextValue, since: from }, stream.standing, asked)
    const told = stream.tell(lent)[Symbol.asyncIterator]()
    this.#run = told
    const following = this.#follow(told, async ({ row, of }) => {
      const contextValue = apartFrom(ofEvent(lent), of)
      const result = await ways.execute(args, row, contextValue)
      return this.#ended ? '' : JSON.stringify(ways.put(result, contextValue))
    })
    following.then(
      () => this.end(Math.min(LONGEST_TURN, this.#members.size / 4)),
      (error) => {
        if (!this.#ended && !(error instanceof PersonalRead)) ways.onFailure(error)
        this.end(RECOVERY)
      },
    )
  }

  /** Whether a page read at `since` (ms) misses no event here. */
  covers(since: number | null): boolean {
    return !this.#ended && (this.#tellsPresent || since === null || since >= this.#from)
  }

  /** Adds a member, then sends it the texts since its page was read; the returned function removes it. */
  join(member: Member, since: number | null): () => void {
    const from = this.#tellsPresent ? 0 : (since ?? Date.now())
    this.#members.set(member, from)
    const missed = [...this.#kept.values()].filter(({ at, of }) => at >= from && isFor(member, of))
    if (missed.length > 0) member.write(missed)
    return () => {
      this.#members.delete(member)
      if (this.#members.size === 0) this.end()
    }
  }

  /** Ends the stream; every member subscribes again at a random moment within `within` ms. */
  end(within = 0): void {
    if (this.#ended) return
    this.#ended = true
    this.#onEnd()
    for (const member of this.#members.keys()) member.leave(Math.random() * within)
    this.#members.clear()
    // A failure of a read under way no longer matters.
    this.#run.return?.().catch(() => {})
  }

  /** Coalesces the events during a write and the rest after it. */
  async #follow(
    told: AsyncIterator<readonly Told<unknown>[]>,
    tell: (told: Told<unknown>) => Promise<string>,
  ): Promise<void> {
    let ahead = 0
    let last = performance.now()
    for (let next = await told.next(); !next.done && !this.#ended; next = await told.next()) {
      const texts = await Promise.all(next.value.map(tell))
      if (this.#ended) return
      const news = next.value.map((one, index) => this.#keep(one, texts[index] ?? ''))
      const began = performance.now()
      await this.#write(news)
      const now = performance.now()
      // Each millisecond of writing is repaid by one without.
      ahead = Math.max(0, ahead - (began - last)) + (now - began)
      last = now
      if (ahead > AHEAD) await pause(Math.min(ahead - AHEAD, LONGEST_REST))
    }
  }

  async #write(news: readonly News[]): Promise<void> {
    const oldest = Math.min(...news.map(({ at }) => at))
    const owners = new Set(news.flatMap(({ of }) => of ?? []))
    let rested = performance.now()
    // Members who join meanwhile have the text already.
    for (const [member, from] of [...this.#members]) {
      if (!this.#members.has(member)) continue
      const isForAll = from <= oldest && (member.owner === null || !owners.has(member.owner))
      const wanted = isForAll ? news : news.filter(({ at, of }) => at >= from && isFor(member, of))
      if (wanted.length > 0) member.write(wanted)
      if (performance.now() - rested < SLICE) continue
      await breath()
      if (this.#ended) return
      rested = performance.now()
    }
  }

  #keep({ key: about, change, at, of }: Told<unknown>, text: string): News {
    // A creation has a key of its own, so that a later change does not replace it.
    const key = change === 'CREATED' ? `new ${about}` : about
    const news = { ...letterOf(text), key, at, of }
    // New members get no text about a removed row.
    if (change === 'REMOVED') this.#kept.delete(`new ${about}`)
    if (change === 'RESET') for (const [kept, news] of this.#kept) if (news.at <= at) this.#kept.delete(kept)
    const now = Date.now()
    this.#kept.delete(key)
    this.#kept.set(key, news)
    for (const [oldest, { at }] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT && (this.#tellsPresent || now - at < KEPT_MS)) break
      this.#kept.delete(oldest)
      this.#from = Math.max(this.#from, at + 1)
    }
    return news
  }
}

const isFor = ({ owner }: Member, of: string | null): boolean => of === null || of !== owner

/** The hubs of one process. */
export function createHubs(ways: Ways) {
  const hubs = new Map<string, Hub>()
  let executions = 0
  const executeOne: Execute = async (args, row, contextValue) => {
    executions++
    return (await execute({ ...args, rootValue: row, contextValue })) as ExecutionResult
  }
  /** Operations with personal data, by audience. */
  const personal = new WeakMap<DocumentNode, Set<string>>()

  const keyOf = ({ document, operationName, variableValues, contextValue }: Execution, audience: string) =>
    JSON.stringify([
      document.loc?.source.body,
      operationName ?? null,
      canonical(variableValues ?? {}),
      rightsKey(contextValue),
      audience,
    ])

  return {
    /** The hub for an operation and its source stream; null when it is not shared. */
    find(args: Execution, stream: Stream<unknown>): SharedStream | null {
      const { document, contextValue } = args
      const { audience } = stream
      if (audience === null || personal.get(document)?.has(audience)) return null
      const key = keyOf(args, audience)
      const since = contextValue.since ?? null
      const known = hubs.get(key)
      if (known && !known.covers(since)) return null
      const open = () => {
        const hub = new Hub(stream, args, {
          ...ways,
          execute: executeOne,
          onPersonal: () => {
            personal.set(document, (personal.get(document) ?? new Set()).add(audience))
          },
          onEnd: () => {
            if (hubs.get(key) === hub) hubs.delete(key)
          },
        })
        hubs.set(key, hub)
        return hub
      }
      const { ownRows } = stream
      const tellOwn = async (row: unknown) => {
        const own = ofEvent(contextValue)
        return ways.put(await executeOne(args, row, own), own)
      }
      return new SharedStream(
        (member) => (hubs.get(key) ?? open()).join(member, since),
        ownRows && {
          [Symbol.asyncIterator]: () => mapAsyncIterator(ownRows[Symbol.asyncIterator](), tellOwn),
        },
      )
    },
    execute: executeOne,
    /** Number of shared streams, and of executions so far. */
    figures: () => ({ shared: hubs.size, executions }),
    end() {
      for (const hub of hubs.values()) hub.end()
    },
  }
}

export type Hubs = ReturnType<typeof createHubs>
