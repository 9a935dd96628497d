import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '#prisma/generated/client.ts'
import { rulesOfProblem } from '#server/modules/testset/testsetRules.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { globalId } from '../../support/judgeable.ts'
import { zippedOf } from '../../support/packages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'
import { uploadFile } from '../../support/uploadFile.ts'

let site: Site
let chief: Person
let writer: Person
let other: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  chief = await addPerson(site, 'chief', { role: 'PROBLEM_ADMIN' })
  writer = await addPerson(site, 'writer', { role: 'ADMIN' })
  other = await addPerson(site, 'other', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

let problems = 0
const ownProblem = (change = {}): Promise<Problem> =>
  addProblem(site, writer, `T${++problems}`, { visibility: 'HIDDEN', ...change })

const TESTS = '/api/file/upload-tests'

const bring = (
  path: string,
  content: Uint8Array | string,
  { as = writer, name }: { as?: Person | null; name?: string } = {},
) => uploadFile(site, path, content, { as, ...(name ? { name } : {}) })

const brought = async (files: Record<string, string | Uint8Array>, as = writer): Promise<string> =>
  (await bring(TESTS, zippedOf(files), { as })).data.id

const SAVE = `mutation ($input: SaveTestsetInput!) { saveTestset(input: $input) {
  testset { id number isCurrent caseCount fullScore createdBy { username } rules { caseMode timeLimitMs }
    cases { index subtask score input { name bytes } answer { name bytes } } } } }`
const save = (problem: Problem, input: object, asking: Person | null = writer) =>
  site.graphql(SAVE, { input: { problemId: globalId('Problem', problem.id), ...input } }, asking ?? {})
const basedOn = (problem: Pick<Problem, 'testsetId'>) => globalId('Testset', problem.testsetId ?? 0)
const now = (problem: Problem) => site.prisma.problem.findUniqueOrThrow({ where: { id: problem.id } })

const VERSIONS = `query ($id: ID!) { node(id: $id) { ... on Problem { viewerCanManage testset { id }
  testsets { totalCount edges { node { id number isCurrent comparison { cases { kind } rules { field before after } } } } } } } }`
const versions = async (problem: Problem, asking: Person | null = writer) =>
  (await site.graphql(VERSIONS, { id: globalId('Problem', problem.id) }, asking ?? {})).data.node

describe('saving tests', () => {
  it('takes as many new ones as a version may have', async () => {
    const problem = await ownProblem()
    const upload = await brought({ '1.in': '1\n', '1.out': '1\n' })
    const [input, answer] = ['1.in', '1.out'].map((name) => ({ upload, name }))
    const cases = Array.from({ length: 1000 }, () => ({ kept: null, input, answer, subtask: 0, score: 0 }))
    const query = `mutation ($input: SaveTestsetInput!) { saveTestset(input: $input) { testset { caseCount } } }`
    const given = { problemId: globalId('Problem', problem.id), basedOn: basedOn(problem), cases }
    const { data, errors } = await site.graphql(query, { input: given }, writer)
    expect(errors).toBeUndefined()
    expect(data.saveTestset.testset.caseCount).toBe(1000)
  })

  it('that add up to no points is refused unless it is meant, and a problem that becomes scored gets points', async () => {
    const scored = await ownProblem({ scoring: 'OI' })
    const cases = [
      { kept: 1, score: 0 },
      { kept: 2, score: 0 },
    ]
    const refused = await save(scored, { basedOn: basedOn(scored), cases })
    expect(refused.errors?.[0]?.extensions?.code).toBe('NO_POINTS')
    const meant = await save(scored, { basedOn: basedOn(scored), cases, withoutPoints: true })
    expect(meant.data.saveTestset.testset.fullScore).toBe(0)

    const plain = await ownProblem({ scoring: 'ACM' })
    const update = 'mutation ($input: UpdateProblemInput!) { updateProblem(input: $input) { scoring } }'
    const input = { id: globalId('Problem', plain.id), changes: { scoring: 'OI' } }
    expect((await site.graphql(update, { input }, writer)).errors).toBeUndefined()
    expect((await now(plain)).fullScore).toBe(100)

    const body = {
      problem: { id: plain.id, type: 1 },
      samples: [{ input: '1', output: '1', score: 0 }],
      isUploadTestCase: false,
    }
    const overRest = await site.rest('PUT', '/api/admin/problem', { ...writer, body })
    expect(overRest.msg).toContain('0 points')
  })

  it('keeps cases, takes others out of uploads and texts, and makes a version', async () => {
    const problem = await ownProblem({ scoring: 'OI' })
    const upload = await brought({ 'a/big.in': '12345\n', 'a/big.out': '1\n', 'a/1.in': '9\n' })
    const { data, errors } = await save(problem, {
      basedOn: basedOn(problem),
      cases: [
        { kept: 2, score: 10 },
        { input: { upload, name: 'big.in' }, answer: { upload, name: 'big.out' }, score: 60 },
        { kept: 1, answer: { text: '4\r\n' }, score: 20 },
        { input: { upload, name: '1.in' }, answer: { text: '' }, score: 10 },
      ],
    })
    expect(errors).toBeUndefined()
    expect(data.saveTestset.testset).toMatchObject({
      number: 2,
      isCurrent: true,
      caseCount: 4,
      fullScore: 100,
      createdBy: { username: 'writer' },
      cases: [
        { index: 1, score: 10, input: { name: '2.in', bytes: 5 }, answer: { name: '2.out', bytes: 2 } },
        { index: 2, score: 60, input: { name: 'big.in', bytes: 6 }, answer: { name: 'big.out', bytes: 2 } },
        { index: 3, score: 20, input: { name: '1.in' }, answer: { bytes: 2 } },
        { index: 4, score: 10, input: { name: '1-2.in', bytes: 2 }, answer: { bytes: 0 } },
      ],
    })
    expect(await now(problem)).toMatchObject({ fullScore: 100 })
    const { testsets } = await versions(problem)
    expect(testsets.edges[0].node.comparison.cases.map(({ kind }: { kind: string }) => kind)).toEqual([
      'SCORE',
      'ADDED',
      'CONTENT',
      'ADDED',
    ])
    const entry = await site.prisma.auditEntry.findFirst({
      where: { subject: `Problem:${problem.id}` },
      orderBy: { id: 'desc' },
    })
    expect(entry).toMatchObject({ action: 'problem.testsChanged', actorId: writer.id })
  })

  it('makes no version where nothing differs', async () => {
    const problem = await ownProblem()
    const { data } = await save(problem, { basedOn: basedOn(problem), cases: [{ kept: 1 }, { kept: 2 }] })
    expect(data.saveTestset.testset.number).toBe(1)
    expect((await versions(problem)).testsets.totalCount).toBe(1)
  })

  it('begins the tests of a problem that has none', async () => {
    const problem = await ownProblem({ testcases: null })
    const cases = [{ input: { text: '1' }, answer: { text: '2' } }]
    expect((await save(problem, { cases })).errors).toBeUndefined()
    expect((await save(problem, { cases })).errors?.[0]?.extensions?.code).toBe('CONFLICT')
  })

  it('asks before answers are empty', async () => {
    const problem = await ownProblem()
    const input = { basedOn: basedOn(problem), cases: [{ kept: 1 }, { input: { text: '1' } }] }
    expect((await save(problem, input)).errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { 'cases.1.answer': 'This is required' },
    })
    const { data } = await save(problem, { ...input, emptyAnswers: true })
    expect(data.saveTestset.testset.cases[1]).toMatchObject({ input: { bytes: 1 }, answer: { bytes: 0 } })
  })

  it.each([
    ['scores below zero', { cases: [{ kept: 1, score: -1 }] }],
    ['scores without bound', { cases: [{ kept: 1, score: 10_001 }] }],
    ['no group where there are groups', { caseMode: 'SUBTASK_LOWEST', cases: [{ kept: 1 }] }],
    ['a mode of other problems', { caseMode: 'UNTIL_FAILURE', cases: [{ kept: 1 }] }],
    ['no cases', { cases: [] }],
    ['more than a thousand', { cases: Array.from({ length: 1001 }, () => ({ kept: 1 })) }],
    ['a case that is not there', { cases: [{ kept: 3 }] }],
    ['a case without an input', { cases: [{ answer: { text: '' } }] }],
  ])('refuses %s', async (_, input) => {
    const problem = await ownProblem({ scoring: 'OI' })
    const { errors } = await save(problem, { basedOn: basedOn(problem), ...input })
    expect(errors?.[0]?.extensions?.code).toBe('INVALID_INPUT')
    expect((await versions(problem)).testsets.totalCount).toBe(1)
  })

  it("refuses files of somebody else's upload", async () => {
    const problem = await ownProblem()
    const upload = await brought({ '1.in': 'secret' }, other)
    const { errors } = await save(problem, {
      basedOn: basedOn(problem),
      cases: [{ input: { upload, name: '1.in' }, answer: { text: '' } }],
    })
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })

  it('refuses to undo what somebody else saved, and leaves rules that they changed', async () => {
    const problem = await ownProblem()
    const base = basedOn(problem)
    expect((await save(problem, { basedOn: base, cases: [{ kept: 1 }] }, chief)).errors).toBeUndefined()
    const { errors } = await save(problem, { basedOn: base, cases: [{ kept: 2 }] })
    expect(errors?.[0]?.extensions?.code).toBe('CONFLICT')

    const limited = await ownProblem()
    const before = basedOn(limited)
    await addProblem(site, chief, limited.displayId, {
      id: limited.id,
      visibility: 'HIDDEN',
      timeMs: 4321,
      testcases: null,
    })
    const { data } = await save(limited, { basedOn: before, cases: [{ kept: 2 }] })
    expect(data.saveTestset.testset).toMatchObject({ number: 3, rules: { timeLimitMs: 4321 } })
  })
})

