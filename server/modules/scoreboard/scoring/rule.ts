import type { Verdict } from '#prisma/generated/enums.ts'
import type { Cell } from '#server/shared/board/row.ts'

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

/** How a kind of contest counts. A rule is one file and one line of the register (rules.ts). */
export type Rule = {
  /** Whether the audience of a sealed view learns that tries were made; otherwise those do not exist there. */
  showsSealed: boolean
  /** The cell of a problem from its entries, oldest first; the board counts its tries. */
  cell(entries: readonly [Entry, ...Entry[]]): Omit<Cell, 'tries'>
  /** The same after one more entry than it was counted from, where it can be told from that; otherwise all are counted. */
  next?(cell: Omit<Cell, 'tries'>, entry: Entry): Omit<Cell, 'tries'>
  /** What the last of a row's cells decides between rows of equal gain and cost; smaller is better. */
  tie(cells: Iterable<Cell>): number
}
