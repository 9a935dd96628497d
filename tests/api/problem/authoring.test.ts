import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ProblemInput, saveProblem } from '#server/modules/problem/authoring/authoring.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem, problemInput } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let writer: Person
let admin: Person
let other: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  writer = await addPerson(site, 'writer', { role: 'PROBLEM_ADMIN' })
  admin = await addPerson(site, 'admin', { role: 'ADMIN' })
  other = await addPerson(site, 'other', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const save = (person: Person | null, input: ProblemInput) => saveProblem(contextOf(site, person), input)

it('numbers a problem that has no id of its own', async () => {
  const problem = await addProblem(site, writer, null)
  expect(problem.displayId).toBe(`P${problem.id}`)
})

it('writes ids in upper case and takes each once', async () => {
  expect((await addProblem(site, writer, ' a-1 ')).displayId).toBe('A-1')
  await expect(addProblem(site, writer, 'A-1')).rejects.toMatchObject({
    code: 'PROBLEM_ID_TAKEN',
    parameters: { displayId: 'A-1' },
  })
  const twice = await Promise.allSettled([addProblem(site, writer, 'A-2'), addProblem(site, writer, 'a-2')])
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('changes everything, and makes a new version of the tests only when they differ', async () => {
  const first = await addProblem(site, writer, 'C1')
  const same = await save(writer, { ...problemInput('C1'), id: first.id })
  expect(same.testsetId).toBe(first.testsetId)
  const kept = await save(writer, { ...problemInput('C1'), id: first.id, testcases: null })
  expect(kept.testsetId).toBe(first.testsetId)

  const changed = await save(writer, {
    ...problemInput('C2', {
      scoring: 'OI',
      samples: [],
      testcases: [{ input: '1', answer: '1', subtask: 0, score: 40 }],
    }),
    id: first.id,
  })
  expect(changed).toMatchObject({ id: first.id, displayId: 'C2', fullScore: 40, authorId: writer.id })
  expect(changed.testsetId).not.toBe(first.testsetId)
  expect(await site.prisma.testset.count({ where: { problemId: first.id } })).toBe(2)
  expect(await site.prisma.sample.count({ where: { problemId: first.id } })).toBe(0)
  const { data } = await site.graphql('{ problems(keyword: "c2") { edges { node { displayId } } } }')
  expect(data.problems.edges).toEqual([{ node: { displayId: 'C2' } }])
})

it('counts full scores by the mode', async () => {
  const cases = [10, 30, 21, 20].map((score, at) => ({
    input: `${at}`,
    answer: '',
    subtask: at < 2 ? 1 : 2,
    score,
  }))
  const full = async (id: string, change: Partial<ProblemInput>) =>
    (await addProblem(site, writer, id, { testcases: cases, ...change })).fullScore
  expect(await full('F1', { scoring: 'OI' })).toBe(81)
  expect(await full('F2', { scoring: 'OI', caseMode: 'SUBTASK_LOWEST' })).toBe(30)
  expect(await full('F3', { scoring: 'OI', caseMode: 'SUBTASK_AVERAGE' })).toBe(41)
  expect(await full('F4', { scoring: 'ACM' })).toBe(0)
})

it('is for those who manage problems, and publishing for those who may publish', async () => {
  await expect(save(null, problemInput('R1'))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(save(ada, problemInput('R1'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(save(admin, problemInput('R1'))).rejects.toMatchObject({ code: 'PROBLEM_PUBLISHING' })
  const named = (authorId: string) => problemInput('R1', { visibility: 'HIDDEN', authorId })
  await expect(save(admin, named(ada.id))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const own = await save(admin, named(admin.id))
  expect(own.authorId).toBe(admin.id)
  await expect(save(admin, { ...named(ada.id), id: own.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const again = { ...problemInput('R1', { visibility: 'HIDDEN', difficulty: 'HARD' }), id: own.id }
  expect((await save(admin, again)).difficulty).toBe('HARD')
  // Another administrator does not even see it.
  await expect(save(other, again)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const published = await save(writer, { ...again, visibility: 'PUBLIC' })
  expect(published).toMatchObject({ visibility: 'PUBLIC', authorId: admin.id })
  await expect(save(other, { ...again, visibility: 'PUBLIC' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it.each<[field: string, change: Partial<ProblemInput>]>([
  ['displayId', { displayId: 'has space' }],
  ['displayId', { displayId: 'a/b' }],
  ['timeMs', { timeMs: 0 }],
  ['caseMode', { caseMode: 'SUBTASK_LOWEST' }],
  ['caseMode', { scoring: 'OI', caseMode: 'UNTIL_FAILURE' }],
  ['testcases', { testcases: [] }],
  ['testcases.1', { testcases: [{ input: '', answer: '', subtask: 0, score: -1 }] }],
  [
    'testcases.1',
    {
      scoring: 'OI',
      caseMode: 'SUBTASK_LOWEST',
      testcases: [{ input: '', answer: '', subtask: 0, score: 1 }],
    },
  ],
  ['statements', { statements: [] }],
  ['checker.language', { checker: { kind: 'program', language: 'php', source: 'x' } }],
  ['userFiles.../x', { userFiles: { '../x': '' } }],
  ['tagIds', { tagIds: [999_999] }],
  ['languageKeys.0', { languageKeys: ['klingon'] }],
  ['annexes', { annexes: [{ name: '../x', content: new Uint8Array() }] }],
  ['annexes', { annexes: ['x', 'x'].map((name) => ({ name, content: new Uint8Array() })) }],
])('refuses a wrong %s', async (field, change) => {
  await expect(save(writer, problemInput('W1', change))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    parameters: { field },
  })
})
