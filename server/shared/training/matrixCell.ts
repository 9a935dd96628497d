/** Verdicts by their names in the graph. */
type VerdictName = string

/** A teacher's mark. `points`: 0 to 100; null: the earned ones stay. `by`: user name; null: the account is gone. */
export type CellMark = { points: number | null; note: string; by: string | null; at: string }

/** A student's result in a problem, as the scalar MatrixCells has it. Moments are ISO 8601, UTC. */
export type MatrixCell<Verdict = VerdictName> = {
  /** Number of the problem. */
  problem: number
  /** ACCEPTED, or that of the last try; null: none was judged. */
  verdict: Verdict | null
  /** Before the first acceptance, or all of them without one. */
  tries: number
  /** Of the first acceptance, else of the last submission; null: there is none. */
  at: string | null
  /** Submitted after the due time. */
  isLate: boolean
  /** False: outside the times that count. */
  counts: boolean
  isJudging: boolean
  /** The mark's points, else the earned ones: 0 to 100. */
  points: number
  mark: CellMark | null
}

/** Cells of one student, without problems that have neither submission nor mark. */
export type MatrixCells = readonly MatrixCell[]
