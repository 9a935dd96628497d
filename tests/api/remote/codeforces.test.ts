import { afterEach, describe, expect, it } from 'vitest'
import { type Bank, BankFault, type BankKey, type BankOutcome } from '#server/modules/bank/bank.ts'
import { codeforces, gym } from '#server/modules/bank/codeforces/codeforces.ts'
import { type OpenedSession, openSession } from '#server/modules/bank/openSession.ts'
import { COMPILER, codeforcesSite } from '#tests/support/banks/codeforces.ts'
import { AWAY_PAGE, CHECK_PAGE, WORK_PAGE } from '#tests/support/banks/codeforcesPages.ts'
import {
  type FakeOptions,
  type FakeSite,
  type RunningFakeBank,
  serveFakeBank,
} from '#tests/support/banks/fakeBank.ts'

const ACCOUNT = { username: 'robot', password: 'right password' }
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const sessionAt = (running: RunningFakeBank, bank: Bank, saved: string | null = null): OpenedSession => {
  const origins: Partial<Record<BankKey, string>> = { [bank.key]: running.origin }
  const session = openSession(bank, saved, { origins, proxy: null })
  open.push(session)
  return session
}

async function start(bank: Bank = codeforces, options: FakeOptions = {}, site: FakeSite = codeforcesSite()) {
  const running = await serveFakeBank(site, options)
  open.push(running)
  return { running, fake: running.bank, session: sessionAt(running, bank) }
}

async function signedIn(bank: Bank = codeforces, options: FakeOptions = {}) {
  const started = await start(bank, options)
  await bank.signIn(started.session, ACCOUNT)
  return started
}

async function faultOf(asked: Promise<unknown>): Promise<BankFault> {
  const error = await asked.then(
    () => new Error('nothing was thrown'),
    (error: unknown) => error,
  )
  if (error instanceof BankFault) return error
  throw error
}

const sending = (problemId: string, source: string) => ({
  problemId,
  source,
  username: 'robot',
  languageId: '54',
})

/** Sends code, finds its run and asks until it has a verdict. */
async function judged(bank: Bank, session: OpenedSession, problemId: string, source: string) {
  expect(await bank.send(session, sending(problemId, source))).toBeNull()
  const [id = ''] = await bank.runsOf(session, { problemId, username: 'robot' })
  const states: string[] = []
  for (let at = 0; at < 10; at++) {
    const outcome: BankOutcome = await bank.poll(session, { id, problemId, username: 'robot' })
    states.push(outcome.state)
    if (outcome.state === 'DONE') return { id, states, outcome }
  }
  return { id, states, outcome: null }
}

describe('statements', () => {
  it('are read without an account', async () => {
    const { session } = await start()
    expect(await codeforces.readProblem(session, '4242A')).toMatchObject({
      title: 'Lanterns on a String',
      url: 'https://codeforces.com/problemset/problem/4242/A',
      samples: [{ input: '3 1\n4 9 2' }, {}],
    })
    expect(await codeforces.readProblem(session, '92101')).toMatchObject({ title: 'Orchard Walk' })
  })

  it.each(['4242Z', '99999A', 'nonsense'])('are missing for %s', async (id) => {
    const { session } = await start()
    expect((await faultOf(codeforces.readProblem(session, id))).kind).toBe('NO_PROBLEM')
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
    expect((await faultOf(codeforces.readProblem(session, '4242A'))).kind).toBe(kind)
  })

  it.each([
    ['CAPTCHA', 'the browser is checked', { body: CHECK_PAGE }],
    ['CAPTCHA', 'the browser must work', { body: WORK_PAGE }],
    ['UNREACHABLE', 'the site is away', { body: AWAY_PAGE }],
    ['UNREACHABLE', 'the site is away and says so', { status: 503, body: AWAY_PAGE }],
  ])('fail as %s where %s', async (kind, _, answer) => {
    const { session } = await start(codeforces, {}, { ...codeforcesSite(), answer: () => answer })
    expect((await faultOf(codeforces.readProblem(session, '4242A'))).kind).toBe(kind)
    expect((await faultOf(codeforces.signIn(session, ACCOUNT))).kind).toBe(kind)
  })
})

