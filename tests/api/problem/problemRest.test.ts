import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOfProgram } from '#server/modules/problem/authoring/editing.ts'
import { checkingLanguage } from '#server/modules/problem/authoring/restAuthoring.ts'
import { type FakeHost, startFakeHost } from '../../support/fakeHost.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let host: FakeHost
let chief: Person
let teacher: Person
let other: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  host = await startFakeHost(site.databaseUrl, { languages: ['cpp14o2'] })
  chief = await addPerson(site, 'chief', { role: 'PROBLEM_ADMIN' })
  teacher = await addPerson(site, 'teacher', { role: 'ADMIN' })
  other = await addPerson(site, 'other', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
})
afterAll(async () => {
  await host.stop()
  await site.close()
})

/** What the form of the reference system sends, with keys that only itself knows. */
const bodyOf = (problemId: string, change: object = {}, more: object = {}) => ({
  problem: {
    problemId,
    title: 'Sum',
    description: 'Add.',
    input: 'Two numbers.',
    output: 'One.',
    hint: '',
    source: '',
    timeLimit: 1000,
    memoryLimit: 256,
    stackLimit: 128,
    difficulty: 1,
    auth: 2,
    codeShare: true,
    examples: '<input>1 2</input><output>3</output>',
    spjLanguage: '',
    spjCode: '',
    spjCompileOk: false,
    uploadTestcaseDir: '',
    testCaseScore: [],
    contestProblem: {},
    isRemoveEndBlank: true,
    openCaseResult: true,
    judgeMode: 'default',
    judgeCaseMode: 'default',
    type: 0,
    userExtraFile: null,
    judgeExtraFile: null,
    isFileIO: false,
    ioReadFileName: null,
    ioWriteFileName: null,
    ...change,
  },
  changeModeCode: true,
  changeJudgeCaseMode: true,
  judgeMode: 'default',
  samples: [{ input: '1 2', output: '3', pid: null, index: 1 }],
  isUploadTestCase: false,
  uploadTestcaseDir: '',
  languages: [{ id: 1, name: 'C', isSpj: true }],
  tags: [{ name: 'Adding' }],
  codeTemplates: [],
  ...more,
})

const listed = async (asker: Person, query = '') =>
  (await site.rest('GET', `/api/admin/problem/get-problem-list?${query}`, asker)).data.records
const find = async (problemId: string) => {
  const [row] = await listed(chief, `keyword=${problemId}`)
  return row
}

