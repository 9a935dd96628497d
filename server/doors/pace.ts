import type { Context } from '../context.ts'
import { createShares } from '../core/pacing/shares.ts'
import { type Allowance, createTurns } from '../core/pacing/turns.ts'

/** What a guest's address and an account may take of the process for what is unknown or dear. */
const ALLOWANCE: Record<'guest' | 'account', Allowance> = {
  guest: { burst: 120, share: 0.02 },
  account: { burst: 2_000, share: 0.2 },
}

/** Whether anyone who asked still waits for the answer. */
export type Wanted = () => boolean

/**
 * Lets those who send documents that nobody sent before, or that are dear, do so one after the other and within a
 * small share of the time of this process, measured by what their earlier ones took. Whatever is known and ordinary
 * passes at once: that is what pages ask, and a school has one address for all of its machines.
 */
export type Pace = {
  /** Waits until a text may be read; the answer is called when all that it asked for is done. */
  read(ctx: Context, text: string, wanted: Wanted): Promise<() => void>
  /** Does what a document asks for, when it is its turn. */
  execute<Result>(ctx: Context, dear: boolean, wanted: Wanted, work: () => Promise<Result>): Promise<Result>
}

/** The pace of one process; `isKnown` says whether a text was read before. */
export function createPace(isKnown: (text: string) => boolean): Pace {
  const turns = createTurns()
  const shares = createShares()
  /** Those whose turn goes on from reading to the end of the execution. */
  const having = new WeakSet<Context>()

  const take = ({ viewer, client }: Context, thing: unknown, wanted: Wanted) =>
    turns.take(viewer?.id ?? client.ip, ALLOWANCE[viewer ? 'account' : 'guest'], { thing, wanted })

  return {
    async read(ctx, text, wanted) {
      while (!isKnown(text)) {
        const turn = await take(ctx, text, wanted)
        // Somebody else has read it meanwhile, or was refused before.
        if (!turn) continue
        having.add(ctx)
        const took = shares.begin()
        return () => {
          if (having.delete(ctx)) turn.end(took())
        }
      }
      return () => {}
    },
    async execute(ctx, dear, wanted, work) {
      if (having.has(ctx)) return await work()
      const turn = dear ? await take(ctx, ctx, wanted) : null
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

/** The pace of a site without limits. */
export const UNPACED: Pace = {
  read: async () => () => {},
  execute: (_ctx, _dear, _wanted, work) => work(),
}