describe('statements of the gym', () => {
  it('are pages', async () => {
    const { session } = await start(gym)
    expect(await gym.readProblem(session, '100777A')).toMatchObject({
      title: 'Harbour Lights',
      url: 'https://codeforces.com/gym/100777/problem/A',
      origin: 'Winter School Cup',
      pdf: null,
    })
  })

  it.each([
    ['100777B', 'Tunnel of Echoes', 3000, 256, 'find the longest echo'],
    ['100777C', 'Silent Mill', 500, 64, 'count the wheels'],
  ])('are a file: %s', async (id, title, timeMs, memoryMb, words) => {
    const { session } = await start(gym)
    const problem = await gym.readProblem(session, id)
    expect(problem).toMatchObject({ title, timeMs, memoryMb, description: '', samples: [] })
    expect(problem.pdf?.name).toBe(`${id}.pdf`)
    const text = Buffer.from(problem.pdf?.content ?? []).toString('latin1')
    expect(text).toMatch(/^%PDF-1\.4/)
    expect(text).toContain(words)
  })

  it.each(['100777Z', '100999A'])('are missing for %s', async (id) => {
    const { session } = await start(gym)
    expect((await faultOf(gym.readProblem(session, id))).kind).toBe('NO_PROBLEM')
  })

  it('are refused where the file is a page or has no end', async () => {
    const real = codeforcesSite()
    let body: string | Uint8Array = '<p>Sign in to download</p>'
    const site: FakeSite = {
      ...real,
      answer: (request, bank) => (request.path.endsWith('.pdf') ? { body } : real.answer(request, bank)),
    }
    const { session } = await start(gym, {}, site)
    expect(await faultOf(gym.readProblem(session, '100777B'))).toMatchObject({ kind: 'CHANGED' })
    body = Buffer.alloc(33 * 1024 * 1024, '%PDF-')
    expect(await faultOf(gym.readProblem(session, '100777B'))).toMatchObject({ kind: 'UNREACHABLE' })
  })
})

describe('signing in', () => {
  it('opens the pages of members, and is kept by the saved session (area-rules B6)', async () => {
    const { running, session, fake } = await signedIn()
    expect(await codeforces.runsOf(session, { problemId: '4242A', username: 'robot' })).toEqual([])
    const later = sessionAt(running, codeforces, session.save())
    expect(await codeforces.runsOf(later, { problemId: '4242A', username: 'robot' })).toEqual([])
    await codeforces.signIn(later, ACCOUNT)
    expect(fake.requests.get('signIn')).toBe(1)
  })

  it('fails with a wrong password, for a locked account and where a captcha is asked', async () => {
    const { session, fake } = await start()
    const wrong = await faultOf(codeforces.signIn(session, { ...ACCOUNT, password: 'wrong' }))
    expect(wrong).toMatchObject({ kind: 'WRONG_PASSWORD', detail: 'Invalid handle/email or password' })
    fake.lock('robot')
    expect((await faultOf(codeforces.signIn(session, ACCOUNT))).kind).toBe('LOCKED')
    fake.lock('robot', false)
    fake.fault('signIn', 'CAPTCHA', 1)
    expect((await faultOf(codeforces.signIn(session, ACCOUNT))).kind).toBe('CAPTCHA')
    fake.fault('signIn', 'CHANGED', 1)
    expect((await faultOf(codeforces.signIn(session, ACCOUNT))).kind).toBe('CHANGED')
    await codeforces.signIn(session, ACCOUNT)
  })

  it('fails before the password is sent where the form has a captcha', async () => {
    const real = codeforcesSite()
    const site: FakeSite = {
      ...real,
      answer(request, bank) {
        const answer = real.answer(request, bank)
        const body = String(answer?.body ?? '').replace('</form>', '<div class="g-recaptcha"></div></form>')
        return answer && { ...answer, body }
      },
    }
    const { session, fake } = await start(codeforces, {}, site)
    expect((await faultOf(codeforces.signIn(session, ACCOUNT))).kind).toBe('CAPTCHA')
    expect(fake.requests.get('signIn')).toBeUndefined()
  })

  it('is asked for again when the session ended', async () => {
    const { session, fake } = await signedIn()
    await codeforces.send(session, sending('4242A', 'x'))
    const [id = ''] = await codeforces.runsOf(session, { problemId: '4242A', username: 'robot' })
    await codeforces.poll(session, { id, problemId: '4242A', username: 'robot' })
    fake.expireSessions()
    const acts = [
      () => codeforces.send(session, sending('4242A', 'y')),
      () => codeforces.runsOf(session, { problemId: '4242A', username: 'robot' }),
      () => codeforces.poll(session, { id, problemId: '4242A', username: 'robot' }),
    ]
    for (const act of acts) expect(await faultOf(act())).toMatchObject({ kind: 'SIGNED_OUT', isSent: false })
    await codeforces.signIn(session, ACCOUNT)
    expect(await codeforces.send(session, sending('4242A', 'y'))).toBeNull()
  })
})