describe('problems through REST', () => {
  it('are made, read, changed, shown and removed as the client of the reference system does it', async () => {
    const made = await site.rest('POST', '/api/admin/problem', { ...teacher, body: bodyOf('rest1') })
    expect(made).toMatchObject({ http: 200, status: 200, data: null })
    const row = await find('REST1')
    expect(row).toMatchObject({
      problemId: 'REST1',
      author: 'teacher',
      auth: 2,
      difficulty: 1,
      examples: '<input>1 2</input><output>3</output>',
      spjCode: null,
    })
    const cases = await site.rest('GET', `/api/admin/problem/get-problem-cases?pid=${row.id}`, teacher)
    expect(cases.data).toMatchObject([{ input: '1.in', output: '1.out' }])
    // What was typed is given back as it was typed, and may be sent again so.
    expect(row.isUploadCase).toBe(false)
    const path = `/api/admin/problem/get-problem-cases?pid=${row.id}&isUpload=${row.isUploadCase}`
    const typed = (await site.rest('GET', path, teacher)).data
    expect(typed).toMatchObject([{ input: '1 2', output: '3' }])
    const more = [...typed, { input: '4 5', output: '9' }]
    await site.rest('PUT', '/api/admin/problem', {
      ...teacher,
      body: { ...bodyOf('REST1', row), samples: more },
    })
    expect((await site.rest('GET', path, teacher)).data).toMatchObject([
      { input: '1 2', output: '3' },
      { input: '4 5', output: '9' },
    ])

    const names = [{ input: '1.in', output: '1.out', score: 0 }]
    const change = { ...row, title: 'Sum of two', timeLimit: 2000 }
    const body = { ...bodyOf('REST1', change), samples: names, isUploadTestCase: true }
    expect((await site.rest('PUT', '/api/admin/problem', { ...teacher, body })).status).toBe(200)
    const titled = (title: string) =>
      site.rest('PUT', '/api/admin/problem', { ...teacher, body: bodyOf('REST1', { ...change, title }) })
    expect((await titled('T'.repeat(256))).status).toBe(400)
    expect((await titled('T'.repeat(255))).status).toBe(200)
    expect((await titled('Sum of two')).status).toBe(200)
    // Numbers without a meaning are refused, and change nothing.
    for (const odd of [{ difficulty: 9 }, { type: 5 }]) {
      const wrong = { ...bodyOf('REST1', Object.assign({ ...change, title: 'Odd' }, odd)), samples: names }
      expect((await site.rest('PUT', '/api/admin/problem', { ...teacher, body: wrong })).status).toBe(400)
    }
    const shut = { ...teacher, body: { id: row.id, auth: 9 } }
    expect((await site.rest('PUT', '/api/admin/problem/change-problem-auth', shut)).status).toBe(400)
    const one = await site.rest('GET', `/api/admin/problem?pid=${row.id}`, teacher)
    expect(one.data).toMatchObject({ title: 'Sum of two', timeLimit: 2000, description: 'Add.' })
    expect(await site.prisma.problemTag.count({ where: { problemId: row.id } })).toBe(1)

    const auth = (asker: Person) =>
      site.rest('PUT', '/api/admin/problem/change-problem-auth', { ...asker, body: { id: row.id, auth: 1 } })
    expect((await auth(teacher)).status).toBe(403)
    expect((await auth(chief)).status).toBe(200)
    expect(await listed(teacher, 'oj=Mine&auth=1')).toHaveLength(1)
    expect((await site.rest('DELETE', `/api/admin/problem?pid=${row.id}`, teacher)).http).toBe(403)
    expect((await site.rest('DELETE', `/api/admin/problem?pid=${row.id}`, chief)).status).toBe(200)
    expect(await listed(chief, 'keyword=REST1')).toEqual([])
  })

  it('are listed of one bank, which is the one of the site for Mine', async () => {
    for (const name of ['BANK1', 'BANK2'])
      await site.rest('POST', '/api/admin/problem', { ...teacher, body: bodyOf(name) })
    const { id } = await find('BANK2')
    await site.prisma.problem.update({ where: { id }, data: { bank: 'HDU', bankKey: '1002' } })
    const names = async (oj: string) =>
      (await listed(chief, `keyword=BANK&oj=${oj}`)).map((row: { problemId: string }) => row.problemId)
    expect(await names('Mine')).toEqual(['BANK1'])
    expect(await names('HDU')).toEqual(['BANK2'])
    expect(await names('All')).toEqual(['BANK2', 'BANK1'])
    await site.prisma.problem.deleteMany({ where: { displayId: { in: ['BANK1', 'BANK2'] } } })
  })

  it('belong to their author and to problem administrators', async () => {
    await site.rest('POST', '/api/admin/problem', { ...teacher, body: bodyOf('REST2') })
    const { id } = await find('REST2')
    expect(await listed(other)).toEqual([])
    const body = bodyOf('REST2', { id })
    for (const [method, path] of [
      ['GET', `/api/admin/problem?pid=${id}`],
      ['PUT', '/api/admin/problem'],
      ['PUT', '/api/admin/problem/change-problem-auth'],
    ] as const) {
      const asked = method === 'GET' ? {} : { body: path.endsWith('auth') ? { id, auth: 2 } : body }
      expect((await site.rest(method, path, { ...other, ...asked })).status, path).toBe(404)
      expect((await site.rest(method, path, { ...ada, ...asked })).http, path).toBe(403)
      expect((await site.rest(method, path, asked)).http, path).toBe(401)
    }
  })

  it('say what the compiler says, and remember what compiles', async () => {
    const compile = (code: string) =>
      site.rest('POST', '/api/admin/problem/compile-spj', { ...teacher, body: { code, language: 'C++' } })
    const report = { timeMs: null, memoryKb: null, output: '', errorOutput: '' }
    const failing = compile('int main(')
    const first = await host.takeTrial()
    expect(first.task.judging).toEqual({ files: {} })
    first.end({ ...report, verdict: 'COMPILE_ERROR', message: 'main.cpp:1: error <here>' })
    expect(await failing).toMatchObject({ status: 400, msg: 'main.cpp:1: error <here>' })

    const code = 'int main() {}'
    const spj = { ...bodyOf('REST3', { spjCode: code, spjLanguage: 'C++' }), judgeMode: 'spj' }
    const save = () => site.rest('POST', '/api/admin/problem', { ...teacher, body: spj })
    expect((await save()).msg).toContain('was not compiled successfully')
    const working = compile(code)
    ;(await host.takeTrial()).end({ ...report, verdict: 'ACCEPTED', message: null })
    expect((await working).status).toBe(200)
    const hash = hashOfProgram({ language: 'cpp14o2', source: code })
    expect(await site.prisma.compiledProgram.count({ where: { hash } })).toBe(1)
    expect((await save()).status).toBe(200)
    expect(await find('REST3')).toMatchObject({ judgeMode: 'spj', spjCode: code, spjLanguage: 'C++' })
    expect(await site.prisma.trial.count()).toBe(0)
  })

  it('tell their managers who changed them last, and nobody else', async () => {
    const made = { ...teacher, body: bodyOf('LAST1') }
    expect((await site.rest('POST', '/api/admin/problem', made)).status).toBe(200)
    const row = await find('LAST1')
    expect(row.modifiedUser).toBe('teacher')
    const shown = { ...chief, body: { ...row, auth: 1 } }
    expect((await site.rest('PUT', '/api/admin/problem/change-problem-auth', shown)).status).toBe(200)
    expect(await find('LAST1')).toMatchObject({ modifiedUser: 'chief' })
    const { data } = await site.rest('GET', '/api/get-problem-detail?problemId=LAST1')
    expect(data.problem.modifiedUser).toBeNull()
  })

  it('take languages by number, as scripts send them, else by name', async () => {
    const rows = await site.prisma.language.findMany({ where: { key: { in: ['c11', 'python3'] } } })
    const idOf = (key: string) => rows.find((row) => row.key === key)?.id
    const languages = [{ id: idOf('c11') }, { id: `${idOf('python3')}`, name: null }, { name: 'C++ 17' }]
    const made = { ...teacher, body: bodyOf('LANG1', {}, { languages }) }
    expect(await site.rest('POST', '/api/admin/problem', made)).toMatchObject({ http: 200, status: 200 })
    const { languageKeys } = await site.prisma.problem.findUniqueOrThrow({ where: { displayId: 'LANG1' } })
    expect(new Set(languageKeys)).toEqual(new Set(['c11', 'python3', 'cpp17']))
  })

  it('take all languages without a list, and at least one of a list', async () => {
    const save = (displayId: string, languages: unknown) =>
      site.rest('POST', '/api/admin/problem', { ...teacher, body: bodyOf(displayId, {}, { languages }) })
    for (const languages of [[], [{ name: 'Klingon' }]])
      expect(await save('TONGUES', languages)).toMatchObject({
        status: 400,
        msg: 'Choose at least one language',
      })
    expect((await save('TONGUES', null)).status).toBe(200)
    const kept = await site.prisma.problem.findUniqueOrThrow({ where: { displayId: 'TONGUES' } })
    expect(kept.languageKeys).toEqual([])
    const none = { problem: { id: kept.id }, languages: [] }
    expect((await site.rest('PUT', '/api/admin/problem', { ...teacher, body: none })).status).toBe(400)
  })

  it('keep the language of their checkers, whatever it is', async () => {
    const names = ['C', 'C++', 'C With O2', 'C++ With O2', 'C++ 17', 'Python3', 'Java']
    for (const [at, spjLanguage] of names.entries()) {
      const code = `checker ${at}`
      const language = checkingLanguage(spjLanguage)
      await site.prisma.compiledProgram.create({ data: { hash: hashOfProgram({ language, source: code }) } })
      const spj = { ...bodyOf(`SPJ${at}`, { spjCode: code, spjLanguage }), judgeMode: 'spj' }
      expect((await site.rest('POST', '/api/admin/problem', { ...teacher, body: spj })).status).toBe(200)
      const row = await find(`SPJ${at}`)
      const optimised = spjLanguage === 'C With O2' || spjLanguage === 'C++ With O2'
      expect(row.spjLanguage).toBe(optimised ? spjLanguage.replace(' With O2', '') : spjLanguage)
      const again = { ...teacher, body: bodyOf(`SPJ${at}`, row, { judgeMode: 'spj' }) }
      expect((await site.rest('PUT', '/api/admin/problem', again)).status).toBe(200)
    }
  })

  it('can be given points and groups with the cases that were read', async () => {
    const samples = [1, 2, 3].map((each) => ({ input: `${each}`, output: `${each}` }))
    const made = { ...teacher, body: bodyOf('POINTS1', {}, { samples }) }
    expect((await site.rest('POST', '/api/admin/problem', made)).status).toBe(200)
    const row = await find('POINTS1')
    const read = async () => {
      const path = `/api/admin/problem/get-problem-cases?pid=${row.id}&isUpload=false`
      return (await site.rest('GET', path, teacher)).data
    }
    const cases = await read()
    expect(cases).toMatchObject([
      { score: 33, groupNum: 1 },
      { score: 33, groupNum: 1 },
      { score: 34, groupNum: 1 },
    ])
    const scored = { ...row, type: 1, judgeCaseMode: 'subtask_lowest' }
    const zeros = cases.map((one: object) => ({ ...one, score: 100, groupNum: 0 }))
    const grouped = { ...teacher, body: bodyOf('POINTS1', scored, { samples: zeros }) }
    expect(await site.rest('PUT', '/api/admin/problem', grouped)).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject(Array(3).fill({ score: 100, groupNum: 1 }))
  })

  it('are saved with the cases that were read, also those without an answer', async () => {
    const made = { ...teacher, body: bodyOf('BARE1') }
    expect((await site.rest('POST', '/api/admin/problem', made)).status).toBe(200)
    const row = await find('BARE1')
    const { testsetId } = await site.prisma.problem.findUniqueOrThrow({ where: { id: row.id } })
    const bare = async (id: number | null) => {
      const { manifest } = await site.prisma.testset.findUniqueOrThrow({ where: { id: id ?? 0 } })
      return manifest as { cases: { answer: unknown; typed?: boolean }[] }
    }
    const manifest = await bare(testsetId)
    const [only] = manifest.cases
    const cases = [{ ...only, answer: null, typed: false }]
    await site.prisma.testset.update({
      where: { id: testsetId ?? 0 },
      data: { manifest: { ...manifest, cases } as never },
    })
    const path = `/api/admin/problem/get-problem-cases?pid=${row.id}&isUpload=true`
    const samples = (await site.rest('GET', path, teacher)).data
    expect(samples).toMatchObject([{ input: '1.in', output: '' }])
    const asRead = bodyOf('BARE1', row, { samples, isUploadTestCase: true })
    expect(await site.rest('PUT', '/api/admin/problem', { ...teacher, body: asRead })).toMatchObject({
      status: 200,
    })
    const after = await site.prisma.problem.findUniqueOrThrow({ where: { id: row.id } })
    expect((await bare(after.testsetId)).cases).toMatchObject([{ answer: null }])
  })
})

