import type { Awards } from '#server/shared/board/row.ts'
import { type Board, type BoardRow, type Reckoned, reckon } from '#server/shared/board/wire.ts'

/** One step of a reveal: open a frozen cell, or settle a row at its final rank with its medal. */
export type RevealStep =
  | { kind: 'open'; userId: string; problem: number }
  | { kind: 'settle'; userId: string }

/** The two boards of a reveal, read once at its beginning. */
export type RevealData = {
  /** Board frozen for the public. */
  sealed: Board
  /** Board with all results. */
  final: Board
}

/** Award tiers to use, and whether star users are left out. */
export type RevealWish = { awards: Awards; withoutStars: boolean }

export type Reveal = {
  steps: readonly RevealStep[]
  /** The board after this many steps. */
  at(step: number): Reckoned
  /** The board after the last step. */
  end: Reckoned
}

type Rows = Map<string, BoardRow>

/** A row with one cell replaced by the final one. */
function opened(row: BoardRow, final: BoardRow, problem: number): BoardRow {
  const cell = final.cells.get(problem)
  if (!cell) return row
  const cells = new Map(row.cells).set(problem, cell)
  const sum = { gain: 0, cost: 0, tries: 0 }
  for (const { gain, cost, tries } of cells.values()) {
    sum.gain += gain
    sum.cost += cost
    sum.tries += tries
  }
  return { ...row, ...sum, cells, tie: final.tie }
}

/** Problems of a row that are frozen and not solved before, in order. */
const sealedOf = (row: BoardRow, problems: readonly number[]): number[] =>
  problems.filter((problem) => {
    const cell = row.cells.get(problem)
    return cell !== undefined && cell.pending > 0 && cell.solvedAt === null
  })

/**
 * Plans the reveal of a frozen board from the last row up: open the frozen cells of the lowest unsettled row
 * one by one, move the row to its new rank, and settle it when none is left. It ends in exactly the final
 * board.
 */
export function planReveal({ sealed, final }: RevealData, { awards, withoutStars }: RevealWish): Reveal {
  const head = { ...final.head, ...awards, isLate: false }
  const problems = head.problems.map(({ id }) => id)
  const start: Rows = new Map()
  for (const [userId, goal] of final.rows) {
    if (goal.isDisqualified || (withoutStars && goal.isStar)) continue
    const row = sealed.rows.get(userId) ?? goal
    // Tries after a solve change nothing: show the final cell from the beginning.
    const done = [...row.cells].filter(([, { pending, solvedAt }]) => pending > 0 && solvedAt !== null)
    start.set(
      userId,
      done.reduce((shown, [problem]) => opened(shown, goal, problem), row),
    )
  }
  const open = (rows: Rows, { userId, problem }: { userId: string; problem: number }) => {
    const [row, goal] = [rows.get(userId), final.rows.get(userId)]
    if (row && goal) rows.set(userId, opened(row, goal, problem))
  }

  const steps: RevealStep[] = []
  const rows = new Map(start)
  let order = reckon({ head, rows }).rows
  for (let place = order.length - 1; place >= 0; ) {
    const { userId } = order[place] as BoardRow
    const [problem] = sealedOf(rows.get(userId) as BoardRow, problems)
    if (problem === undefined) {
      steps.push({ kind: 'settle', userId })
      place--
      continue
    }
    steps.push({ kind: 'open', userId, problem })
    open(rows, { userId, problem })
    order = reckon({ head, rows }).rows
  }

  return {
    steps,
    end: reckon({ head, rows }),
    at(step) {
      const now = new Map(start)
      const settled = new Set<string>()
      for (const one of steps.slice(0, step))
        if (one.kind === 'open') open(now, one)
        else settled.add(one.userId)
      const reckoned = reckon({ head, rows: now })
      // A row gets its medal when it is settled.
      return {
        ...reckoned,
        rows: reckoned.rows.map((row) =>
          row.award && !settled.has(row.userId) ? { ...row, award: null } : row,
        ),
      }
    },
  }
}
