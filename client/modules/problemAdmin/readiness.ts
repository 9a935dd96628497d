import type { DeskBar_problem$data } from '../../__generated__/DeskBar_problem.graphql.ts'

export type Readiness = {
  /** Number of testcases. */
  cases: number
  solutions: number
  /** Solutions judged on the current tests. */
  judged: number
  /** Judged solutions with another verdict than expected. */
  wrong: number
  isRunning: boolean
  isVerified: boolean
  /** First reason against publishing it yet; null when there is none. */
  lacks: 'tests' | 'solutions' | 'wrong' | 'unverified' | null
}

/** How far the tests and solutions of a problem are. */
export function readinessOf({
  testset,
  solutions,
}: Pick<DeskBar_problem$data, 'testset' | 'solutions'>): Readiness {
  const all = solutions ?? []
  const judged = all.filter(({ state, isOutdated }) => state === 'DONE' && !isOutdated)
  const counts = {
    cases: testset?.caseCount ?? 0,
    solutions: all.length,
    judged: judged.length,
    wrong: judged.filter(({ isAsExpected }) => isAsExpected === false).length,
  }
  const isVerified = all.length > 0 && judged.length === all.length && counts.wrong === 0
  return {
    ...counts,
    isRunning: all.some(({ state }) => state && state !== 'DONE'),
    isVerified,
    lacks: lackOf(counts, isVerified),
  }
}

function lackOf(
  { cases, solutions, wrong }: Pick<Readiness, 'cases' | 'solutions' | 'wrong'>,
  isVerified: boolean,
): Readiness['lacks'] {
  if (cases === 0) return 'tests'
  if (solutions === 0) return 'solutions'
  if (wrong > 0) return 'wrong'
  return isVerified ? null : 'unverified'
}
