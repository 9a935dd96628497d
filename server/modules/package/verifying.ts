import type { Verdict } from '#judge/protocol.ts'
import { isAsExpected, type Outcome } from '../solution/expected.ts'
import type { PackageProblem, PackageSolution } from './format.ts'

/**
 * Judges a program on the tests of a problem, for real; a sandbox of this process, or judge hosts by the queue. Null
 * where the language is not to be had.
 */
export type Bench = (problem: PackageProblem, solution: PackageSolution) => Promise<Outcome | null>

export type Verification = {
  name: string
  language: string
  expected: Verdict[]
  score: number | null
  /** Null: the language is not offered. */
  outcome: Outcome | null
  /** Null where nothing was expected, or nothing judged. */
  asExpected: boolean | null
}

/** Runs every solution of a package and says which of them behave as their author claims. */
export async function verifyPackage(problem: PackageProblem, bench: Bench): Promise<Verification[]> {
  if (problem.testcases.length === 0) return []
  const verifications: Verification[] = []
  for (const solution of problem.solutions) {
    const { name, language, expected, score } = solution
    const { languageKeys } = problem
    const offered = languageKeys.length === 0 || languageKeys.includes(language)
    const outcome = offered ? await bench(problem, solution) : null
    verifications.push({
      name,
      language,
      expected,
      score,
      outcome,
      asExpected: outcome && isAsExpected(solution, outcome),
    })
  }
  return verifications
}
