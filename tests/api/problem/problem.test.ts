import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let writer: Person
let admin: Person
let ada: Person

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  writer = await addPerson(site, 'writer', { role: 'PROBLEM_ADMIN' })
  admin = await addPerson(site, 'admin', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
  await addProblem(site, writer, 'X1', { visibility: 'HIDDEN' })
  await addProblem(site, writer, 'X2', { visibility: 'CONTEST_ONLY' })
})
afterAll(() => site.close())

const oneId = (n: number) => Buffer.from(`Problem:${n}`).toString('base64')
const numberOf = async (displayId: string) =>
  (await site.prisma.problem.findUniqueOrThrow({ where: { displayId } })).id

describe('a problem', () => {
  const ONE = `query ($id: String!) { problem(displayId: $id) {
    id number displayId bank title difficulty scoring fullScore oiRankScore caseMode judgeMode timeLimitMs memoryLimitMib
    stackLimitMib fileInput fileOutput codeShare author { username } createdAt updatedAt
    statement { locale title description input output hint source } samples { index input output }
    templates { languageKey code } annexes { name sizeBytes url } userFiles { name content }
    languages { key } tally { total accepted rate } } }`

  beforeAll(async () => {
    await addProblem(site, writer, 'P2000', {
      scoring: 'OI',
      difficulty: 'HARD',
      caseMode: 'SUBTASK_LOWEST',
      checker: { kind: 'program', language: 'cpp17', source: 'int main() {}' },
      fileIo: { input: 'sum.in', output: 'sum.out' },
      userFiles: { 'sum.h': 'int sum(int, int);' },
      judgeFiles: { 'secret.h': 'int secret = 42;' },
      templates: { cpp17: '// here', python3: '# here' },
      languageKeys: ['cpp17', 'python3'],
      annexes: [{ name: '附件 "1".txt', content: Buffer.from('annexed') }],
      testcases: [
        { input: '1 2\r\n', answer: '3\r\n', subtask: 1, score: 30 },
        { input: '3 4\r', answer: '7\r', subtask: 1, score: 30 },
        { input: '5 6\n', answer: null, subtask: 2, score: 70, name: 'no answer' },
      ],
    })
    await site.prisma.problemTally.update({
      where: { problemId: await numberOf('P2000') },
      data: { total: 8, accepted: 2, outputLimitExceeded: 1, runtimeError: 2 },
    })
  })

  it('shows all that a contestant needs', async () => {
    const { data, errors } = await site.graphql(ONE, { id: ' p2000 ' })
    expect(errors).toBeUndefined()
    expect(data.problem).toMatchObject({
      number: await numberOf('P2000'),
      displayId: 'P2000',
      bank: 'ME',
      title: 'Sum P2000',
      difficulty: 'HARD',
      scoring: 'OI',
      fullScore: 100,
      oiRankScore: 14,
      caseMode: 'SUBTASK_LOWEST',
      judgeMode: 'CHECKER',
      timeLimitMs: 1000,
      memoryLimitMib: 256,
      stackLimitMib: 128,
      fileInput: 'sum.in',
      fileOutput: 'sum.out',
      codeShare: true,
      author: { username: 'writer' },
      statement: { locale: 'EN_US', title: 'Sum P2000', source: 'Tests' },
      samples: [{ index: 1, input: '1 2\n', output: '3\n' }],
      templates: [
        { languageKey: 'cpp17', code: '// here' },
        { languageKey: 'python3', code: '# here' },
      ],
      userFiles: [{ name: 'sum.h', content: 'int sum(int, int);' }],
      languages: [{ key: 'cpp17' }, { key: 'python3' }],
      tally: { total: 8, accepted: 2, rate: 0.25 },
    })
    const chinese = await site.graphql(ONE, { id: 'P2000' }, { locale: 'zh-CN' })
    expect(chinese.data.problem.statement).toMatchObject({ locale: 'ZH_CN', title: '求和 P2000' })
  })

  it('brings the formulas of its statement as they are shown', async () => {
    const problemId = await numberOf('P2000')
    await site.prisma.statement.updateMany({ where: { problemId }, data: { input: 'One line with $n$.' } })
    const { data } = await site.graphql(
      'query ($id: String!) { problem(displayId: $id) { statement { formulas { source display html } } } }',
      { id: 'P2000' },
    )
    expect(data.problem.statement.formulas).toContainEqual({
      source: 'n',
      display: false,
      html: expect.stringContaining('class="katex"'),
    })
  })

  it('has the old shape through the REST door, and keeps what gives the tests away', async () => {
    const { data } = await site.rest('GET', '/api/get-problem-detail?problemId=P2000', { token: root.token })
    expect(data.languages).toEqual(['C++ 17', 'Python3'])
    expect(data.codeTemplate).toEqual({ 'C++ 17': '// here', Python3: '# here' })
    expect(data.problemCount).toMatchObject({ pid: data.problem.id, total: 8, ac: 2, re: 3, pa: 0 })
    expect(data.problem).toMatchObject({
      problemId: 'P2000',
      author: 'writer',
      type: 1,
      judgeMode: 'spj',
      judgeCaseMode: 'subtask_lowest',
      timeLimit: 1000,
      memoryLimit: 256,
      examples: '<input>1 2\n</input><output>3\n</output>',
      isRemote: false,
      difficulty: 2,
      auth: 1,
      ioScore: 100,
      spjCode: null,
      spjLanguage: null,
      judgeExtraFile: null,
      userExtraFile: '{"sum.h":"int sum(int, int);"}',
      isFileIO: true,
      ioReadFileName: 'sum.in',
      ioWriteFileName: 'sum.out',
      gid: null,
    })
    expect(JSON.stringify(data)).not.toContain('secret')

    const templates = await site.rest('GET', `/api/get-problem-code-template?pid=${data.problem.id}`)
    expect(templates.data).toMatchObject([
      { pid: data.problem.id, lid: expect.any(Number), code: '// here', status: true },
      { code: '# here' },
    ])
  })

  it('keeps its tests as an immutable list of files with the line ends of Unix', async () => {
    const row = await site.prisma.problem.findUniqueOrThrow({
      where: { displayId: 'P2000' },
      include: { testset: true },
    })
    const manifest = row.testset?.manifest as {
      cases: { index: number; subtask: number; score: number; input: File; answer: File | null }[]
    }
    type File = { hash: string; size: number; name: string }
    expect(manifest.cases).toMatchObject([
      { index: 1, subtask: 1, score: 30, input: { name: '1.in', size: 4 }, answer: { name: '1.out' } },
      { index: 2, subtask: 1, score: 30 },
      { index: 3, subtask: 2, score: 70, input: { name: '3-no-answer.in' }, answer: null },
    ])
    const read = async (file: File | null | undefined) =>
      Buffer.from(await site.house.blobs.readBytes(file?.hash ?? '')).toString()
    expect(await read(manifest.cases[0]?.input)).toBe('1 2\n')
    expect(await read(manifest.cases[1]?.answer)).toBe('7\n')
  })

  it('hands out its annexes as files to save', async () => {
    const { data } = await site.graphql(ONE, { id: 'P2000' })
    const [annex] = data.problem.annexes
    expect(annex).toMatchObject({ name: '附件 "1".txt', sizeBytes: 7 })
    const response = await fetch(site.url + annex.url)
    expect(await response.text()).toBe('annexed')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment;filename=${encodeURIComponent('附件 "1".txt')}`,
    )
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const other = await site.rest('GET', `${annex.url}x`)
    expect(other).toMatchObject({ http: 404, status: 404 })
    expect(await site.rest('GET', '/problem-files/x/y')).toMatchObject({ http: 404 })
  })

  it('that is not public is there for those alone who manage it', async () => {
    await addProblem(site, writer, 'X9', {
      visibility: 'HIDDEN',
      annexes: [{ name: 'a.txt', content: Buffer.from('hidden') }],
    })
    const number = await numberOf('X9')
    const annex = await site.prisma.annex.findFirstOrThrow({ where: { problemId: number } })
    const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } }'
    for (const token of [null, ada.token, admin.token]) {
      const one = await site.graphql(ONE, { id: 'X9' }, { token })
      expect(one.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
      for (const id of [oneId(number), Buffer.from(`Annex:${annex.id}`).toString('base64')]) {
        const node = await site.graphql(NODE, { id }, { token })
        expect(node.data?.node ?? null).toBeNull()
      }
      const rest = await site.rest('GET', '/api/get-problem-detail?problemId=X9', { token })
      expect(rest).toMatchObject({ http: 200, status: 404, data: null })
      for (const path of ['get-problem-code-template', 'get-problem-languages', 'get-problem-tags']) {
        const answer = await site.rest('GET', `/api/${path}?pid=${number}`, { token })
        expect(answer).toMatchObject({ http: 200, status: 404 })
      }
      const file = await site.rest('GET', `/problem-files/${annex.id}/a.txt`, { token })
      expect(file).toMatchObject({ http: 404 })
    }
    for (const token of [root.token, writer.token]) {
      expect((await site.graphql(ONE, { id: 'X9' }, { token })).data.problem.displayId).toBe('X9')
      expect((await site.graphql(NODE, { id: oneId(number) }, { token })).data.node.__typename).toBe(
        'Problem',
      )
    }
    const response = await fetch(`${site.url}/problem-files/${annex.id}/a.txt`, {
      headers: { authorization: writer.token },
    })
    expect(await response.text()).toBe('hidden')
  })

  it('is at the address of its id and at that of its number, an id that is a number first', async () => {
    await addProblem(site, writer, 'X8', { visibility: 'HIDDEN' })
    const number = await numberOf('X8')
    const at = async (id: string, token: string) =>
      (await site.graphql(ONE, { id }, { token })).data?.problem?.displayId ?? null
    expect(await at('x8', writer.token)).toBe('X8')
    expect(await at(String(number), writer.token)).toBe('X8')
    expect(await at(String(number), ada.token)).toBeNull()
    await addProblem(site, writer, String(number))
    expect(await at(String(number), writer.token)).toBe(String(number))
    expect(await at('99999999999', writer.token)).toBeNull()
  })

  it('is not found where there is none', async () => {
    expect((await site.graphql(ONE, { id: 'NONE' })).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    expect(await site.rest('GET', '/api/get-problem-detail')).toMatchObject({ http: 400, status: 400 })
    expect(await site.rest('GET', '/api/get-problem-detail?problemId=NONE')).toMatchObject({
      http: 200,
      status: 404,
    })
  })
})
