import type { Verdict } from '#judge/protocol.ts'
import { isAsExpected, type Outcome } from '../solution/expected.ts'
import type { PackageProblem, PackageSolution } from './format.ts'

/**
 * Judges a solution on the tests of a problem, in a sandbox of this process or by judge hosts. Null when the
 * language is not available.
 */
export type Bench = (problem: PackageProblem, solution: PackageSolution) => Promise<Outcome | null>

export type Verification = {
  name: string
  language: string
  expected: Verdict[]
  score: number | null
  /** Null: the language is not offered. */
  outcome: Outcome | null
  /** Null when nothing was expected, or it was not judged. */
  asExpected: boolean | null
}

/** Runs all solutions of a package and compares their verdicts with the expected ones. */
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
