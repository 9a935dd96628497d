import { randomUUID } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '#prisma/generated/client.ts'
import { PACKAGE_BOUNDS } from '#server/modules/problem/package/files.ts'
import { unpackZip } from '#server/modules/problem/package/unpack.ts'
import { casesNamed, uploadOfDir } from '#server/modules/problem/testdata/named.ts'
import { sweepTestUploads } from '#server/modules/problem/testdata/upload.ts'
import { globalId } from '../support/judgeable.ts'
import { type ZipEntry, zipOf, zippedOf } from '../support/packages.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { addProblem } from '../support/problems.ts'
import { type Site, startSite } from '../support/site.ts'

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

const ZIP = '/api/file/upload-testcase-zip'
const TESTS = '/api/file/upload-tests'

/** What an upload is answered. */
async function bring(
  path: string,
  content: Uint8Array | string,
  { as = writer, name = 'tests.zip' }: { as?: Person | null; name?: string } = {},
) {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(content)]), name)
  const response = await fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: { 'accept-language': 'en-US', ...(as ? { authorization: as.token } : {}) },
    body: form,
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  const envelope = (await response.json()) as { status: number; data: any; msg: string }
  return { http: response.status, ...envelope }
}

const brought = async (files: Record<string, string | Uint8Array>, as = writer): Promise<string> =>
  (await bring(TESTS, zippedOf(files), { as })).data.id

const PAIRS = `pairs { stem input { name bytes notes head { text isWhole } } answer { name notes } } left { name }`
const uploadOf = (number: string, asking: Person | null = writer) =>
  site.graphql(
    `query ($number: String!) { testUpload(number: $number) { ${PAIRS} } }`,
    { number },
    asking ?? {},
  )

