import type { JudgementReport, Verdict } from '#judge/protocol.ts'
import type { PackageProblem, PackageSolution } from './format.ts'

/** What came of judging a solution: the whole, and the verdicts of its cases. */
export type Outcome = { report: Pick<JudgementReport, 'verdict' | 'score'>; verdicts: Verdict[] }

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

/** Points are whole numbers here; one that is expected with a fraction may be off by less than one. */
const isScore = (expected: number, earned: number | null) =>
  earned !== null && (Number.isInteger(expected) ? earned === expected : Math.abs(earned - expected) < 1)

/**
 * Where scores count, a program that fails on some tests only is partially accepted as a whole; then the failures of its
 * cases are asked, unless the author names the whole or a score.
 */
export function isAsExpected(
  { expected, score }: Pick<PackageSolution, 'expected' | 'score'>,
  { report, verdicts }: Outcome,
): boolean | null {
  if (score !== null && !isScore(score, report.score)) return false
  if (expected.length === 0) return score === null ? null : true
  if (expected.includes(report.verdict)) return true
  if (report.verdict !== 'PARTIALLY_ACCEPTED') return false
  const failures = verdicts.filter((verdict) => !['ACCEPTED', 'CANCELLED'].includes(verdict))
  return failures.length > 0 && failures.every((verdict) => expected.includes(verdict))
}
