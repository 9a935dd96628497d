import type { Awards, Row, Tier } from './row.ts'

export type Ranked<Of extends Row = Row> = Of & {
  /** Null: not ranked, as stars and the disqualified are not. */
  rank: number | null
  award: Tier | null
}

/** Earlier ranking, reused for unchanged rows. */
type Known<Of extends Row> = {
  get(row: Of): Ranked<Of> | undefined
  set(row: Of, ranked: Ranked<Of>): unknown
}

const isRanked = ({ isStar, isDisqualified }: Row) => !isStar && !isDisqualified

/** Orders rows: best first, disqualified last, equal rows by id so that they never swap. */
export const compareRows = (one: Row, other: Row): number =>
  Number(one.isDisqualified) - Number(other.isDisqualified) ||
  compareFigures(one, other) ||
  (one.userId < other.userId ? -1 : 1)

const compareFigures = (one: Row, other: Row): number =>
  other.gain - one.gain || one.cost - other.cost || one.tie - other.tie

/** Index of a row in rows ordered by `compareRows`, where it is or would stand. */
export function placeOf(order: readonly Row[], row: Row): number {
  let [from, to] = [0, order.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compareRows(order[middle] as Row, row) < 0) from = middle + 1
    else to = middle
  }
  return from
}

/** Number of rows of each tier; a percentage is rounded down (contest-rules.md 13). */
function placesOf(kind: Awards['awardKind'], tiers: readonly Tier[], ranked: number): Tier[] {
  if (kind === 'NONE') return []
  return tiers.flatMap((tier) => {
    const places = kind === 'COUNT' ? tier.number : Math.floor((tier.number * ranked) / 100)
    return Array.from({ length: Math.max(0, Math.min(places, ranked)) }, () => tier)
  })
}

/**
 * Ranks and awards of ordered rows: equal figures share a rank, and the next rank is the position; stars and disqualified
 * rows use none (contest-rules.md 3, 12, 13, 27). A row that is equal to the one in `before` stays the same object.
 */
export function ranked<Of extends Row>(
  rows: readonly Of[],
  awards: Awards,
  before: Known<Of> = new Map<Of, Ranked<Of>>(),
): Ranked<Of>[] {
  const places = placesOf(awards.awardKind, awards.tiers, rows.filter(isRanked).length)
  const stay = (row: Of, rank: number | null, award: Tier | null): Ranked<Of> => {
    const known = before.get(row)
    if (known && known.rank === rank && known.award === award) return known
    const now = { ...row, rank, award }
    before.set(row, now)
    return now
  }
  let position = 0
  let given = 0
  let last: Ranked<Of> | null = null
  return rows.map((row): Ranked<Of> => {
    if (!isRanked(row)) return stay(row, null, null)
    position++
    const rank: number | null = last && compareFigures(last, row) === 0 ? last.rank : position
    last = stay(row, rank, row.gain > 0 ? (places[given++] ?? null) : null)
    return last
  })
}

/** Time of a solution that counts for the first solve: not late and not of a disqualified row; stars count. */
const solvedIn = ({ cells, isDisqualified }: Row, problem: number): number | null => {
  const cell = cells.get(problem)
  return cell && !isDisqualified && !cell.late ? cell.solvedAt : null
}

/** When a problem was solved first, in seconds since the start; null: not yet. */
export function firstSolve(rows: readonly Row[], problem: number): number | null {
  let first: number | null = null
  for (const row of rows) {
    const solved = solvedIn(row, problem)
    if (solved !== null && (first === null || solved < first)) first = solved
  }
  return first
}

/** Problems whose solution time differs between two rows; null stands for a missing row. */
export const solvedOtherwise = (one: Row | null, other: Row | null): number[] =>
  [...new Set([...(one?.cells.keys() ?? []), ...(other?.cells.keys() ?? [])])].filter(
    (problem) => (one && solvedIn(one, problem)) !== (other && solvedIn(other, problem)),
  )
