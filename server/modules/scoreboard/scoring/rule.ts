import type { Verdict } from '#prisma/generated/enums.ts'

/** A judged submission as a board counts it. */
export type Entry = {
  /** The number of the submission; they are counted in this order. */
  number: number
  problem: number
  /** When it arrived: whole seconds since the start. */
  second: number
  verdict: Verdict
  /** Null where nothing was scored, as after a compile error. */
  score: number | null
  timeMs: number | null
  /** It was sent after the end. */
  late: boolean
  /** The audience may know that it was sent, and not how it went. */
  sealed: boolean
}

/** What a board shows of one person and one problem. */
export type Cell = {
  /** When it was solved, in seconds since the start; null: not yet, or where solving is not what counts. */
  solvedAt: number | null
  /** What the problem adds to the first and the second figure of the row. */
  gain: number
  cost: number
  /** Tries that cost something, before it was solved. */
  wrong: number
  /** Tries whose outcome is sealed. */
  pending: number
  /** It was solved after the end. */
  late: boolean
  /** Run time (ms) of what counts; null: it has none. */
  timeMs: number | null
}

/** How a kind of contest counts. A rule is one file and one line of the register (rules.ts). */
export type Rule = {
  /** The cell of a problem from all its entries, oldest first; null: nothing that a board shows. */
  cell(entries: readonly Entry[]): Cell | null
  /** What the last of a row's cells decides between rows of equal gain and cost; smaller is better. */
  tie(cells: Iterable<Cell>): number
}

export const EMPTY: Cell = {
  ...{ solvedAt: null, gain: 0, cost: 0, wrong: 0, pending: 0 },
  ...{ late: false, timeMs: null },
}
