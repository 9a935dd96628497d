import { compareRows, firstSolve, type Ranked, ranked } from './ranking.ts'
import type { Awards, Cell, Row } from './row.ts'

/**
 * Transfer format of a scoreboard: first a snapshot of the whole view, then patches of the changed rows. The receiver
 * computes ranks, awards and first solutions.
 */

/** Head of a board; times are milliseconds since 1970. */
export type BoardHead = Awards & {
  /** Number of the contest. */
  contest: number
  type: 'ACM' | 'OI'
  startsAt: number
  freezesAt: number | null
  endsAt: number
  /** Whether outcomes after the freeze are hidden. */
  isSealed: boolean
  /** Whether late submissions are included. */
  isLate: boolean
  /** Problems in their order; `full` is the full score. */
  problems: readonly {
    id: number
    displayId: string
    title: string
    color: string | null
    full: number
  }[]
}

/** Owner of a row. */
export type BoardPerson = {
  userId: string
  username: string
  /** Name as the contest shows it. */
  name: string
  school: string | null
  avatar: string | null
  /** Null in views that hide it. */
  realname: string | null
}

/** A row in a snapshot; `won` is its award tier, unless late submissions are included. */
export type BoardRow = Row & BoardPerson & { won: number | null }

type WireCell = readonly [
  ...[problem: number, tries: number, gain: number, cost: number, wrong: number, pending: number],
  ...[solvedAt: number | null, timeMs: number | null, late: 0 | 1],
]
export type WireRow = readonly [
  ...[userId: string, username: string, name: string],
  ...[school: string | null, avatar: string | null, realname: string | null],
  ...[flags: number, tie: number, won: number | null, cells: readonly WireCell[]],
]

/** A whole board at one version; versions of equal boards are equal. */
export type Snapshot = { version: string; head: BoardHead; rows: readonly WireRow[] }

/** Changed rows, ids of removed rows, and the head when it changed. */
export type Changes = { head?: BoardHead; rows: readonly WireRow[]; gone: readonly string[] }

/** Changes since the version `from`; null when the snapshot has to be read again. */
export type Patch = { from: string; version: string; changes: Changes | null }

const STAR = 1
const DISQUALIFIED = 2

export function encodeRow(row: Row, person: BoardPerson, won: number | null): WireRow {
  const { userId, username, name, school, avatar, realname } = person
  const cells = [...row.cells].map(([problem, cell]): WireCell => {
    const { tries, gain, cost, wrong, pending, solvedAt, timeMs, late } = cell
    return [problem, tries, gain, cost, wrong, pending, solvedAt, timeMs, late ? 1 : 0]
  })
  // The version does not depend on the order of the cells.
  cells.sort(([one], [other]) => one - other)
  const flags = (row.isStar ? STAR : 0) | (row.isDisqualified ? DISQUALIFIED : 0)
  return [userId, username, name, school, avatar, realname, flags, row.tie, won, cells]
}

export function decodeRow(wire: WireRow): BoardRow {
  const [userId, username, name, school, avatar, realname, flags, tie, won, encoded] = wire
  const cells = new Map<number, Cell>()
  const sum = { tries: 0, gain: 0, cost: 0 }
  for (const [problem, tries, gain, cost, wrong, pending, solvedAt, timeMs, late] of encoded) {
    cells.set(problem, { tries, gain, cost, wrong, pending, solvedAt, timeMs, late: late === 1 })
    sum.tries += tries
    sum.gain += gain
    sum.cost += cost
  }
  return {
    userId,
    username,
    name,
    school,
    avatar,
    realname,
    cells,
    ...sum,
    tie,
    won,
    isStar: (flags & STAR) !== 0,
    isDisqualified: (flags & DISQUALIFIED) !== 0,
  }
}

/** A board with its patches applied. */
export type Board = { version: string; head: BoardHead; rows: ReadonlyMap<string, BoardRow> }

export const boardOf = ({ version, head, rows }: Snapshot): Board => ({
  version,
  head,
  rows: new Map(rows.map((row) => [row[0], decodeRow(row)])),
})

/** The board after a patch; null where the snapshot has to be read. */
export function patched(board: Board, { from, version, changes }: Patch): Board | null {
  if (version === board.version) return board
  if (from !== board.version || changes === null) return null
  const rows = new Map(board.rows)
  for (const userId of changes.gone) rows.delete(userId)
  for (const row of changes.rows) rows.set(row[0], decodeRow(row))
  return { version, head: changes.head ?? board.head, rows }
}

/** A board with ranks, awards and first solutions. */
export type Reckoned = {
  /** Best first. */
  rows: readonly Ranked<BoardRow>[]
  /** First solution (s since the start) by the id of the problem. */
  firsts: ReadonlyMap<number, number>
}

/** Ranks, awards and first solutions; a row that is ranked as `before` stays the same object. */
export function reckon(
  { head, rows }: Pick<Board, 'head' | 'rows'>,
  before: WeakMap<BoardRow, Ranked<BoardRow>> = new WeakMap(),
): Reckoned {
  const order = [...rows.values()].sort(compareRows)
  const own = ranked(order, head, before)
  const official = ({ won }: BoardRow) => (won === null ? null : (head.tiers[won] ?? null))
  const firsts = new Map<number, number>()
  for (const { id } of head.problems) {
    const first = firstSolve(order, id)
    if (first !== null) firsts.set(id, first)
  }
  return { rows: head.isLate ? own.map((row) => ({ ...row, award: official(row) })) : own, firsts }
}

/** Whether a cell is a first solve. */
export const isFirst = (
  { isDisqualified }: Row,
  { solvedAt, late }: Cell,
  first: number | undefined,
): boolean => solvedAt !== null && !late && !isDisqualified && solvedAt === first
