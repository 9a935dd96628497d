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
export const isNamed = (
  { username, realname, studentNumber }: Pick<SortableRow, 'username' | 'realname' | 'studentNumber'>,
  keyword: string,
): boolean =>
  [username, realname, studentNumber].some((name) =>
    name?.toLowerCase().includes(keyword.trim().toLowerCase()),
  )

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Milliseconds since the epoch; 0: never. */
const timeOf = (at: string | null | undefined): number => (at ? Date.parse(at) : 0)

const COMPARE: Record<MatrixOrder, (one: SortableRow, other: SortableRow) => number> = {
  solved: (one, other) => other.solvedCount - one.solvedCount || one.tries - other.tries,
  points: (one, other) => other.points - one.points,
  name: () => 0,
  number: (one, other) => names.compare(one.studentNumber ?? '', other.studentNumber ?? ''),
  activity: (one, other) => timeOf(other.lastAt) - timeOf(one.lastAt),
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

/** Problems that a student was the first to solve in time, by user name: their numbers in one text, equal while they are. */
export function firstsOf(
  rows: readonly { readonly username: string; readonly cells: readonly MatrixCell[] }[],
): ReadonlyMap<string, string> {
  const firsts = new Map<number, { username: string; at: number }>()
  for (const { username, cells } of rows)
    for (const { problem, verdict, at, counts, isLate } of cells) {
      if (verdict !== 'ACCEPTED' || at === null || !counts || isLate) continue
      const time = Date.parse(at)
      const first = firsts.get(problem)
      if (!first || time < first.at) firsts.set(problem, { username, at: time })
    }
  const byStudent = new Map<string, string>()
  for (const [problem, { username }] of firsts)
    byStudent.set(username, `${byStudent.get(username) ?? ' '}${problem} `)
  return byStudent
}

/** Whether a text of `firstsOf` names a problem. */
export const isFirstIn = (firsts: string, problem: number): boolean => firsts.includes(` ${problem} `)

/** Whether two states of a cell look the same. */
export const isSameCell = (one: MatrixCell | undefined, other: MatrixCell | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

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
