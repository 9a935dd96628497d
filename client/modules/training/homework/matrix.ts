/** Order and filter of the matrix of a training. */
import type { MatrixCell } from '#server/shared/training/matrixCell.ts'

/** A row as its order and filter need it. */
export type SortableRow = {
  readonly username: string
  readonly realname: string | null | undefined
  readonly studentNumber: string | null | undefined
  readonly solvedCount: number
  readonly points: number
  readonly tries: number
  readonly lateCount: number
  readonly lastAt: string | null | undefined
  readonly stuck: { readonly tries: number } | null | undefined
}

export const FILTERS = ['all', 'stuck', 'unfinished', 'late'] as const
export type MatrixFilter = (typeof FILTERS)[number]

export const ORDERS = ['solved', 'points', 'name', 'number', 'activity'] as const
export type MatrixOrder = (typeof ORDERS)[number]

/** Whether a filter keeps a row; `problems`: number of problems. */
export function keeps(filter: MatrixFilter, row: SortableRow, problems: number): boolean {
  if (filter === 'stuck') return Boolean(row.stuck)
  if (filter === 'unfinished') return row.solvedCount < problems
  return filter === 'all' || row.lateCount > 0
}

/** Whether a text is part of the names or the number of a student, whatever its case. */
export const isNamed = ({ username, realname, studentNumber }: SortableRow, keyword: string): boolean =>
  [username, realname, studentNumber].some((name) =>
    name?.toLowerCase().includes(keyword.trim().toLowerCase()),
  )

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const COMPARE: Record<MatrixOrder, (one: SortableRow, other: SortableRow) => number> = {
  solved: (one, other) => other.solvedCount - one.solvedCount || one.tries - other.tries,
  points: (one, other) => other.points - one.points,
  name: () => 0,
  number: (one, other) => names.compare(one.studentNumber ?? '', other.studentNumber ?? ''),
  activity: (one, other) => Date.parse(other.lastAt ?? '') - Date.parse(one.lastAt ?? '') || 0,
}

/** Students that are stuck, most tries first, then the others in the order; equal ones by user name. */
export function ordered<Row extends SortableRow>(rows: readonly Row[], order: MatrixOrder): [Row[], Row[]] {
  const byName = (one: Row, other: Row) => names.compare(one.username, other.username)
  const stuck = rows.filter((row) => row.stuck)
  const others = rows.filter((row) => !row.stuck)
  return [
    stuck.sort((one, other) => (other.stuck?.tries ?? 0) - (one.stuck?.tries ?? 0) || byName(one, other)),
    others.sort((one, other) => COMPARE[order](one, other) || byName(one, other)),
  ]
}

/** The earliest acceptance of each problem that counts: user name by number of the problem. */
export function firstsOf(
  rows: readonly { readonly username: string; readonly cells: readonly MatrixCell[] }[],
): ReadonlyMap<number, string> {
  const firsts = new Map<number, { username: string; at: number }>()
  for (const { username, cells } of rows)
    for (const { problem, verdict, at, counts, isLate } of cells) {
      if (verdict !== 'ACCEPTED' || at === null || !counts || isLate) continue
      const time = Date.parse(at)
      const first = firsts.get(problem)
      if (!first || time < first.at) firsts.set(problem, { username, at: time })
    }
  return new Map([...firsts].map(([problem, { username }]) => [problem, username]))
}

/** Look of a cell, as the board's cells have it. */
export type CellLook = 'firstToSolve' | 'solved' | 'solvedAfterEnd' | 'wrong' | 'pending' | null

export function lookOf(cell: MatrixCell | undefined, isFirst: boolean): CellLook {
  if (!cell) return null
  if (cell.isJudging) return 'pending'
  if (cell.verdict === 'ACCEPTED') {
    if (cell.isLate || !cell.counts) return 'solvedAfterEnd'
    return isFirst ? 'firstToSolve' : 'solved'
  }
  return cell.tries > 0 ? 'wrong' : null
}
