import type { Verdict } from '#prisma/generated/enums.ts'
import type { Cell } from '#server/shared/board/row.ts'

/** A judged submission as a board counts it. */
export type Entry = {
  /** Submission number; the counting order. */
  number: number
  problem: number
  /** Whole seconds since the start. */
  second: number
  verdict: Verdict
  /** Null when unscored, as after a compile error. */
  score: number | null
  timeMs: number | null
  /** Submitted after the end. */
  late: boolean
  /** Outcome hidden from the audience by the freeze. */
  sealed: boolean
}

/** Scoring rule of a type of contest: one file and one entry in the register (rules.ts). */
export type Rule = {
  /** Whether a frozen view shows hidden tries; otherwise they do not exist there. */
  showsSealed: boolean
  /** Cell of a problem from its entries, oldest first; the board counts its tries. */
  cell(entries: readonly [Entry, ...Entry[]]): Omit<Cell, 'tries'>
  /** Cell after one more entry, if it can be computed incrementally. */
  next?(cell: Omit<Cell, 'tries'>, entry: Entry): Omit<Cell, 'tries'>
  /** Tie-breaker between rows of equal gain and cost, from their cells; smaller is better. */
  tie(cells: Iterable<Cell>): number
}