describe('runs', () => {
  it.each([
    ['AC', 'ACCEPTED'],
    ['WA', 'WRONG_ANSWER'],
    ['PE', 'PRESENTATION_ERROR'],
    ['TLE', 'TIME_LIMIT_EXCEEDED'],
    ['MLE', 'MEMORY_LIMIT_EXCEEDED'],
    ['RE', 'RUNTIME_ERROR'],
    ['IDLE', 'RUNTIME_ERROR'],
    ['PARTIAL', 'PARTIALLY_ACCEPTED'],
    ['REJECTED', 'JUDGE_ERROR'],
    ['SKIPPED', 'JUDGE_ERROR'],
    ['FAILED', 'SUBMISSION_FAILED'],
  ])('%s end as %s (area-rules B9)', async (word, verdict) => {
    const { session } = await signedIn()
    const { outcome, states } = await judged(codeforces, session, '4242A', `// verdict: ${word}`)
    expect(outcome).toMatchObject({ verdict, message: null, timeMs: 30, memoryKb: 200 })
    expect(states[0]).toBe('WAITING')
  })

  it('show their cases (area-rules B10)', async () => {
    const { session } = await signedIn()
    const { outcome } = await judged(codeforces, session, '4242B1', 'verdict: WA')
    expect(outcome).toMatchObject({
      cases: [
        { index: 1, verdict: 'ACCEPTED', timeMs: 15, memoryKb: 100, comment: 'ok 1 number' },
        { index: 2, verdict: 'WRONG_ANSWER', input: '2\n', output: '0\n', answer: '4\n' },
      ],
    })
  })

  it('never end with a word that is unknown (area-rules B9)', async () => {
    const { session } = await signedIn()
    const { outcome, states } = await judged(codeforces, session, '4242A', 'verdict: ODD')
    expect(outcome).toBeNull()
    expect(states.at(-1)).toBe('WAITING')
  })

  it('say what the compiler said, in the gym from another page', async () => {
    const message = COMPILER.replaceAll('\r\n', '\n').trim()
    const { session, fake } = await signedIn()
    const { outcome } = await judged(codeforces, session, '4242A', 'verdict: CE')
    expect(outcome).toMatchObject({ verdict: 'COMPILE_ERROR', message, cases: [] })
    expect(fake.requests.get('message')).toBeUndefined()
    const other = await signedIn(gym)
    const { outcome: ofGym } = await judged(gym, other.session, '100777A', 'verdict: CE')
    expect(ofGym).toMatchObject({ verdict: 'COMPILE_ERROR', message })
    expect(other.fake.requests.get('message')).toBe(1)
  })

  it('of the gym are sent and found there', async () => {
    const { session, fake } = await signedIn(gym)
    const { outcome, id } = await judged(gym, session, '100777A', 'code')
    expect(outcome).toMatchObject({ verdict: 'ACCEPTED', cases: [{}, {}] })
    expect(id).toBe(fake.runs[0]?.id)
    expect(fake.log.some(({ path }) => path === '/gym/100777/submit')).toBe(true)
  })

  it('carry source, language and problem as they are', async () => {
    const { session, fake } = await signedIn()
    const source = 'int main() { return 1 + 1 & 3; } // 100 % ü 中\r\n\t \n'
    await codeforces.send(session, sending('4242B1', source))
    expect(fake.runs).toMatchObject([{ source, languageId: '54', problemId: '4242B1', username: 'robot' }])
  })

  it('are listed newest first, those of the problem alone', async () => {
    const { session, fake } = await signedIn()
    for (const [problem, source] of [
      ['4242A', 'one'],
      ['4242B1', 'two'],
      ['4242A', 'three'],
    ] as const)
      await codeforces.send(session, sending(problem, source))
    const ids = await codeforces.runsOf(session, { problemId: '4242A', username: 'robot' })
    expect(ids).toEqual([fake.runs[2]?.id, fake.runs[0]?.id])
  })
})

