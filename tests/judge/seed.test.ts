import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problems } from '#prisma/seed/content.ts'
import { casesOf } from '#tests/support/seedCases.ts'
import { openWorkshop, plainTask, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const LEVEL = { EASY: 0, MID: 1, HARD: 2 } as const

/** Every program that a problem of the seed keeps as an example must end as its author says, in earnest. */
describe.each(problems)('$displayId $slug', (problem) => {
  const { solutions, limits, testcases: _, difficulty, ...rest } = problem
  test.each(
    solutions.map((solution) => [solution.verdict, solution.language, solution.note, solution] as const),
  )('%s in %s: %s', async (verdict, language, _, { source, score }) => {
    if (!workshop.shop.toolchains.has(language)) return
    const cases = casesOf(problem).map(({ input, answer, ...more }, i) =>
      workshop.testcase(input, answer, { subtask: more.subtask, score: more.score, index: i + 1 }),
    )
    const task = { ...rest, ...{ language, source, cases, difficulty: LEVEL[difficulty] } }
    const { report } = await workshop.judge({
      ...task,
      limits: { ...plainTask.limits, ...limits, processes: 128 },
    })
    expect([report.verdict, report.message]).toEqual([
      verdict,
      verdict === 'ACCEPTED' ? null : report.message,
    ])
    if (problem.scoring === 'OI')
      expect(report.score).toBe(score ?? (verdict === 'ACCEPTED' ? 100 : report.score))
  })
})
