import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than all others; begun last, one of them would run alone while the other workers are idle. */
const LONGEST = [
  'tests/seed.test.ts',
  'tests/judge/languages.test.ts',
  'tests/judge/floods.test.ts',
  'tests/e2e/pages.test.ts',
  'tests/e2e/organising.test.ts',
  'tests/e2e/organisingDay.test.ts',
  'tests/e2e/accounts.test.ts',
  'tests/e2e/solve.test.ts',
  'tests/e2e/contest.test.ts',
  'tests/e2e/problemForm.test.ts',
]

/** Keeps Vitest's order of rounds, projects and sizes, but begins every round with its longest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const roundOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.indexOf(relative(this.ctx.config.root, moduleId))
      return place === -1 ? LONGEST.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => roundOf(a) - roundOf(b) || placeOf(a) - placeOf(b))
  }
}