describe('sending', () => {
  it('is refused for equal code (area-rules B8)', async () => {
    const { session, fake } = await signedIn()
    await codeforces.send(session, sending('4242A', 'same'))
    expect(await faultOf(codeforces.send(session, sending('4242A', 'same')))).toMatchObject({
      kind: 'REFUSED',
      detail: 'You have submitted exactly the same code before',
      isSent: false,
    })
    expect(await codeforces.send(session, sending('4242A', 'same '))).toBeNull()
    expect(fake.runs).toHaveLength(2)
  })

  it('is too fast, or the account locked', async () => {
    const { session, fake } = await signedIn(codeforces, { submitEveryMs: 60_000 })
    await codeforces.send(session, sending('4242A', 'one'))
    expect(await faultOf(codeforces.send(session, sending('4242A', 'two')))).toMatchObject({
      kind: 'TOO_FAST',
      isSent: false,
    })
    fake.lock('robot')
    expect((await faultOf(codeforces.send(session, sending('4242A', 'two')))).kind).toBe('LOCKED')
  })

  it.each([
    ['CUT_AFTER', 'UNREACHABLE', true, 1],
    ['ERROR_500', 'UNREACHABLE', true, 0],
    ['CHANGED', 'CHANGED', true, 0],
    ['CAPTCHA', 'CAPTCHA', false, 0],
    ['RATE_LIMIT', 'TOO_FAST', false, 0],
    // The form leads to the sign-in page, and that to the home page.
    ['SIGNED_OUT', 'CHANGED', true, 0],
  ] as const)('%s is %s, and may have been taken: %s (area-rules B7)', async (fault, kind, isSent, runs) => {
    const { session, fake } = await signedIn()
    fake.fault('submit', fault, 1)
    const found = await faultOf(codeforces.send(session, sending('4242A', 'x')))
    expect(found).toMatchObject({ kind, isSent })
    expect(fake.runs).toHaveLength(runs)
  })

  it('needs the forms as they are', async () => {
    const { session, fake } = await signedIn()
    fake.fault('runs', 'CHANGED')
    const runs = codeforces.runsOf(session, { problemId: '4242A', username: 'robot' })
    expect((await faultOf(runs)).kind).toBe('SIGNED_OUT')
    fake.fault('runs', null)
    fake.fault('poll', 'CHANGED')
    const poll = codeforces.poll(session, { id: '1', problemId: '4242A', username: 'robot' })
    expect((await faultOf(poll)).kind).toBe('SIGNED_OUT')
  })
})
