/** Which pages of a rank list a move changes. */
import type { RankType } from './rankList.ts'

export type RankFigures = { readonly solved: number; readonly submitted: number; readonly score: number }

export type RankMove = {
  readonly before: RankFigures | null | undefined
  readonly after: RankFigures | null | undefined
}

/** Negative when `one` surely stands before `other`; 0 when the age of the accounts decides. */
function compare(type: RankType, one: RankFigures, other: RankFigures): number {
  if (type === 'ACM') return other.solved - one.solved || one.submitted - other.submitted
  return other.score - one.score || other.solved - one.solved
}

/**
 * Whether moves change rows of a page or their numbers: one begins, ends or passes there. `isLast`: no row follows the
 * page, which new accounts may join.
 */
export function touches(
  type: RankType,
  moves: readonly RankMove[],
  rows: readonly RankFigures[],
  isLast = false,
): boolean {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return true
  return moves.some(({ before, after }) => {
    const ends = [before, after].flatMap((end) => (end ? [end] : []))
    const isAbove = ends.every((end) => compare(type, end, first) < 0)
    const isBelow = ends.every((end) => compare(type, end, last) > 0)
    // A row that joins or leaves the list moves all rows below it.
    if (!before || !after) return isLast || !isBelow
    return !isAbove && !isBelow
  })
}
