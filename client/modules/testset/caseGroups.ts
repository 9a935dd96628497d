import { isGrouped, type Mode, type Row } from './testRows.ts'

/** A row and its index among all rows, from 0. */
export type Placed = { row: Row; place: number }

/**
 * Cases listed together. `key` is the number of the subtask, 0 when there is one group, null for cases
 * without a subtask.
 */
export type CaseGroup = { key: number | null; cases: readonly Placed[] }

/** A row that stays in its group while its subtask is typed. */
export type Staying = { id: number; key: number | null }

/** Cases by subtask number; those without one come last. A mode without subtasks has one group. */
export function groupsOf(rows: readonly Row[], mode: Mode, staying: Staying | null = null): CaseGroup[] {
  const all = rows.map((row, place) => ({ row, place }))
  if (!isGrouped(mode)) return [{ key: 0, cases: all }]
  const groups = new Map<number | null, Placed[]>()
  for (const placed of all) {
    const key = placed.row.id === staying?.id ? staying.key : placed.row.subtask
    const cases = groups.get(key)
    if (cases) cases.push(placed)
    else groups.set(key, [placed])
  }
  return [...groups]
    .map(([key, cases]) => ({ key, cases }))
    .sort((a, b) => (a.key ?? Number.POSITIVE_INFINITY) - (b.key ?? Number.POSITIVE_INFINITY))
}

/** Moves a case from one index of a group to another; cases of other groups stay. */
export function movedWithin(rows: readonly Row[], { cases }: CaseGroup, from: number, to: number): Row[] {
  const order = cases.map(({ row }) => row)
  const [moved] = order.splice(from, 1)
  if (!moved) return [...rows]
  order.splice(to, 0, moved)
  const next = [...rows]
  for (const [at, { place }] of cases.entries()) {
    const row = order[at]
    if (row) next[place] = row
  }
  return next
}

/**
 * Index of the case with this number, or else of the next case after `last` whose file name contains the
 * text. -1 when there is none.
 */
export function placeOf(rows: readonly Row[], sought: string, last: number): number {
  if (/^\d+$/.test(sought) && Number(sought) >= 1 && Number(sought) <= rows.length) return Number(sought) - 1
  const name = sought.toLowerCase()
  return nextPlace(rows, last, ({ input, answer }) =>
    [input, answer].some((side) => side?.name.toLowerCase().includes(name)),
  )
}

/** Index of the next fitting row after `last`, wrapping around; -1 when none fits. */
export function nextPlace(rows: readonly Row[], last: number, fits: (row: Row) => boolean): number {
  const after = rows.findIndex((row, place) => place > last && fits(row))
  return after >= 0 ? after : rows.findIndex(fits)
}
