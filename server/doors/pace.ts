import type { Context } from '../context.ts'
import { createShares } from '../core/pacing/shares.ts'
import { type Allowance, createTurns } from '../core/pacing/turns.ts'
import { rateKeyOf } from '../core/proxies.ts'

/** Processor time that a guest address and an account may use for new or expensive documents. */
const ALLOWANCE: Record<'guest' | 'account', Allowance> = {
  guest: { burst: 120, share: 0.02 },
  account: { burst: 2_000, share: 0.2 },
}

/**
 * Processor time for introspection, per guest address and account: an explorer begins with it, so it must not delay
 * the queries that its user writes next.
 */
const INTROSPECTION: Allowance = { burst: 1_000, share: 0.1 }

/** What an operation costs: nothing to speak of, much, or much because it introspects. */
export type Cost = 'ORDINARY' | 'DEAR' | 'INTROSPECTION'

/** Whether the client still waits for the answer. */
export type Wanted = () => boolean

/**
 * Queues new and expensive documents per user, within a small share of the time of this process, measured by
 * the user's earlier ones. Known and ordinary documents pass at once: pages send those, and a school may have
 * one address for all of its machines.
 */
export type Pace = {
  /** Waits for the turn to read a text; the returned function ends the turn. */
  read(ctx: Context, text: string, wanted: Wanted): Promise<() => void>
  /** Executes a document, in its turn if it is expensive. */
  execute<Result>(ctx: Context, cost: Cost, wanted: Wanted, work: () => Promise<Result>): Promise<Result>
}

/** The queue of one process; `isKnown` says whether a text was read before. */
export function createPace(isKnown: (text: string) => boolean): Pace {
  const turns = createTurns()
  const shares = createShares()
  /** Ends the turn of a context, which lasts from reading to the end of the execution. */
  const having = new WeakMap<Context, () => void>()

  const take = ({ viewer, client }: Context, thing: unknown, wanted: Wanted) =>
    turns.take(viewer?.id ?? rateKeyOf(client.ip), ALLOWANCE[viewer ? 'account' : 'guest'], { thing, wanted })
  const takeForIntrospection = ({ viewer, client }: Context, thing: unknown, wanted: Wanted) =>
    turns.take(`introspection ${viewer?.id ?? rateKeyOf(client.ip)}`, INTROSPECTION, { thing, wanted })

  return {
    async read(ctx, text, wanted) {
      while (!isKnown(text)) {
        const turn = await take(ctx, text, wanted)
        // Another request has read it meanwhile, or was refused.
        if (!turn) continue
        const took = shares.begin()
        const end = () => {
          if (having.delete(ctx)) turn.end(took())
        }
        having.set(ctx, end)
        return end
      }
      return () => {}
    },
    async execute(ctx, cost, wanted, work) {
      if (cost === 'INTROSPECTION') having.get(ctx)?.()
      if (having.has(ctx)) return await work()
      const turn =
        cost === 'ORDINARY' ? null : await (cost === 'DEAR' ? take : takeForIntrospection)(ctx, ctx, wanted)
      const took = shares.begin()
      try {
        return await work()
      } finally {
        const time = took()
        turn?.end(time)
      }
    },
  }
}

/** Without limits. */
export const UNPACED: Pace = {
  read: async () => () => {},
  execute: (_ctx, _cost, _wanted, work) => work(),
}
