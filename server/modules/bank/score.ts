import type { Verdict } from '#prisma/generated/enums.ts'

/**
 * Score of a verdict on another judge's problem in a contest with scores (area-rules B12). What was not judged has none, so
 * that the one before stays on the board.
 */
export const bankScore = (verdict: Verdict): number | null => {
  if (verdict === 'SUBMISSION_FAILED' || verdict === 'JUDGE_ERROR') return null
  return verdict === 'ACCEPTED' ? 100 : 0
}
