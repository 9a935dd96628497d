import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProblemInput, saveProblem } from '#server/modules/problem/authoring/authoring.ts'
import { outcome } from '../../support/fakeHost.ts'
import { globalId } from '../../support/judgeable.ts'
import { type JudgingSite, openJudgingSite } from '../../support/judgingSite.ts'
import { contextOf } from '../../support/people.ts'
import { problemInput } from '../../support/problems.ts'

let room: JudgingSite
beforeAll(async () => {
  room = await openJudgingSite()
  await room.addProblem()
})
afterAll(() => room?.close())

const save = (input: ProblemInput) => saveProblem(contextOf(room.site, room.people.chief), input)
const versionsOf = (problemId: number) =>
  room.site.prisma.testset.findMany({ where: { problemId }, orderBy: { id: 'asc' } })

describe('a version of the tests', () => {
  it('is made by every change of the rules, and by nothing else', async () => {
    const input = problemInput('V1')
    const { id } = await save(input)
    const unchanged = { ...input, id, testcases: null }
    await save({ ...unchanged, difficulty: 'HARD', codeShare: true, userFiles: { 'a.h': '' } })
    await save({ ...unchanged, testcases: input.testcases })
    expect(await versionsOf(id)).toHaveLength(1)

    const changes: Partial<ProblemInput>[] = [
      { timeMs: 1234 },
      { memoryMb: 123 },
      { stackMb: 12 },
      { outputBytes: 1000 },
      { caseMode: 'UNTIL_FAILURE' },
      { checker: { kind: 'lines' } },
      { checker: { kind: 'program', language: 'cpp17', source: 'int main() {}' } },
      { interactor: { language: 'cpp17', source: 'int main() {}' } },
      { judgeFiles: { 'b.h': '' } },
      { fileIo: { input: 'a.in', output: 'a.out' } },
      { scoring: 'OI' },
    ]
    for (const [at, change] of changes.entries()) {
      const saved = await save({ ...unchanged, ...change })
      const versions = await versionsOf(id)
      expect(versions, Object.keys(change).join()).toHaveLength(at + 2)
      const newest = versions.at(-1)
      expect(newest).toMatchObject({ rules: change, createdById: room.people.chief.id })
      const first = versions[0]?.manifest as { cases: object[] }
      // Cases of a problem that begins to have scores share them.
      const cases = change.scoring ? first.cases.map((one) => ({ ...one, score: 50 })) : first.cases
      expect(newest?.manifest).toEqual({ ...first, cases })
      expect(saved).toMatchObject({ testsetId: newest?.id, ...change })
      // Once more the same is no change.
      await save({ ...unchanged, ...change })
      expect(await versionsOf(id)).toHaveLength(at + 2)
    }
  })

  it('keeps its rules: what was sent is judged by them, and again by those of today', async () => {
    const input = problemInput('V2', { timeMs: 1000 })
    const { id, testsetId: first } = await save(input)
    const problemId = globalId('Problem', id)
    const sent = await room.send(undefined, { problemId })
    const { testsetId: second } = await save({ ...input, id, timeMs: 2000, testcases: null })
    expect(second).not.toBe(first)

    const before = await room.host.takeSubmission(sent.number)
    expect(before.task.limits.timeMs).toBe(1000)
    before.end(outcome('WRONG_ANSWER'))
    await room.until(sent.id, ({ state }) => state === 'DONE')
    await room.rejudgeOne(sent.id)
    const after = await room.judge(sent, 'ACCEPTED')
    expect(after.task.limits.timeMs).toBe(2000)
    const judgements = await room.site.prisma.judgement.findMany({
      where: { submissionId: sent.number },
      orderBy: { queuedAt: 'asc' },
      select: { testsetId: true },
    })
    expect(judgements).toEqual([{ testsetId: first }, { testsetId: second }])
  })

  it('that an older server wrote is judged as its problem is', async () => {
    const input = problemInput('V3', { timeMs: 1700 })
    const { id, testsetId } = await save(input)
    await room.site.prisma.$executeRaw`update "Testset" set "rules" = null where "id" = ${testsetId}`
    const sent = await room.send(undefined, { problemId: globalId('Problem', id) })
    expect((await room.judge(sent, 'ACCEPTED')).task.limits.timeMs).toBe(1700)
    await save({ ...input, id, testcases: null })
    expect(await versionsOf(id)).toHaveLength(1)
  })
})
