import type { Awards, Row, Tier } from './row.ts'

export type Ranked<Of extends Row = Row> = Of & {
  /** Null: not ranked, as stars and the disqualified are not. */
  rank: number | null
  award: Tier | null
}

/** What rows were ranked as. */
type Known<Of extends Row> = {
  get(row: Of): Ranked<Of> | undefined
  set(row: Of, ranked: Ranked<Of>): unknown
}

const isRanked = ({ isStar, isDisqualified }: Row) => !isStar && !isDisqualified

/** Best first; the disqualified last. Equal rows stand in the order of their ids, so that they never swap. */
export const compareRows = (one: Row, other: Row): number =>
  Number(one.isDisqualified) - Number(other.isDisqualified) ||
  compareFigures(one, other) ||
  (one.userId < other.userId ? -1 : 1)

const compareFigures = (one: Row, other: Row): number =>
  other.gain - one.gain || one.cost - other.cost || one.tie - other.tie

/** How many rows each tier takes; a percentage is the floor of that share of the ranked rows (contest-rules.md 13). */
function placesOf(kind: Awards['awardKind'], tiers: readonly Tier[], ranked: number): Tier[] {
  if (kind === 'NONE') return []
  return tiers.flatMap((tier) => {
    const places = kind === 'COUNT' ? tier.number : Math.floor((tier.number * ranked) / 100)
    return Array.from({ length: Math.max(0, Math.min(places, ranked)) }, () => tier)
  })
}

/**
 * Ranks and awards of rows that are in order: equal figures share a rank and the next counts on by position; stars and
 * the disqualified use up none (contest-rules.md 3, 12, 13, 27). A row that is what it was `before` stays the same object.
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

/** When somebody solved a problem, as far as that counts for who was first: not late, nor by the disqualified; stars do. */
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

/** The problems that one row solves otherwise than another; null: a row that is not there. */
export const solvedOtherwise = (one: Row | null, other: Row | null): number[] =>
  [...new Set([...(one?.cells.keys() ?? []), ...(other?.cells.keys() ?? [])])].filter(
    (problem) => (one && solvedIn(one, problem)) !== (other && solvedIn(other, problem)),
  )
