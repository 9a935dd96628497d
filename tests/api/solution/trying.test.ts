import { afterAll, beforeAll, expect, it } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import { keepSolutions } from '#server/modules/package/solutions.ts'
import { changeSolution, removeSolution } from '#server/modules/solution/solution.ts'
import { verifySolutions } from '#server/modules/solution/trying.ts'
import { outcome } from '../../support/fakeHost.ts'
import { globalId } from '../../support/judgeable.ts'
import { type JudgingSite, openJudgingSite } from '../../support/judgingSite.ts'
import { overlap } from '../../support/overlap.ts'
import { contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'

let room: JudgingSite
let problem: { id: number; globalId: string }
beforeAll(async () => {
  room = await openJudgingSite()
  const { id } = await addProblem(room.site, room.people.chief, 'TRY')
  problem = { id, globalId: globalId('Problem', id) }
  await keepSolutions(contextOf(room.site, room.people.chief), id, [
    { name: 'main', language: 'cpp17', source: 'int main() {}', expected: ['ACCEPTED'], score: null },
    {
      name: 'slow',
      language: 'cpp17',
      source: 'int main(){}',
      expected: ['TIME_LIMIT_EXCEEDED'],
      score: null,
    },
  ])
})
afterAll(() => room?.close())

const FIELDS = 'suggestedTimeLimitMs solutions { name state verdict isAsExpected timeMs }'
const verify = (asking: Person | null) =>
  room.site.graphql(
    `mutation ($id: ID!) { verifySolutions(input: { problemId: $id }) { ${FIELDS} } }`,
    { id: problem.globalId },
    asking ?? {},
  )
const seen = async (asking: Person | null) =>
  (
    await room.site.graphql(
      `query ($id: ID!) { node(id: $id) { ... on Problem { ${FIELDS} } } }`,
      { id: problem.globalId },
      asking ?? {},
    )
  ).data.node

const LIVE = `subscription ($id: ID!) { solutionsChanged(problemId: $id) { ${FIELDS} } }`
const follow = (asking: Person | null) =>
  room.site.subscribe(LIVE, { id: problem.globalId }, asking ?? undefined)

it('judges all solutions on the tests of today, says which behave as claimed, and counts nowhere', async () => {
  const live = await follow(room.people.chief)
  /** The first of what the stream tells that is so. */
  const told = async (
    wanted: (solutions: { state: string | null; isAsExpected: boolean | null }[]) => boolean,
  ) => {
    for (;;) {
      const { solutions } = (await live.next()).data.solutionsChanged
      if (wanted(solutions)) return solutions
    }
  }
  await told((solutions) => solutions.every(({ state }) => state === null))
  const { data, errors } = await verify(room.people.chief)
  expect(errors).toBeUndefined()
  expect(data.verifySolutions.solutions).toMatchObject([{ verdict: null }, { verdict: null }])
  for (const [verdict, timeMs] of [
    ['ACCEPTED', 130],
    ['WRONG_ANSWER', 40],
  ] as const) {
    const taken = await room.host.takeSubmission()
    expect(taken.task.cases).toHaveLength(2)
    taken.end(outcome(verdict, { timeMs }))
  }
  await told((solutions) => solutions.every(({ state }) => state === 'DONE'))
  live.close()
  const { solutions, suggestedTimeLimitMs } = await seen(room.people.chief)
  const verdicts = solutions.map((one: { verdict: string }) => one.verdict).toSorted()
  expect(verdicts).toEqual(['ACCEPTED', 'WRONG_ANSWER'])
  if (solutions[0].verdict === 'ACCEPTED') {
    expect(solutions.map((one: { isAsExpected: boolean }) => one.isAsExpected)).toEqual([true, false])
    expect(suggestedTimeLimitMs).toBe(300)
  }
  expect(await room.site.prisma.submission.count()).toBe(0)
  expect(await room.site.prisma.problemTally.findUnique({ where: { problemId: problem.id } })).toMatchObject({
    total: 0,
  })

  // Tried again, the judgements of the last time are gone.
  await verify(room.people.chief)
  expect(await room.site.prisma.judgement.count()).toBe(2)
})

it('is for those who manage the problem', async () => {
  for (const asking of [room.people.alice, null]) {
    expect(await seen(asking)).toEqual({ suggestedTimeLimitMs: null, solutions: null })
    expect((await verify(asking)).errors?.[0]?.extensions?.code).toBe(
      asking ? 'FORBIDDEN' : 'UNAUTHENTICATED',
    )
    expect((await (await follow(asking)).next()).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  }
})

const SOLUTIONS = 'solutions { number name languageKey expected source version state isOutdated }'
const act = (mutation: string, input: object, asking: Person | null) =>
  room.site.graphql(
    `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { ${SOLUTIONS} } }`,
    { input },
    asking ?? {},
  )

let kept = 0

it('keeps solutions that are added, changed and removed, and tells those who look on', async () => {
  const { chief } = room.people
  const { id } = await addProblem(room.site, chief, `KEEP${++kept}`)
  const problemId = globalId('Problem', id)
  const live = await room.site.subscribe(LIVE, { id: problemId }, chief)
  await live.next()
  const brought = { name: 'ac.cpp', languageKey: 'cpp17', source: 'int main() {}', expected: ['ACCEPTED'] }
  const { data, errors } = await act(
    'addSolutions',
    { problemId, solutions: [brought, { ...brought, name: 'wa.py', languageKey: 'python3', expected: [] }] },
    chief,
  )
  expect(errors).toBeUndefined()
  const [first, second] = data.addSolutions.solutions
  expect([first.name, second.name]).toEqual(['ac.cpp', 'wa.py'])
  expect((await live.next()).data.solutionsChanged.solutions).toHaveLength(2)
  live.close()

  // One of the same name takes its place, and what was found out about another program is forgotten.
  await verifyIt(problemId, chief)
  const expectedOnly = await act(
    'changeSolution',
    { number: first.number, expected: ['WRONG_ANSWER'] },
    chief,
  )
  expect(expectedOnly.data.changeSolution.solutions[0]).toMatchObject({
    expected: ['WRONG_ANSWER'],
    state: expect.any(String),
  })
  const replaced = await act(
    'addSolutions',
    { problemId, solutions: [{ ...brought, source: 'int main(){}' }] },
    chief,
  )
  expect(replaced.data.addSolutions.solutions).toMatchObject([
    { number: first.number, source: 'int main(){}', state: null },
    { number: second.number, state: expect.any(String), isOutdated: false },
  ])
  await room.site.prisma.problem.update({ where: { id }, data: { testsetId: null } })
  const { version } = replaced.data.addSolutions.solutions[0]
  const stale = await act('changeSolution', { number: first.number, name: 'x', version: version - 1 }, chief)
  expect(stale.errors?.[0]?.extensions?.code).toBe('CONFLICT')
  const renamed = await act('changeSolution', { number: first.number, name: 'wa.py', version }, chief)
  expect(renamed.errors?.[0]?.extensions?.code).toBe('SOLUTION_TAKEN')
  const removed = await act('removeSolution', { number: first.number }, chief)
  expect(removed.data.removeSolution.solutions).toMatchObject([{ name: 'wa.py', isOutdated: true }])
  const lines = await room.site.prisma.auditEntry.count({
    where: { action: 'problem.solutionsChanged', subject: `Problem:${id}` },
  })
  expect(lines).toBe(4)

  for (const asking of [room.people.alice, null]) {
    const code = asking ? 'FORBIDDEN' : 'UNAUTHENTICATED'
    for (const [mutation, input] of [
      ['addSolutions', { problemId, solutions: [brought] }],
      ['addSolutions', { problemId, solutions: [{ ...brought, languageKey: 'morse' }] }],
      ['changeSolution', { number: second.number, name: 'mine' }],
      ['removeSolution', { number: second.number }],
    ] as const)
      expect((await act(mutation, input, asking)).errors?.[0]?.extensions?.code).toBe(code)
  }
  const forged = await act('removeSolution', { number: 999_999 }, chief)
  expect(forged.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  for (const id of [globalId('User', 1), globalId('Problem', 10 ** 12)]) {
    const live = await room.site.subscribe(LIVE, { id }, chief)
    expect((await live.next()).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  }
  for (const wrong of [{ languageKey: 'morse' }, { source: '' }, { name: ' ' }]) {
    const refused = await act('addSolutions', { problemId, solutions: [{ ...brought, ...wrong }] }, chief)
    expect(refused.errors?.[0]?.extensions?.code).toBe('INVALID_INPUT')
  }
})

it('refuses to judge solutions on cases that lack the answers they are compared with', async () => {
  const { chief } = room.people
  const testcases = [{ input: '1 2\n', answer: null, subtask: 0, score: 0 }]
  const { id } = await addProblem(room.site, chief, `KEEP${++kept}`, { testcases })
  const problemId = globalId('Problem', id)
  const { errors } = await verifyIt(problemId, chief)
  expect(errors?.[0]).toMatchObject({
    message: 'Cases without an answer: 1.',
    extensions: { code: 'ANSWERS_MISSING' },
  })
  // An interactor needs no answers.
  const interactor = { language: 'cpp17', source: 'int main() {}' }
  await room.site.prisma.problem.update({ where: { id }, data: { interactor } })
  await room.site.prisma.testset.updateMany({ where: { problemId: id }, data: { rules: Prisma.DbNull } })
  expect((await verifyIt(problemId, chief)).errors).toBeUndefined()
})

it('keeps no result of a source that is replaced while solutions are sent to be judged', async () => {
  const { chief } = room.people
  const { id } = await addProblem(room.site, chief, `KEEP${++kept}`)
  const given = { language: 'none', source: 'int main() {}', expected: ['ACCEPTED' as const], score: null }
  await keepSolutions(contextOf(room.site, chief), id, [
    { ...given, name: 'changed' },
    { ...given, name: 'removed' },
  ])
  const solutions = await room.site.prisma.solution.findMany({
    where: { problemId: id },
    orderBy: { name: 'asc' },
  })
  const [changed = 0, removed = 0] = solutions.map((one) => one.id)
  const testsetId = (await room.site.prisma.problem.findUniqueOrThrow({ where: { id } })).testsetId ?? 0
  const whileSent = (act: () => Promise<unknown>) =>
    overlap(room.site, contextOf(room.site, chief), (ctx) => verifySolutions(ctx, id), act)
  await whileSent(() => removeSolution(contextOf(room.site, chief), removed))
  expect(await room.site.prisma.judgement.count({ where: { testsetId } })).toBe(1)
  const change = { language: 'cpp17', source: 'int main(){}' }
  await whileSent(() => changeSolution(contextOf(room.site, chief), changed, change))
  expect(await room.site.prisma.judgement.count({ where: { testsetId } })).toBe(0)
  const row = await room.site.prisma.solution.findUniqueOrThrow({ where: { id: changed } })
  expect(row).toMatchObject({ source: 'int main(){}', judgementId: null })
})

const verifyIt = (id: string, asking: Person) =>
  room.site.graphql(
    'mutation ($id: ID!) { verifySolutions(input: { problemId: $id }) { id } }',
    { id },
    asking,
  )

it('gives the solutions of the site a turn after the other, so that submissions pass them', async () => {
  const { chief } = room.people
  const { id } = await addProblem(room.site, chief, 'MANY')
  const solutions = Array.from({ length: 3 }, (_, at) => ({
    ...{ name: `many${at}`, language: 'none', source: 'int main() {}' },
    ...{ expected: ['ACCEPTED' as const], score: null },
  }))
  await keepSolutions(contextOf(room.site, chief), id, solutions)
  const turns = async () => {
    await verifySolutions(contextOf(room.site, chief), id)
    const jobs = await room.site.prisma.$queryRaw<{ priority: number }[]>`
      select "priority" from graphile_worker._private_jobs
      where "key" in (select "judgementId" from "Solution" where "problemId" = ${id}) order by "priority"`
    return jobs.map(({ priority }) => priority)
  }
  const [first = 0, ...others] = await turns()
  expect(others).toEqual([first + 1, first + 2])
  expect(await turns()).toEqual([first, ...others])
})
