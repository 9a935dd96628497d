import type { Cell } from '#server/shared/board/row.ts'
import type { Board, BoardRow } from '#server/shared/board/wire.ts'
import { serverNow } from '../../ui/text/serverTime.ts'
import type { Fresh } from './boardFollower.ts'

/** Number of events kept. */
const MOST = 5

/** A change of a cell, with the cell as it was then. */
export type BoardEvent = {
  userId: string
  name: string
  problem: number
  cell: Cell
  /** Time since the start of the contest (ms). */
  at: number
}

/** Latest solves of a board, newest first. */
export function lastSolves(rows: Iterable<BoardRow>): BoardEvent[] {
  const solves: BoardEvent[] = []
  for (const { userId, name, cells } of rows)
    for (const [problem, cell] of cells)
      if (cell.solvedAt !== null) solves.push({ userId, name, problem, cell, at: cell.solvedAt * 1000 })
  return solves.sort((one, other) => other.at - one.at).slice(0, MOST)
}

/** Changes of a patch: solves at their own time, other results at the current time. */
function changesOf(board: Board, fresh: Fresh): BoardEvent[] {
  const now = serverNow() - board.head.startsAt
  return [...fresh].flatMap(([userId, changed]) => {
    const row = board.rows.get(userId)
    return [...changed.keys()].flatMap((problem) => {
      const cell = row?.cells.get(problem)
      if (!row || !cell) return []
      const at = cell.solvedAt === null || cell.pending > 0 ? now : cell.solvedAt * 1000
      return [{ userId, name: row.name, problem, cell, at }]
    })
  })
}

/** The events before a patch and those of it, newest first. */
export const eventsAfter = (
  before: readonly BoardEvent[],
  board: Board,
  fresh: Fresh,
): readonly BoardEvent[] => [...changesOf(board, fresh).reverse(), ...before].slice(0, MOST)
