import type { AwardKind } from '#prisma/generated/enums.ts'
import type { Cell } from './rule.ts'

/** A tier of awards, best first in its list; `number` is rows, or percent of the rows. */
export type Tier = { name: string; background: string; color: string; number: number }

/** One line of a board. */
export type Row = {
  userId: string
  /** By the id of the contest's problem. */
  cells: ReadonlyMap<number, Cell>
  /** Submissions that were judged. */
  tries: number
  /** ACM: problems solved, and their penalty (s). OI: score, and run time (ms). */
  gain: number
  cost: number
  tie: number
  isStar: boolean
  isDisqualified: boolean
}

export type RankedRow = Row & {
  /** Null: not ranked, as stars and the disqualified are not. */
  rank: number | null
  award: Tier | null
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
function placesOf(kind: AwardKind, tiers: readonly Tier[], ranked: number): Tier[] {
  if (kind === 'NONE') return []
  return tiers.flatMap((tier) => {
    const places = kind === 'COUNT' ? tier.number : Math.floor((tier.number * ranked) / 100)
    return Array.from({ length: Math.max(0, Math.min(places, ranked)) }, () => tier)
  })
}

/**
 * Ranks and awards of rows that are in order: equal figures share a rank and the next counts on by position; stars and
 * the disqualified use up none (contest-rules.md 3, 12, 13, 27).
 */
export function ranked(
  rows: readonly Row[],
  awards: { awardKind: AwardKind; tiers: readonly Tier[] },
): RankedRow[] {
  const places = placesOf(awards.awardKind, awards.tiers, rows.filter(isRanked).length)
  let position = 0
  let given = 0
  let before: RankedRow | null = null
  return rows.map((row): RankedRow => {
    if (!isRanked(row)) return { ...row, rank: null, award: null }
    position++
    const shares: boolean = before !== null && compareFigures(before, row) === 0
    const award = row.gain > 0 ? (places[given++] ?? null) : null
    before = { ...row, rank: shares && before ? before.rank : position, award }
    return before
  })
}

/** When each problem was solved first, in seconds since the start; stars count, the disqualified and late ones do not. */
export function firstSolves(rows: Iterable<Row>): Map<number, number> {
  const firsts = new Map<number, number>()
  for (const { cells, isDisqualified } of rows) {
    if (isDisqualified) continue
    for (const [problem, { solvedAt, late }] of cells) {
      if (solvedAt === null || late) continue
      firsts.set(problem, Math.min(solvedAt, firsts.get(problem) ?? solvedAt))
    }
  }
  return firsts
}