describe('versions', () => {
  it('are compared, and an older one comes back as a new one', async () => {
    const problem = await ownProblem()
    await save(problem, {
      basedOn: basedOn(problem),
      cases: [{ kept: 2 }, { kept: 1 }],
      caseMode: 'UNTIL_FAILURE',
    })
    const { testsets } = await versions(problem)
    expect(testsets.edges.map(({ node }: { node: object }) => node)).toMatchObject([
      {
        number: 2,
        isCurrent: true,
        comparison: {
          cases: [{ kind: 'MOVED' }, { kind: 'MOVED' }],
          rules: [{ field: 'caseMode', before: 'ALL', after: 'UNTIL_FAILURE' }],
        },
      },
      {
        number: 1,
        isCurrent: false,
        comparison: { cases: [{ kind: 'ADDED' }, { kind: 'ADDED' }], rules: [] },
      },
    ])
    const restored = await site.graphql(
      `mutation ($id: ID!) { restoreTestset(input: { id: $id }) { caseMode testset { number
        comparison(since: $id) { cases { kind } rules { field } } } } }`,
      { id: testsets.edges[1].node.id },
      writer,
    )
    expect(restored.data.restoreTestset).toEqual({
      caseMode: 'ALL',
      testset: { number: 3, comparison: { cases: [], rules: [] } },
    })
  })

  it('are not restored with another scoring than a contest of the problem counts by', async () => {
    const { id: problemId } = await addProblem(site, chief, `T${++problems}`)
    const { prisma } = site
    const { testset, ...row } = await prisma.problem.findUniqueOrThrow({
      where: { id: problemId },
      include: { testset: true },
    })
    const older = await prisma.testset.create({
      data: {
        ...{ problemId, manifest: testset?.manifest ?? {}, caseCount: testset?.caseCount ?? 0 },
        rules: { ...rulesOfProblem(row), scoring: 'OI' } as never,
      },
    })
    const contest = await addContest(site, {
      type: 'ACM',
      title: 'Cup',
      ownerId: chief.id,
      ...timesOf('running'),
    })
    const link = { contestId: contest.id, problemId, displayId: 'A', title: 'A', position: 0 }
    await prisma.contestProblem.create({ data: link })
    const restore = () =>
      site.graphql(
        'mutation ($id: ID!) { restoreTestset(input: { id: $id }) { scoring } }',
        { id: globalId('Testset', older.id) },
        chief,
      )
    expect((await restore()).errors?.[0]?.extensions?.code).toBe('PROBLEM_SCORING_FIXED')
    await prisma.contestProblem.updateMany({ where: { problemId }, data: { removedAt: new Date() } })
    expect((await restore()).data.restoreTestset).toEqual({ scoring: 'OI' })
  })

  it('are for those who manage the problem, through every door', async () => {
    const problem = await addProblem(site, chief, `T${++problems}`)
    const id = basedOn(problem)
    const input = { basedOn: id, cases: [{ kept: 1 }] }
    const restore = 'mutation ($id: ID!) { restoreTestset(input: { id: $id }) { id } }'
    for (const asking of [other, ada, null]) {
      expect(await versions(problem, asking)).toEqual({
        viewerCanManage: false,
        testset: null,
        testsets: null,
      })
      const node = await site.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, asking ?? {})
      expect(node.data.node).toBeNull()
      expect((await save(problem, input, asking)).errors?.[0]?.extensions?.code).toMatch(
        asking ? /FORBIDDEN|NOT_FOUND/ : /UNAUTHENTICATED/,
      )
      const { errors } = await site.graphql(restore, { id }, asking ?? {})
      expect(errors?.[0]?.extensions?.code).toMatch(asking ? /NOT_FOUND/ : /UNAUTHENTICATED/)
      for (const path of [
        `/api/file/download-testcase?pid=${problem.id}`,
        `/api/admin/problem/get-problem-cases?pid=${problem.id}`,
      ]) {
        const { status } = await site.rest('GET', path, asking ?? {})
        expect(status, path).toBe(asking ? 403 : 401)
      }
    }
    expect((await save(problem, input, chief)).errors).toBeUndefined()
  })
})

