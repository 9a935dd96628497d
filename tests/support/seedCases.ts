import type { SeedCase, SeedProblem } from '#prisma/seed/types.ts'

const made = new WeakMap<SeedProblem, SeedCase[]>()

/** The testcases of a problem of the seed, made once for all tests of a worker: making those of all takes seconds. */
export function casesOf(problem: SeedProblem): SeedCase[] {
  const cases = made.get(problem) ?? problem.testcases()
  made.set(problem, cases)
  return cases
}
