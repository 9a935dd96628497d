import { afterEach, describe, expect, it } from 'vitest'
import { compileOptionsOf, LANGUAGES } from '#server/modules/bank/libreoj/languages.ts'
import { libreoj } from '#server/modules/bank/libreoj/libreoj.ts'
import { readProblemAnswer } from '#server/modules/bank/libreoj/problem.ts'
import { readOutcome } from '#server/modules/bank/libreoj/result.ts'
import { ACCOUNT, endTalks, faultIn, faultOf, talkTo } from '#tests/support/banks/talking.ts'

const BASE = new URL('https://loj.ac/p/6001')
afterEach(endTalks)

it.each([
  [' 6001 ', '6001'],
  ['0', null],
  ['06', null],
  ['6001a', null],
  ['1e3', null],
  ['9999999999', null],
])('reads the id %j as %j', (text, id) => expect(libreoj.readId(text)).toBe(id))

describe('statements', () => {
  it('are read by the titles of their sections', async () => {
    const { session } = await talkTo(libreoj)
    const problem = await libreoj.readProblem(session(), '6001')
    expect(problem).toMatchObject({
      title: '茶山小径',
      locale: 'zh-CN',
      timeMs: 1500,
      memoryMb: 256,
      url: BASE.href,
      input: '第一行 $n$，第二行 $n$ 个整数。',
      output: '一个整数。',
      tags: ['动态规划', '二分查找'],
      samples: [
        { input: '3\n3 1 2\n', output: '2\n' },
        { input: '1\n9\n', output: '1\n' },
      ],
    })
    expect(problem.description).toContain('![小径图](https://loj.ac/files/path.png)')
    expect(problem.hint).toBe('**样例**\n\n走第二、三座亭子。\n\n**数据范围与提示**\n\n$1 \\le n \\le 10^5$')
  })

  it('are read by the order of sections whose titles are unknown, with the files to read', async () => {
    const { session } = await talkTo(libreoj)
    expect(await libreoj.readProblem(session(), '6002')).toMatchObject({
      locale: 'en-US',
      description: 'A ferry crosses $k$ times.',
      input: 'File: `ferry.in`\n\nThe number $k$.',
      output: 'File: `ferry.out`\n\nThe fare.',
      samples: [],
    })
  })

  const whole = {
    meta: { type: 'Traditional' },
    judgeInfo: { timeLimit: 1000, memoryLimit: 256 },
    localizedContentsOfLocale: {
      title: 'T',
      contentSections: [{ sectionTitle: '题目描述', type: 'Text', text: 'x' }],
    },
  }

  it('have the largest limits of their cases', () => {
    const subtasks = [
      { timeLimit: 3000, testcases: [{ memoryLimit: 64 }, { timeLimit: 500, memoryLimit: 128 }] },
      { memoryLimit: 96, testcases: [{ timeLimit: 2000 }, { timeLimit: 0 }] },
    ]
    const limitsOf = (judgeInfo: object) => readProblemAnswer({ ...whole, judgeInfo }, BASE)
    expect(limitsOf({ subtasks })).toMatchObject({ timeMs: 3000, memoryMb: 128 })
    expect(limitsOf({ timeLimit: 4000, memoryLimit: 256, subtasks })).toMatchObject({
      timeMs: 4000,
      memoryMb: 128,
    })
    expect(limitsOf({ ...whole.judgeInfo, subtasks: null })).toMatchObject({ timeMs: 1000, memoryMb: 256 })
  })

  it.each([
    ['the title', { localizedContentsOfLocale: null }],
    ['the time limit', { judgeInfo: { memoryLimit: 256 } }],
    ['the memory limit', { judgeInfo: { timeLimit: 1000, memoryLimit: '256' } }],
    ['the statement', { localizedContentsOfLocale: { title: 'T', contentSections: [null, 3, {}] } }],
  ])('name %s where it is missing', (what, part) => {
    expect(readProblemAnswer(whole, BASE).description).toBe('x')
    const fault = faultIn(() => readProblemAnswer({ ...whole, ...part }, BASE))
    expect(fault).toMatchObject({ kind: 'CHANGED', detail: `${what} is missing in the answer` })
  })
})

describe('runs', () => {
  it('say what the compiler said, and how much was cut', () => {
    const cut = { data: 'error', omittedLength: 7 }
    const answer = { meta: { status: 'CompilationError' }, progress: { compile: { message: cut } } }
    expect(readOutcome(answer)).toMatchObject({ message: 'error\n… (7 more)' })
  })

  it.each(['constructor', '__proto__', 'toString'])('wait with the status %s (area-rules B9)', (status) =>
    expect(readOutcome({ meta: { status } })).toEqual({ state: 'WAITING' }),
  )

  it('are not listed for unknown problems and names', async () => {
    const { member } = await talkTo(libreoj)
    const one = await member()
    const ids = (problemId: string, username = 'robot') => libreoj.runsOf(one, { problemId, username })
    expect((await faultOf(ids('7000'))).kind).toBe('NO_PROBLEM')
    expect((await faultOf(ids('6001', 'nobody'))).kind).toBe('CHANGED')
  })

  it('may be hidden', () => {
    expect(faultIn(() => readOutcome({ error: 'PERMISSION_DENIED' })).kind).toBe('SIGNED_OUT')
    for (const answer of [null, [], 'x', {}]) expect(faultIn(() => readOutcome(answer)).kind).toBe('CHANGED')
  })
})

it('sends the inner id of a problem, and a language with its options', async () => {
  const { fake, member } = await talkTo(libreoj)
  await libreoj.send(await member(), {
    problemId: '6001',
    languageId: 'cpp-gcc-17-O2',
    username: ACCOUNT.username,
    source: 'x',
  })
  expect(fake.log.at(-1)?.json).toMatchObject({
    problemId: 11,
    content: {
      language: 'cpp',
      compileAndRunOptions: { compiler: 'g++', std: 'c++17', O: '2', m: '64' },
    },
    uploadInfo: null,
  })
})

describe('languages', () => {
  it('are 24, each once, with options of their own', () => {
    const options = LANGUAGES.map(({ id }) => JSON.stringify(compileOptionsOf(id)))
    expect([LANGUAGES.length, new Set(options).size, new Set(LANGUAGES.map(({ id }) => id)).size]).toEqual([
      24, 24, 24,
    ])
    expect(compileOptionsOf('nothing')).toBeNull()
  })

  it.each([
    [
      'c-clang-11-O0',
      { language: 'c', compileAndRunOptions: { compiler: 'clang', std: 'c11', O: '0', m: '64' } },
    ],
    ['java', { language: 'java', compileAndRunOptions: {} }],
    ['python-3.10', { language: 'python', compileAndRunOptions: { version: '3.10' } }],
    ['kotlin-1.8', { language: 'kotlin', compileAndRunOptions: { version: '1.8', platform: 'jvm' } }],
    ['rust-2021', { language: 'rust', compileAndRunOptions: { version: '2021', optimize: '0' } }],
  ])('%s has its options', (id, options) => expect(compileOptionsOf(id)).toEqual(options))
})
