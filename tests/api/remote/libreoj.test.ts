import { afterEach, describe, expect, it } from 'vitest'
import { BankFault, type BankOutcome } from '#server/modules/bank/bank.ts'
import { compileOptionsOf, LANGUAGES } from '#server/modules/bank/libreoj/languages.ts'
import { libreoj } from '#server/modules/bank/libreoj/libreoj.ts'
import { readProblemAnswer } from '#server/modules/bank/libreoj/problem.ts'
import { readOutcome } from '#server/modules/bank/libreoj/result.ts'
import { type OpenedSession, openSession } from '#server/modules/bank/openSession.ts'
import { type FakeOptions, type RunningFakeBank, serveFakeBank } from '#tests/support/banks/fakeBank.ts'
import { COMPILER, libreojSite } from '#tests/support/banks/libreoj.ts'

const ACCOUNT = { username: 'robot', password: 'right password' }
const BASE = new URL('https://loj.ac/p/6001')
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

function sessionAt({ origin }: RunningFakeBank, saved: string | null = null): OpenedSession {
  const session = openSession(libreoj, saved, {
    origins: { LIBRE: origin },
    proxy: null,
  })
  open.push(session)
  return session
}

async function start(options: FakeOptions = {}) {
  const running = await serveFakeBank(libreojSite(), options)
  open.push(running)
  return { running, fake: running.bank, session: sessionAt(running) }
}

async function signedIn(options: FakeOptions = {}) {
  const started = await start(options)
  await libreoj.signIn(started.session, ACCOUNT)
  return started
}

async function faultOf(act: () => unknown): Promise<BankFault> {
  try {
    await act()
  } catch (error) {
    if (error instanceof BankFault) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

const sending = (source: string, problemId = '6001') => ({
  problemId,
  source,
  username: 'robot',
  languageId: 'cpp-gcc-17-O2',
})

async function judged(session: OpenedSession, source: string) {
  const id = (await libreoj.send(session, sending(source))) ?? ''
  const states: string[] = []
  for (let at = 0; at < 8; at++) {
    const outcome: BankOutcome = await libreoj.poll(session, { id, problemId: '6001', username: 'robot' })
    states.push(outcome.state)
    if (outcome.state === 'DONE') return { id, states, outcome }
  }
  return { id, states, outcome: null }
}

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
    const { session } = await start()
    const problem = await libreoj.readProblem(session, '6001')
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
    const { session } = await start()
    expect(await libreoj.readProblem(session, '6002')).toMatchObject({
      locale: 'en-US',
      description: 'A ferry crosses $k$ times.',
      input: 'File: `ferry.in`\n\nThe number $k$.',
      output: 'File: `ferry.out`\n\nThe fare.',
      samples: [],
    })
  })

  it.each(['7000', '6003', 'x'])('are missing for %s', async (id) => {
    const { session } = await start()
    expect((await faultOf(() => libreoj.readProblem(session, id))).kind).toBe('NO_PROBLEM')
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
  ])('name %s where it is missing', async (what, part) => {
    expect(readProblemAnswer(whole, BASE).description).toBe('x')
    const fault = await faultOf(() => readProblemAnswer({ ...whole, ...part }, BASE))
    expect(fault).toMatchObject({ kind: 'CHANGED', detail: `${what} is missing in the answer` })
  })

  it.each([
    ['CHANGED', 'CHANGED'],
    ['CAPTCHA', 'CAPTCHA'],
    ['RATE_LIMIT', 'TOO_FAST'],
    ['ERROR_500', 'UNREACHABLE'],
    ['ENDLESS', 'UNREACHABLE'],
  ] as const)('fail by %s as %s', async (fault, kind) => {
    const { session, fake } = await start()
    fake.fault('problem', fault)
    expect((await faultOf(() => libreoj.readProblem(session, '6001'))).kind).toBe(kind)
  })
})

describe('signing in', () => {
  it('keeps the token in the saved session', async () => {
    const { running, session } = await signedIn()
    const later = sessionAt(running, session.save())
    expect(await libreoj.send(later, sending('x'))).toBe('2100001')
  })

  it('fails with wrong words, for a locked account and where a captcha is asked', async () => {
    const { session, fake } = await start()
    const attempt = (part: Partial<typeof ACCOUNT>) =>
      faultOf(() => libreoj.signIn(session, { ...ACCOUNT, ...part }))
    expect((await attempt({ password: 'wrong' })).kind).toBe('WRONG_PASSWORD')
    expect((await attempt({ username: 'nobody' })).kind).toBe('WRONG_PASSWORD')
    fake.lock('robot')
    expect(await attempt({})).toMatchObject({ kind: 'LOCKED', detail: 'USER_BANNED' })
    fake.fault('signIn', 'CAPTCHA', 1)
    expect((await attempt({})).kind).toBe('CAPTCHA')
  })

  it('is asked for again when the session ended, and not when the account is locked', async () => {
    const { session, fake } = await signedIn()
    fake.expireSessions()
    const act = () => libreoj.send(session, sending('x'))
    expect(await faultOf(act)).toMatchObject({ kind: 'SIGNED_OUT', isSent: false })
    await libreoj.signIn(session, ACCOUNT)
    fake.lock('robot')
    expect(await faultOf(act)).toMatchObject({ kind: 'LOCKED', isSent: false })
    fake.lock('robot', false)
    expect(await act()).toBe('2100001')
  })

  it('is needed to send', async () => {
    const { session } = await start()
    expect((await faultOf(() => libreoj.send(session, sending('x')))).kind).toBe('SIGNED_OUT')
  })
})

