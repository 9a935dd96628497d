import type { Problem } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'

/** Full score of another judge's problem in a contest with scores. */
const BANK_FULL = 100

/** Full score of a problem; of one of another judge, which has no points of its own, in a contest with scores. */
export const fullScoreShown = ({ fullScore, bankKey }: Pick<Problem, 'fullScore' | 'bankKey'>): number =>
  bankKey === null ? fullScore : BANK_FULL

/**
 * Score of a verdict on another judge's problem in a contest with scores (area-rules B12). What was not judged has none, so
 * that the one before stays on the board.
 */
export const bankScore = (verdict: Verdict): number | null => {
  if (verdict === 'SUBMISSION_FAILED' || verdict === 'JUDGE_ERROR') return null
  return verdict === 'ACCEPTED' ? BANK_FULL : 0
}
