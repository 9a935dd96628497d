import { afterEach, describe, expect, it } from 'vitest'
import { atcoder } from '#server/modules/bank/atcoder/atcoder.ts'
import { sendFault, signInFault, tokenOf } from '#server/modules/bank/atcoder/forms.ts'
import { LANGUAGES } from '#server/modules/bank/atcoder/languages.ts'
import { contestOf, plainOf, readStatement } from '#server/modules/bank/atcoder/page.ts'
import { readOutcome } from '#server/modules/bank/atcoder/result.ts'
import { BankFault, type BankOutcome } from '#server/modules/bank/bank.ts'
import { type OpenedSession, openSession } from '#server/modules/bank/openSession.ts'
import { atcoderSite, COMPILER } from '#tests/support/banks/atcoder.ts'
import {
  BRIDGE,
  KETTLES,
  loginPage,
  runPage,
  submitPage,
  taskPage,
} from '#tests/support/banks/atcoderPages.ts'
import {
  type FakeOptions,
  type FakeSite,
  type RunningFakeBank,
  serveFakeBank,
} from '#tests/support/banks/fakeBank.ts'

const ACCOUNT = { username: 'robot', password: 'right password' }
const VIEW = { username: null, csrf: 'x' }
const BASE = new URL('https://atcoder.jp/contests/tea042/tasks/tea042_a')
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

function sessionAt({ origin }: RunningFakeBank, saved: string | null = null): OpenedSession {
  const session = openSession(atcoder, saved, {
    origins: { AC: origin },
    proxy: null,
  })
  open.push(session)
  return session
}

async function start(options: FakeOptions = {}, site: FakeSite = atcoderSite()) {
  const running = await serveFakeBank(site, options)
  open.push(running)
  return { running, fake: running.bank, session: sessionAt(running) }
}

