/** A cell of a scoreboard: one person and one problem. */
export type Cell = {
  /** Solution time (s since the start); null when unsolved, or when the rule does not count solutions. */
  solvedAt: number | null
  /** Contribution to the first and the second figure of the row. */
  gain: number
  cost: number
  /** Attempts with a penalty before the solution. */
  wrong: number
  /** Attempts whose outcome is frozen. */
  pending: number
  /** Whether it was solved after the end. */
  late: boolean
  /** Run time (ms) of the submission that counts; null when it has none. */
  timeMs: number | null
  /** Number of counted submissions. */
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
  /** Cells by the id of the contest's problem. */
  cells: ReadonlyMap<number, Cell>
  /** Number of judged submissions. */
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
