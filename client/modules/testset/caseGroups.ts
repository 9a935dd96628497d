import { isGrouped, type Mode, type Row } from './testRows.ts'

/** A row and its place among all rows, from 0. */
export type Placed = { row: Row; place: number }

/** Cases that are listed together: those of a subtask, or all. The key is the number of the subtask, 0 for all. */
export type CaseGroup = { key: number | null; cases: readonly Placed[] }

/** A row that stays in the group it was in while its subtask is typed. */
export type Staying = { id: number; key: number | null }

/**
 * The cases by subtask, in the order of its number; those without one come last. Where the mode knows no subtasks
 * all are one group.
 */
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

/** The rows after one case of a group came to another place of it; cases of other groups keep theirs. */
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
 * The place of the case that is looked for: by its number, else by a part of the name of a file, from behind the
 * place found last. -1: there is none.
 */
export function placeOf(rows: readonly Row[], sought: string, last: number): number {
  if (/^\d+$/.test(sought) && Number(sought) >= 1 && Number(sought) <= rows.length) return Number(sought) - 1
  const name = sought.toLowerCase()
  return nextPlace(rows, last, ({ input, answer }) =>
    [input, answer].some((side) => side?.name.toLowerCase().includes(name)),
  )
}

/** The place of the next row behind another that fits, from the first again after the last; -1: none fits. */
export function nextPlace(rows: readonly Row[], last: number, fits: (row: Row) => boolean): number {
  const after = rows.findIndex((row, place) => place > last && fits(row))
  return after >= 0 ? after : rows.findIndex(fits)
}