async function signedIn(options: FakeOptions = {}) {
  const started = await start(options)
  await atcoder.signIn(started.session, ACCOUNT)
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

const sending = (source: string, problemId = 'tea042_a') => ({
  problemId,
  source,
  username: 'robot',
  languageId: '6017',
})
const runsOf = (session: OpenedSession, problemId = 'tea042_a') =>
  atcoder.runsOf(session, { problemId, username: 'robot' })

async function judged(session: OpenedSession, source: string) {
  expect(await atcoder.send(session, sending(source))).toBeNull()
  const [id = ''] = await runsOf(session)
  const states: string[] = []
  for (let at = 0; at < 8; at++) {
    const outcome: BankOutcome = await atcoder.poll(session, { id, problemId: 'tea042_a', username: 'robot' })
    states.push(outcome.state)
    if (outcome.state === 'DONE') return { id, states, outcome }
  }
  return { id, states, outcome: null }
}

describe('ids', () => {
  it.each([
    [' ABC110_A ', 'abc110_a', 'abc110'],
    ['joi2014yo_e', 'joi2014yo_e', 'joi2014yo'],
    ['code_festival_qual_a', 'code_festival_qual_a', 'code-festival-qual'],
  ])('reads %j', (text, id, contest) => {
    expect(atcoder.readId(text)).toBe(id)
    expect(contestOf(id)).toBe(contest)
  })

  it.each(['', 'abc110', '_a', 'abc110_', '../x_a', 'abc 1_a', 'abc__a', 'あ_a', `${'a'.repeat(60)}_a`])(
    'refuses %j',
    (text) => expect(atcoder.readId(text)).toBeNull(),
  )
})

describe('statements', () => {
  it('are read in English, with formulas, pictures and samples', async () => {
    const { session } = await start()
    const problem = await atcoder.readProblem(session, 'tea042_a')
    expect(problem).toMatchObject({
      title: 'Kettles in a Row',
      timeMs: 2000,
      memoryMb: 1024,
      locale: 'en-US',
      url: BASE.href,
      origin: 'Tea House Contest 042',
      tags: [],
      output: 'Print the cups.',
      samples: [
        { input: '2\n3 <4', output: '7' },
        { input: '1\n1', output: '1' },
      ],
    })
    expect(problem.description).toContain('$A_i$ cups, $1 \\leq A_i$')
    expect(problem.description).toContain('![kettles](https://atcoder.jp/img/other/kettles.png)')
    expect(problem.description).not.toMatch(/やかん|Score/)
    expect(problem.input).toContain('```\nN\nA_1 A_2 … A_N\n```')
    expect(problem.input).toMatch(/\*\*Constraints\*\*\n\n- \$1 \\leq N \\leq 10\^5\$/)
    expect(problem.hint).toBe('**Sample Output 1**\n\nBoth hold $7$ cups.')
  })

  it('are whole where there is no English', async () => {
    const { session } = await start()
    const problem = await atcoder.readProblem(session, 'old003_4')
    expect(problem).toMatchObject({ title: '傘の並べ方', timeMs: 1500, memoryMb: 64, input: '', samples: [] })
    expect(problem.description).toContain('傘が $R$ 本と $C$ 本あります。')
    expect(problem.description).toContain('3 2')
  })

  it('are read from headings that stand before their sections', () => {
    expect(readStatement(taskPage(VIEW, BRIDGE), BASE)).toMatchObject({
      timeMs: 500,
      memoryMb: 64,
      input: 'The length.',
      output: 'The sway.',
      description: 'A bridge of length $L$ sways.\n\n**Notes**\n\nWind blows east.',
      samples: [{ input: '5', output: '2' }],
    })
  })

  it.each([
    ['the time limit', /Time Limit: 2 sec/],
    ['the memory limit', /Memory Limit: 1024 MiB/],
    ['the statement', /id="task-statement"/],
    ['the text of the statement', /(?<=id="task-statement">)[\s\S]*?(?=<\/div><\/div><\/div><\/body)/],
  ])('name %s where it is missing', async (what, pattern) => {
    const html = taskPage(VIEW, { ...KETTLES, statement: '<p>x</p>' })
    expect(readStatement(html, BASE).description).toBe('x')
    const fault = await faultOf(() =>
      readStatement(
        html.replace(pattern, '').replace('<p>x</p>', what.includes('text') ? '' : '<p>x</p>'),
        BASE,
      ),
    )
    expect(fault).toMatchObject({ kind: 'CHANGED', detail: `${what} is missing on the page` })
  })

  it('are read without scripts from broken markup', () => {
    const statement = `<h3>Problem Statement</h3><p>Count <b>all <var>N<p>of them
      <script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">here</a>`
    const { description } = readStatement(taskPage(VIEW, { ...KETTLES, statement }), BASE)
    expect(description).toContain('of them')
    expect(description).not.toMatch(/alert|javascript|onerror/)
  })

  it.each(['tea042_z', 'nothing1_a', 'x'])('are missing for %s', async (id) => {
    const { session } = await start()
    expect((await faultOf(() => atcoder.readProblem(session, id))).kind).toBe('NO_PROBLEM')
  })

  it.each([
    ['CHANGED', 'CHANGED'],
    ['CAPTCHA', 'CAPTCHA'],
    ['RATE_LIMIT', 'TOO_FAST'],
    ['ERROR_500', 'UNREACHABLE'],
  ] as const)('fail by %s as %s', async (fault, kind) => {
    const { session, fake } = await start()
    fake.fault('problem', fault)
    expect((await faultOf(() => atcoder.readProblem(session, 'tea042_a'))).kind).toBe(kind)
  })

  it('show formulas in formats as plain text', () => {
    expect(plainOf('A_{N}')).toBe('A_N')
    expect(plainOf('A_{N-1} \\vdots \\{x\\} \\constructor')).toBe('A_(N-1) ⋮{x} \\constructor')
  })
})

describe('signing in', () => {
  it('opens the pages of members, and is kept by the saved session', async () => {
    const { running, session, fake } = await signedIn()
    expect(await runsOf(session)).toEqual([])
    const later = sessionAt(running, session.save())
    await atcoder.signIn(later, ACCOUNT)
    expect(await runsOf(later)).toEqual([])
    expect(fake.requests.get('signIn')).toBe(1)
  })

  it('fails with a wrong password, for a locked account and for a changed page', async () => {
    const { session, fake } = await start()
    const attempt = () => faultOf(() => atcoder.signIn(session, ACCOUNT))
    const wrong = await faultOf(() => atcoder.signIn(session, { ...ACCOUNT, password: 'wrong' }))
    expect(wrong).toMatchObject({ kind: 'WRONG_PASSWORD', detail: 'Username or Password is incorrect.' })
    fake.lock('robot')
    expect(await attempt()).toMatchObject({ kind: 'LOCKED', detail: 'This account is suspended.' })
    fake.fault('signIn', 'CAPTCHA', 1)
    expect((await attempt()).kind).toBe('CAPTCHA')
    fake.fault('signIn', 'CHANGED', 1)
    expect((await attempt()).kind).toBe('CHANGED')
    expect(signInFault(loginPage(VIEW, 'Too many attempts.')).kind).toBe('TOO_FAST')
  })

  it.each(['cf-turnstile', 'cf-challenge'])(
    'sends no password and no code to forms with %s',
    async (mark) => {
      const real = atcoderSite()
      let isOn = true
      const site: FakeSite = {
        ...real,
        answer(request, bank) {
          const answer = real.answer(request, bank)
          const body = String(answer?.body ?? '').replace('</form>', `<div class="${mark}"></div></form>`)
          return answer && isOn ? { ...answer, body } : answer
        },
      }
      const { session, fake } = await start({}, site)
      expect((await faultOf(() => atcoder.signIn(session, ACCOUNT))).kind).toBe('CAPTCHA')
      isOn = false
      await atcoder.signIn(session, ACCOUNT)
      isOn = true
      expect(await faultOf(() => atcoder.send(session, sending('x')))).toMatchObject({
        kind: 'CAPTCHA',
        isSent: false,
      })
      expect(fake.requests.get('submit')).toBeUndefined()
    },
  )

  it('is asked for again when the session ended', async () => {
    const { session, fake } = await signedIn()
    await atcoder.send(session, sending('x'))
    const [id = ''] = await runsOf(session)
    fake.expireSessions()
    const acts = [
      () => atcoder.send(session, sending('y')),
      () => runsOf(session),
      () => atcoder.poll(session, { id, problemId: 'tea042_a', username: 'robot' }),
    ]
    for (const act of acts) expect(await faultOf(act)).toMatchObject({ kind: 'SIGNED_OUT', isSent: false })
    await atcoder.signIn(session, ACCOUNT)
    expect(await atcoder.send(session, sending('y'))).toBeNull()
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
    ['IDLE', 'RUNTIME_ERROR'],
    ['FAILED', 'RUNTIME_ERROR'],
  ])('%s end as %s without cases (area-rules B9, B10)', async (word, verdict) => {
    const { session } = await signedIn()
    const { outcome, states } = await judged(session, `// verdict: ${word}`)
    expect(outcome).toEqual({
      state: 'DONE',
      verdict,
      timeMs: 42,
      memoryKb: 3656,
      message: null,
      cases: [],
    })
    expect(states).toEqual(['WAITING', 'RUNNING', 'RUNNING', 'DONE'])
  })

  it('say what the compiler said', async () => {
    const { session } = await signedIn()
    const { outcome } = await judged(session, 'verdict: CE')
    expect(outcome).toMatchObject({
      verdict: 'COMPILE_ERROR',
      message: COMPILER,
      timeMs: null,
      memoryKb: null,
    })
  })

  it.each([
    ['WJ', 'WAITING'],
    ['WR', 'WAITING'],
    ['Judging', 'RUNNING'],
    ['7/30', 'RUNNING'],
    ['7/30 TLE', 'RUNNING'],
    ['PUZZLED', 'WAITING'],
    ['constructor', 'WAITING'],
    ['', 'WAITING'],
  ])('%j are %s (area-rules B9)', (label, state) => {
    const html = runPage(VIEW, { id: '1', label }, { figures: null, compiler: '', source: '' })
    expect(readOutcome(html)).toEqual({ state })
  })

  it('are not taken from the code on their page', () => {
    const source = '</pre><td id="judge-status">AC</td>'
    const html = runPage(VIEW, { id: '1', label: 'WA' }, { figures: [1, 2], compiler: '', source })
    expect(readOutcome(html)).toMatchObject({ verdict: 'WRONG_ANSWER' })
  })

  it('are gone or changed', async () => {
    const { session, fake } = await signedIn()
    const poll = () => atcoder.poll(session, { id: '7', problemId: 'tea042_a', username: 'robot' })
    expect(await faultOf(poll)).toMatchObject({ kind: 'CHANGED', detail: 'the run is gone' })
    fake.fault('poll', 'CHANGED')
    expect((await faultOf(poll)).kind).toBe('CHANGED')
    fake.fault('runs', 'CHANGED')
    expect((await faultOf(() => runsOf(session))).kind).toBe('CHANGED')
  })

  it('are listed newest first, those of the task alone', async () => {
    const { session, fake } = await signedIn()
    for (const [source, task] of [['a'], ['b', 'old003_4'], ['c']] as const)
      await atcoder.send(session, sending(source, task))
    expect(await runsOf(session)).toEqual([fake.runs[2]?.id, fake.runs[0]?.id])
  })
})

describe('sending', () => {
  it('carries source, language and task as they are', async () => {
    const { session, fake } = await signedIn()
    const source = 'int main() { return 1 + 1 & 3; } // 100 % 中\r\n\t \n'
    await atcoder.send(session, sending(source))
    expect(fake.runs).toMatchObject([{ source, languageId: '6017', problemId: 'tea042_a' }])
  })

  it('is too fast, or refused', async () => {
    const { session } = await signedIn({ submitEveryMs: 60_000 })
    expect(await faultOf(() => atcoder.send(session, sending('x'.repeat(600_000))))).toMatchObject({
      kind: 'REFUSED',
      detail: 'Source code is too long.',
      isSent: false,
    })
    await atcoder.send(session, sending('x'))
    expect(await faultOf(() => atcoder.send(session, sending('y')))).toMatchObject({
      kind: 'TOO_FAST',
      detail: 'Wait for 5 second to submit again.',
      isSent: false,
    })
  })

  it.each([
    ['CUT_AFTER', 'UNREACHABLE', true, 1],
    ['ERROR_500', 'UNREACHABLE', true, 0],
    ['CHANGED', 'CHANGED', true, 0],
    ['CAPTCHA', 'CAPTCHA', false, 0],
    ['RATE_LIMIT', 'TOO_FAST', false, 0],
  ] as const)('%s is %s, and may have been taken: %s (area-rules B7)', async (fault, kind, isSent, runs) => {
    const { session, fake } = await signedIn()
    fake.fault('submit', fault, 1)
    expect(await faultOf(() => atcoder.send(session, sending('x')))).toMatchObject({ kind, isSent })
    expect(fake.runs).toHaveLength(runs)
  })
})

it('reads the form of a contest of ninety tasks, each with all languages', () => {
  const options = LANGUAGES.map(({ id, name }) => `<option value="${id}">${name}</option>`).join('')
  const selects = Array.from(
    { length: 90 },
    (_, at) => `<div id="select-lang-t_${at}"><select><option></option>${options}</select></div>`,
  )
  const page = (error = '') => submitPage(VIEW, 'tea042', error, selects.join(''))
  expect(tokenOf(page(), 'sourceCode')).toBe(VIEW.csrf)
  expect(sendFault(page('Wait for 3 second to submit again.'))).toMatchObject({
    kind: 'TOO_FAST',
    isSent: false,
  })
})

it('has the languages of 2025 and, retired, those of 2023', () => {
  expect(LANGUAGES.filter(({ isRetired }) => !isRetired)).toHaveLength(116)
  const retired = LANGUAGES.filter(({ isRetired }) => isRetired).map(({ id }) => Number(id))
  expect(retired.sort((one, other) => one - other)).toEqual(Array.from({ length: 90 }, (_, at) => 5001 + at))
  expect(new Set(LANGUAGES.map(({ id }) => id)).size).toBe(LANGUAGES.length)
  expect(LANGUAGES[0]).toMatchObject({ id: '6017', name: 'C++23 (GCC 15.2.0)' })
})
