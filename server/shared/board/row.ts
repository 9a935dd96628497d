/** What a scoreboard shows of one person and one problem. */
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
  /** Submissions that were counted, all of them. */
  tries: number
}

export const EMPTY: Cell = {
  solvedAt: null,
  gain: 0,
  cost: 0,
  wrong: 0,
  pending: 0,
  late: false,
  timeMs: null,
  tries: 0,
}

/** One line of a board. */
export type Row = {
  userId: string
  /** By the id of the contest's problem. */
  cells: ReadonlyMap<number, Cell>
  /** Submissions that were judged. */
  tries: number
  /** ACM: problems solved, and their penalty (s). OI: score, and run time (ms). */
  gain: number
  cost: number
  tie: number
  isStar: boolean
  isDisqualified: boolean
}

/** A tier of awards, best first in its list; `number` is rows, or percent of the rows. */
export type Tier = { name: string; background: string; color: string; number: number }

export type Awards = { awardKind: 'NONE' | 'PERCENTAGE' | 'COUNT'; tiers: readonly Tier[] }