describe('tags through REST', () => {
  it('are made, changed and removed by problem administrators, each name once', async () => {
    const body = { name: 'Graphs', color: '#112233', oj: 'ME' }
    expect((await site.rest('POST', '/api/admin/tag', { ...teacher, body })).http).toBe(403)
    const group = await site.rest('POST', '/api/admin/tag/classification', {
      ...chief,
      body: { name: 'Structures', oj: 'ME', rank: 3 },
    })
    const tcid = group.data.id
    const made = await site.rest('POST', '/api/admin/tag', { ...chief, body: { ...body, tcid } })
    expect(made.data).toMatchObject({ name: 'Graphs', color: '#112233', tcid })
    expect(await site.rest('POST', '/api/admin/tag', { ...chief, body })).toMatchObject({
      status: 400,
      msg: 'The tag has been added, please do not add it repeatedly!',
    })
    const { id } = made.data
    const changed = { ...chief, body: { ...made.data, name: 'Graph theory' } }
    expect((await site.rest('PUT', '/api/admin/tag', changed)).status).toBe(200)
    // A reader of another language sends back the name of this one, which is no name of theirs.
    const inChinese = { ...chief, locale: 'zh-CN' }
    const coloured = { ...inChinese, body: { ...changed.body, color: '#445566' } }
    expect((await site.rest('PUT', '/api/admin/tag', coloured)).status).toBe(200)
    const { names, color } = await site.prisma.tag.findUniqueOrThrow({ where: { id } })
    expect({ names, color }).toEqual({ names: { 'en-US': 'Graph theory' }, color: '#445566' })
    const ranked = { ...inChinese, body: { ...group.data, rank: 4 } }
    expect((await site.rest('PUT', '/api/admin/tag/classification', ranked)).status).toBe(200)
    expect(await site.prisma.tagGroup.findUniqueOrThrow({ where: { id: tcid } })).toMatchObject({
      names: { 'en-US': 'Structures' },
      rank: 4,
    })
    expect((await site.rest('DELETE', `/api/admin/tag/classification?tcid=${tcid}`, chief)).status).toBe(200)
    expect((await site.prisma.tag.findUnique({ where: { id } }))?.tagGroupId).toBeNull()
    expect((await site.rest('DELETE', `/api/admin/tag?tid=${id}`, chief)).status).toBe(200)
    expect((await site.rest('DELETE', `/api/admin/tag?tid=${id}`, chief)).status).toBe(404)
    expect(await site.prisma.auditEntry.count({ where: { subject: `Tag:${id}` } })).toBe(4)
  })
})
