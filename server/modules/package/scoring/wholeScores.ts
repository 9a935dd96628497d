import type { Notes } from '../report.ts'

/**
 * Rounds points to whole numbers: the running total is rounded, so that the sum is kept and no part is off by
 * a point.
 */
export function wholeScores(parts: readonly { score: number }[], notes: Notes): number[] {
  let exact = 0
  let given = 0
  const scores = parts.map(({ score }) => {
    exact += score
    const whole = Math.round(exact + 1e-9) - given
    given += whole
    return whole
  })
  if (parts.some(({ score }, at) => Math.abs(score - (scores[at] ?? 0)) > 1e-6)) notes.converted('scores')
  return scores
}