describe('runs', () => {
  it.each([
    ['AC', 'ACCEPTED'],
    ['WA', 'WRONG_ANSWER'],
    ['TLE', 'TIME_LIMIT_EXCEEDED'],
    ['MLE', 'MEMORY_LIMIT_EXCEEDED'],
    ['OLE', 'OUTPUT_LIMIT_EXCEEDED'],
    ['RE', 'RUNTIME_ERROR'],
    ['PARTIAL', 'PARTIALLY_ACCEPTED'],
    ['REJECTED', 'JUDGE_ERROR'],
    ['SKIPPED', 'CANCELLED'],
    ['FAILED', 'RUNTIME_ERROR'],
  ])('%s end as %s without cases (area-rules B9, B10)', async (word, verdict) => {
    const { session } = await signedIn()
    const { outcome, states } = await judged(session, `// verdict: ${word}`)
    expect(outcome).toEqual({
      state: 'DONE',
      verdict,
      timeMs: 120,
      memoryKb: 3456,
      message: null,
      cases: [],
    })
    expect(states).toEqual(['WAITING', 'COMPILING', 'RUNNING', 'DONE'])
  })

  it('say what the compiler said, also where it was cut', async () => {
    const { session } = await signedIn()
    const { outcome } = await judged(session, '// verdict: CE')
    expect(outcome).toMatchObject({ verdict: 'COMPILE_ERROR', message: COMPILER, timeMs: null })
    const cut = { data: 'error', omittedLength: 7 }
    const answer = { meta: { status: 'CompilationError' }, progress: { compile: { message: cut } } }
    expect(readOutcome(answer)).toMatchObject({ message: 'error\n… (7 more)' })
  })

  it('never end with a word that is unknown (area-rules B9)', async () => {
    const { session } = await signedIn()
    expect((await judged(session, 'verdict: ODD')).states.at(-1)).toBe('WAITING')
    for (const status of ['constructor', '__proto__', 'toString'])
      expect(readOutcome({ meta: { status } })).toEqual({ state: 'WAITING' })
  })

  it('are listed newest first, those of the problem alone', async () => {
    const { session } = await signedIn()
    for (const [source, problem] of [['a'], ['b', '6002'], ['c']] as const)
      await libreoj.send(session, sending(source, problem))
    const ids = (problemId: string, username = 'robot') => libreoj.runsOf(session, { problemId, username })
    expect(await ids('6001')).toEqual(['2100003', '2100001'])
    expect(await ids('6002')).toEqual(['2100002'])
    expect((await faultOf(() => ids('7000'))).kind).toBe('NO_PROBLEM')
    expect((await faultOf(() => ids('6001', 'nobody'))).kind).toBe('CHANGED')
  })

  it('are gone or hidden', async () => {
    const { session } = await signedIn()
    const poll = () => libreoj.poll(session, { id: '1', problemId: '6001', username: 'robot' })
    expect(await faultOf(poll)).toMatchObject({ kind: 'CHANGED', detail: 'NO_SUCH_SUBMISSION' })
    expect((await faultOf(() => readOutcome({ error: 'PERMISSION_DENIED' }))).kind).toBe('SIGNED_OUT')
    for (const answer of [null, [], 'x', {}])
      expect((await faultOf(() => readOutcome(answer))).kind).toBe('CHANGED')
  })
})

describe('sending', () => {
  it('carries source, language and the inner id of the problem', async () => {
    const { session, fake } = await signedIn()
    const source = 'int main() { } // 中 "quoted" \r\n\t \n'
    await libreoj.send(session, sending(source))
    expect(fake.runs[0]?.source).toBe(source)
    expect(fake.log.at(-1)?.json).toMatchObject({
      problemId: 11,
      content: {
        language: 'cpp',
        compileAndRunOptions: { compiler: 'g++', std: 'c++17', O: '2', m: '64' },
      },
      uploadInfo: null,
    })
  })

  it('is refused for code that is too long, or in another language', async () => {
    const { session } = await signedIn()
    const fault = await faultOf(() => libreoj.send(session, sending('x'.repeat(50_001))))
    expect(fault).toMatchObject({ kind: 'REFUSED', isSent: false })
    expect(fault.detail).toContain('50000 characters')
    const other = { ...sending('x'), languageId: 'cobol' }
    expect((await faultOf(() => libreoj.send(session, other))).kind).toBe('REFUSED')
  })

  it('may have arrived only where the code left (area-rules B7)', async () => {
    const { session, fake } = await signedIn()
    fake.fault('problem', 'CUT_AFTER', 1)
    expect(await faultOf(() => libreoj.send(session, sending('x')))).toMatchObject({
      kind: 'UNREACHABLE',
      isSent: false,
    })
    fake.fault('submit', 'CHANGED', 1)
    expect(await faultOf(() => libreoj.send(session, sending('x')))).toMatchObject({
      kind: 'CHANGED',
      isSent: true,
    })
    fake.fault('submit', 'CUT_AFTER', 1)
    expect(await faultOf(() => libreoj.send(session, sending('x')))).toMatchObject({
      kind: 'UNREACHABLE',
      isSent: true,
    })
    expect(fake.runs).toHaveLength(1)
  })

  it('is too fast', async () => {
    const { session } = await signedIn({ submitEveryMs: 60_000 })
    await libreoj.send(session, sending('x'))
    expect(await faultOf(() => libreoj.send(session, sending('y')))).toMatchObject({
      kind: 'TOO_FAST',
      isSent: false,
    })
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