describe('the upload of the reference system', () => {
  it('pairs the files at the root of a zip, and answers names and no path', async () => {
    const zip = zippedOf({
      '10.in': '10\r\n',
      '10.out': '',
      '2.in': '2',
      '2.ans': '2',
      'input7.txt': '7',
      'output7.txt': '7',
      'lonely.in': '1',
      'folder/3.in': '3',
      'readme.md': 'hello',
    })
    const { http, status, data, msg } = await bring(`${ZIP}?mode=default`, zip)
    expect({ http, status, msg }).toEqual({ http: 200, status: 200, msg: 'success' })
    expect(data.fileList).toEqual([
      { input: '2.in', output: '2.ans' },
      { input: '10.in', output: '10.out' },
      { input: 'input7.txt', output: 'output7.txt' },
      { input: 'lonely.in', output: 'lonely.out' },
    ])
    expect(data.fileListDir).toMatch(/^upload:[\da-f-]{36}$/)
  })

  it('puts all cases into one group where there are groups', async () => {
    const zip = zippedOf({ '1.in': '1', '1.out': '1' })
    for (const mode of ['subtask_lowest', 'subtask_average']) {
      const { data } = await bring(`${ZIP}?mode=${mode}&gid=3`, zip)
      expect(data.fileList).toEqual([{ input: '1.in', output: '1.out', groupNum: 1 }])
    }
    expect((await bring(ZIP, zip)).data.fileList).toEqual([{ input: '1.in', output: '1.out' }])
  })

  it('takes its client, which shows a cookie alone', async () => {
    const form = new FormData()
    form.append('file', new Blob([Buffer.from(zippedOf({ '1.in': '1' }))]), '1.zip')
    const response = await fetch(`${site.url}${ZIP}?mode=default`, {
      method: 'POST',
      headers: { cookie: `upload-session=${writer.token}` },
      body: form,
    })
    expect(((await response.json()) as { status: number }).status).toBe(200)
  })

  it.each([ZIP, TESTS])('is for those who set problems: %s', async (path) => {
    const zip = zippedOf({ '1.in': '1', '1.out': '1' })
    expect(await bring(path, zip, { as: null })).toMatchObject({ http: 401, status: 401 })
    expect(await bring(path, zip, { as: ada })).toMatchObject({ http: 403, status: 403 })
    for (const as of [writer, chief]) expect(await bring(path, zip, { as })).toMatchObject({ status: 200 })
  })

  it('hands its files to whoever saves the problem, by the names and for their owner alone', async () => {
    const { data } = await bring(ZIP, zippedOf({ '1.in': 'one\n', '1.out': 'eins\n', '2.in': 'two\n' }))
    const uploadId = uploadOfDir(data.fileListDir) ?? ''
    const named = [
      { input: '2.in', output: '2.out', score: 3, subtask: 0 },
      { input: '1.in', output: '1.out', score: 4, subtask: 0 },
    ]
    const cases = await casesNamed(contextOf(site, writer), { uploadId }, named)
    expect(cases).toMatchObject([
      { input: { name: '2.in', size: 4 }, answer: '', score: 3 },
      { input: { name: '1.in' }, answer: { name: '1.out' }, score: 4 },
    ])
    await expect(casesNamed(contextOf(site, other), { uploadId }, named)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const forged = [{ ...named[0], input: '../../secrets', output: '', score: 0, subtask: 0 }]
    await expect(casesNamed(contextOf(site, writer), { uploadId }, forged)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(uploadOfDir('/judge/test_case/problem_1')).toBeNull()
  })
})

describe('the upload of our own client', () => {
  it('takes folders, without the one that holds them all, and says what it found', async () => {
    const id = await brought({
      'data/sample/1.in': '\ufeff1\r\n',
      'data/sample/1.ans': Buffer.from('\ufeff一', 'utf16le'),
      'data/secret/1.in': Buffer.from([0xc4, 0xe3]),
      'data/about.txt': '',
    })
    const { data, errors } = await uploadOf(id)
    expect(errors).toBeUndefined()
    expect(data.testUpload).toEqual({
      pairs: [
        {
          stem: 'sample/1',
          input: {
            name: 'sample/1.in',
            bytes: 2,
            notes: ['BYTE_ORDER_MARK', 'LINE_ENDS'],
            head: { text: '1\n', isWhole: true },
          },
          answer: { name: 'sample/1.ans', notes: ['UTF16'] },
        },
        {
          stem: 'secret/1',
          input: { name: 'secret/1.in', bytes: 2, notes: ['NOT_UTF8'], head: { text: '你', isWhole: true } },
          answer: null,
        },
      ],
      left: [{ name: 'about.txt' }],
    })
    for (const asking of [other, ada, null]) {
      expect((await uploadOf(id, asking)).errors?.[0]?.extensions?.code).toMatch(/NOT_FOUND|UNAUTHENTICATED/)
    }
  })

  it('gathers loose files in one upload, and the last of a name counts', async () => {
    const { data } = await bring(TESTS, '1', { name: '1.in' })
    const into = `${TESTS}?into=${data.id}`
    for (const [name, text] of [
      ['1.out', 'a'],
      ['../../2.in', 'b'],
      ['1.in', '22'],
    ] as const) {
      expect(await bring(into, text, { name })).toMatchObject({ status: 200, data: { id: data.id } })
    }
    const { pairs } = (await uploadOf(data.id)).data.testUpload
    expect(pairs).toMatchObject([
      { stem: '1', input: { bytes: 2 }, answer: { name: '1.out' } },
      { stem: '2', answer: null },
    ])
    expect(await bring(into, '1', { name: '1.in', as: other })).toMatchObject({ status: 404 })
    expect(await bring(`${TESTS}?into=${randomUUID()}`, '1', { name: '1.in' })).toMatchObject({ status: 404 })
  })

  it('reads names that Chinese systems packed', async () => {
    const name = Buffer.from([0xb2, 0xe2, 0xca, 0xd4, 0x2e, 0x69, 0x6e])
    const { data } = await bring(ZIP, zipOf([{ name, content: '1' }]))
    expect(data.fileList).toEqual([{ input: '测试.in', output: '测试.out' }])
  })

  it('is swept after a day', async () => {
    const id = await brought({ '1.in': '1' })
    const fresh = await brought({ '1.in': '1' })
    const long = new Date(Date.now() - 25 * 3600_000)
    await site.prisma.testUpload.update({ where: { id }, data: { createdAt: long } })
    await sweepTestUploads(contextOf(site, null))
    expect((await uploadOf(id)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    expect((await uploadOf(fresh)).errors).toBeUndefined()
  })
})

describe('a hostile archive', () => {
  const refused = async (content: Uint8Array, words: RegExp, path = TESTS) => {
    const { http, status, msg } = await bring(path, content)
    expect({ http, status }).toEqual({ http: 200, status: 400 })
    expect(msg).toMatch(words)
  }
  const entries = (...list: ZipEntry[]) => zipOf(list)

  it.each(['../evil.in', '/etc/1.in', 'C:/1.in', 'a//1.in', '1\n.in'])('with %j in it', (name) =>
    refused(entries({ name, content: '1' }), /path|name/i),
  )

  it('that is no zip, is broken, encrypted or without any test', async () => {
    await refused(Buffer.from('hello'), /zip/i)
    await refused(zippedOf({ '1.in': '1'.repeat(99) }).subarray(0, 60), /zip/i)
    await refused(entries({ name: '1.in', content: '1', crc: 7 }), /zip|damaged|broken/i)
    await refused(entries({ name: '1.in', content: '1', flags: 1 }), /password|encrypt/i)
    await refused(zippedOf({ 'readme.md': '1' }), /no pair/i)
    await refused(zippedOf({ 'folder/1.in': '1' }), /no pair/i, ZIP)
    await refused(entries({ name: '1.in', content: '1' }, { name: '1.in', content: '2' }), /twice|1\.in/i)
  })

  it('whose entries are too many', async () => {
    const many = Array.from({ length: PACKAGE_BOUNDS.entries + 1 }, (_, at) => ({
      name: `${at}/`,
      method: 0,
      mode: 0o40755,
    }))
    await refused(zipOf(many), /20,?000/)
  })

  it('that unpacks to hundreds of times its size', async () => {
    const zeros = deflateRawSync(Buffer.alloc(PACKAGE_BOUNDS.ratioFromBytes * 2))
    expect(zeros.length).toBeLessThan(200_000)
    await refused(zippedOf({ '1.in': Buffer.alloc(PACKAGE_BOUNDS.ratioFromBytes * 2) }), /times its own size/)
  })

  it('with a link in it, which leads nowhere', async () => {
    const id = (
      await bring(
        TESTS,
        entries({ name: '1.in', content: '1' }, { name: '1.out', content: '/etc/passwd', mode: 0o120777 }),
      )
    ).data.id
    expect((await uploadOf(id)).data.testUpload.pairs).toMatchObject([{ stem: '1', answer: null }])
  })
})

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
      { id: 1, pid: problem.id, input: '1.in', output: '1.out', score: 40, groupNum: 0 },
    ])
    const none = await ownProblem({ testcases: null })
    const empty = `/api/admin/problem/get-problem-cases?pid=${none.id}`
    expect((await site.rest('GET', empty, writer)).data).toEqual([])
    expect((await site.rest('GET', `/api/file/download-testcase?pid=${none.id}`, writer)).status).toBe(400)
    expect((await site.rest('GET', path.replace(/\d+$/, '999999'), writer)).status).toBe(404)
  })
})
