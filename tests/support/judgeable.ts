import type { CaseSpec, TestsetManifest } from '#judge/protocol.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Site } from './site.ts'

const HASH = 'a'.repeat(64)

/** A case that nobody fetches: the fake host judges by what the test says. */
export const caseSpec = (index: number, { subtask = 0, score = 0 } = {}): CaseSpec => ({
  index,
  subtask,
  score,
  input: { hash: HASH, size: 4, name: `${index}.in` },
  answer: { hash: HASH, size: 4, name: `${index}.out` },
})

/** A public problem with tests, in both languages; `fields` are columns of the problem. */
export async function addJudgeable(
  site: Site,
  displayId: string,
  {
    cases = [caseSpec(1), caseSpec(2), caseSpec(3)],
    ...fields
  }: Partial<Prisma.ProblemUncheckedCreateInput> & { cases?: CaseSpec[] } = {},
) {
  const text = { description: '', input: '', output: '' }
  const problem = await site.prisma.problem.create({
    data: {
      displayId,
      sortKey: `0${displayId.length}${displayId}`,
      keywords: displayId.toLowerCase(),
      visibility: 'PUBLIC',
      statements: {
        create: [
          { locale: 'en-US', title: `The sum of ${displayId}`, ...text },
          { locale: 'zh-CN', title: `${displayId} 之和`, ...text },
        ],
      },
      ...fields,
    },
  })
  if (cases.length === 0) return { ...problem, globalId: globalId('Problem', problem.id) }
  const manifest: TestsetManifest = { version: 1, cases }
  const testset = await site.prisma.testset.create({
    data: { problemId: problem.id, manifest, caseCount: cases.length },
  })
  const whole = await site.prisma.problem.update({
    where: { id: problem.id },
    data: { testsetId: testset.id },
  })
  return { ...whole, globalId: globalId('Problem', whole.id) }
}

/** The id by which the graph knows a row. */
export const globalId = (type: string, id: number | string) => Buffer.from(`${type}:${id}`).toString('base64')