describe('the tests of a problem over REST', () => {
  it('are a zip that is the same version when it is uploaded again', async () => {
    const problem = await ownProblem()
    const response = await fetch(`${site.url}/api/file/download-testcase?pid=${problem.id}`, {
      headers: { authorization: writer.token },
    })
    expect(response.headers.get('content-type')).toBe('application/x-download')
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment;filename=problem_${problem.id}_testcase_\\d+\\.zip$`),
    )
    const zip = new Uint8Array(await response.arrayBuffer())
    const files = await unpackZip(zip)
    expect([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['1.in', '1 2\n'],
      ['1.out', '3\n'],
      ['2.in', '-5 5\n'],
      ['2.out', '0\n'],
    ])
    const upload = (await bring(TESTS, zip)).data.id
    const cases = ['1', '2'].map((stem) => ({
      input: { upload, name: `${stem}.in` },
      answer: { upload, name: `${stem}.out` },
    }))
    const { data } = await save(problem, { basedOn: basedOn(problem), cases })
    expect(data.saveTestset.testset.number).toBe(1)
  })

  it('are listed by the names of their files', async () => {
    const problem = await ownProblem({
      scoring: 'OI',
      testcases: [{ input: '1', answer: '2', subtask: 0, score: 40 }],
    })
    const path = `/api/admin/problem/get-problem-cases?pid=${problem.id}`
    const { data } = await site.rest('GET', `${path}&isUpload=true`, writer)
    expect(data).toMatchObject([
      { id: 1, pid: problem.id, input: '1.in', output: '1.out', score: 40, groupNum: 1 },
    ])
    const none = await ownProblem({ testcases: null })
    const empty = `/api/admin/problem/get-problem-cases?pid=${none.id}`
    expect((await site.rest('GET', empty, writer)).data).toEqual([])
    expect((await site.rest('GET', `/api/file/download-testcase?pid=${none.id}`, writer)).status).toBe(400)
    expect((await site.rest('GET', path.replace(/\d+$/, '999999'), writer)).status).toBe(404)
  })
})
