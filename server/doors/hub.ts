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
 * One execution for all who may see the same. Subscribers of a stream with an audience (watch.ts) whose operation,
 * variables, language, role and standing in its place are equal share a hub: it reads each event once, as an anonymous
 * member of the audience, and hands the same text to every line, but for those whose own row it is, who read it as
 * themselves. Each subscriber has been validated, charged and authorized before by itself,
 * and leaves as soon as its owner is doubted (socketAccess.ts).
 */

/** The newest text about `key`, when (ms) it was heard of, and who is told of it by themselves. */
export type News = Letter & { key: string; at: number; of: string | null }

/** What stands between a hub and one subscriber. */
export type Member = {
  /** Whose it is; null: a guest's. */
  readonly owner: string | null
  /** Takes the newest texts about some keys. */
  write(news: readonly News[]): void
  /** The subscriber no longer belongs to this audience and has to ask again, after so long (ms). */
  leave(after: number): void
}

/** A stream that a subscriber can share with others. */
export class SharedStream {
  /** Attaches a member; the answer detaches it. */
  readonly take: (member: Member) => () => void
  /** Results for the member's own rows; null: they are told with all others. */
  readonly own: AsyncIterable<ExecutionResult> | null

  constructor(take: SharedStream['take'], own: SharedStream['own']) {
    this.take = take
    this.own = own
  }
}

/** A newcomer whose page was read within this time (ms) before the hub began is served by it all the same. */
const MARGIN = 10_000
/** How long (ms) and of how many rows the newest texts are kept for newcomers. */
const KEPT_MS = 60_000
const MOST_KEPT = 200
/** Where a contest begins or ends, those who follow it ask again within this time (ms); a few do so at once. */
const LONGEST_TURN = 500
/** Members are written to for so long (ms) at a time, so that others have their turn. */
const SLICE = 5
/**
 * A hub writes for half of the time at most, measured over a while. It may be ahead of that for so long (ms), so that
 * what comes right after something else is told at once; then it rests, no longer than LONGEST_REST (ms) at a time, and
 * what happens in a storm is told together.
 */
const AHEAD = 15
const LONGEST_REST = 25
/** After a failure the members ask again within this time (ms), not all at once. */
const RECOVERY = 2_000

type Ways = {
  /** Words the errors of a result in the language of its context. */
  put(result: ExecutionResult, ctx: Context): ExecutionResult
  /** Hears what ended a stream that should have gone on. */
  onFailure(error: unknown): void
}

type Execution = ExecutionArgs & { contextValue: Context }

/** What a subscription comes to for one row, read with a context. */
type Execute = (args: ExecutionArgs, row: unknown, contextValue: Context) => Promise<ExecutionResult>

type WaysOfHub = Ways & { execute: Execute; onPersonal(): void; onEnd(): void }

class Hub {
  /** The members, and the moment (ms) from which on each wants to hear. */
  readonly #members = new Map<Member, number>()
  readonly #kept = new Map<string, News>()
  /** Everything that happened after this moment (ms) has been told, or will be. */
  readonly #from: number
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

  /** Whether a page that was read at `since` (ms) misses nothing here. */
  covers(since: number | null): boolean {
    return !this.#ended && (this.#tellsPresent || since === null || since >= this.#from)
  }

  /** Attaches first, then tells what the newcomer has not read; the answer detaches. */
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

  /** Ends the stream and sends every member away to ask again, each at a moment of its own `within` so long (ms). */
  end(within = 0): void {
    if (this.#ended) return
    this.#ended = true
    this.#onEnd()
    for (const member of this.#members.keys()) member.leave(Math.random() * within)
    this.#members.clear()
    // A reading that fails meanwhile is of no interest any more.
    this.#run.return?.().catch(() => {})
  }

  /** What happens while all are written to, and in the rest after it, is read and told together. */
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
      // Each millisecond of writing is made good by one without.
      ahead = Math.max(0, ahead - (began - last)) + (now - began)
      last = now
      if (ahead > AHEAD) await pause(Math.min(ahead - AHEAD, LONGEST_REST))
    }
  }

  async #write(news: readonly News[]): Promise<void> {
    const oldest = Math.min(...news.map(({ at }) => at))
    const owners = new Set(news.flatMap(({ of }) => of ?? []))
    let rested = performance.now()
    // Anyone who comes meanwhile has been told already.
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
    // That a row came is told apart, so that what became of it does not take its place.
    const key = change === 'CREATED' ? `new ${about}` : about
    const news = { ...letterOf(text), key, at, of }
    // What is gone is not told to newcomers either.
    if (change === 'REMOVED') this.#kept.delete(`new ${about}`)
    if (change === 'RESET') this.#kept.clear()
    const now = Date.now()
    this.#kept.delete(key)
    this.#kept.set(key, news)
    for (const [oldest, { at }] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT && (this.#tellsPresent || now - at < KEPT_MS)) break
      this.#kept.delete(oldest)
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
  /** Operations that turned out to ask about their viewer, and for which audience. */
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
    /** The hub that an operation may join, whose source stream has been made; null: nobody shares it. */
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
    /** How many streams are shared at this moment, and how often an event was read for one or many so far. */
    figures: () => ({ shared: hubs.size, executions }),
    end() {
      for (const hub of hubs.values()) hub.end()
    },
  }
}

export type Hubs = ReturnType<typeof createHubs>
