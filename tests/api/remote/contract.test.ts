import { afterEach, describe, expect, it } from 'vitest'
import type { OutboundTimeouts } from '#server/core/outbound.ts'
import type { BankFault, BankFaultKind, BankSending } from '#server/modules/bank/bank.ts'
import type { BankSession } from '#server/modules/bank/session.ts'
import { CONTRACT, type ContractRow, type Reading } from '#tests/support/banks/contract.ts'
import type { FakeFault, FakeOptions } from '#tests/support/banks/fakeBank.ts'
import { ACCOUNT, endTalks, faultOf, pollAll, program, talkTo } from '#tests/support/banks/talking.ts'

afterEach(endTalks)

/** For banks that do not answer. */
const SHORT: Partial<OutboundTimeouts> = { connect: 800, headers: 800, whole: 2500 }

type Faults = readonly (readonly [FakeFault, BankFaultKind])[]
const READ_FAULTS: Faults = [
  ['ERROR_500', 'UNREACHABLE'],
  ['CUT_BEFORE', 'UNREACHABLE'],
  ['ENDLESS', 'UNREACHABLE'],
  ['RATE_LIMIT', 'TOO_FAST'],
  ['CAPTCHA', 'CAPTCHA'],
  ['CHANGED', 'CHANGED'],
]
const FORM_FAULTS: Faults = [
  ['ERROR_500', 'UNREACHABLE'],
  ['CUT_AFTER', 'UNREACHABLE'],
  ['CAPTCHA', 'CAPTCHA'],
  ['CHANGED', 'CHANGED'],
]
const LANDING_FAULTS: Faults = [
  ['ERROR_500', 'UNREACHABLE'],
  ['CUT_AFTER', 'UNREACHABLE'],
  ['CAPTCHA', 'CAPTCHA'],
  ['RATE_LIMIT', 'TOO_FAST'],
]
/** Faults after code was sent, whether it may have arrived then, and how often it did. */
const SEND_FAULTS = [
  ['ERROR_500', 'UNREACHABLE', true, 0],
  ['CUT_BEFORE', 'UNREACHABLE', true, 0],
  ['CUT_AFTER', 'UNREACHABLE', true, 1],
  ['ENDLESS', 'UNREACHABLE', true, 1],
  ['CHANGED', 'CHANGED', true, 0],
  ['CAPTCHA', 'CAPTCHA', false, 0],
  ['RATE_LIMIT', 'TOO_FAST', false, 0],
  ['SIGNED_OUT', 'SIGNED_OUT', false, 0],
] as const
const READINGS: readonly Reading[] = ['problem', 'signIn', 'runs', 'poll']
const { username } = ACCOUNT

const sendingOf = ({ problemId, languageId }: ContractRow): BankSending => ({
  problemId,
  languageId,
  username,
  source: program(),
})

/** Sends code and finds the id of its run. */
async function sendAndFind({ bank }: ContractRow, session: BankSession, sending: BankSending) {
  await bank.send(session, sending)
  const [id = ''] = await bank.runsOf(session, sending)
  return { id, problemId: sending.problemId, username }
}

/** Kind of the fault of each reading; with `, sent` where `isSent` is true though the reading is no POST. */
async function readUnder(row: ContractRow, fault: FakeFault, timeouts: Partial<OutboundTimeouts> = {}) {
  const { bank, problemId } = row
  const { fake, session, member } = await talkTo(bank, { pace: { polls: 0 } })
  const begun = await member()
  const run = await sendAndFind(row, begun, sendingOf(row))
  // A first poll remembers the token of forms, where there is one.
  await bank.poll(begun, run)
  const [visitor, one] = [session(null, timeouts), session(begun.save(), timeouts)]
  for (const reading of READINGS) fake.fault(reading, fault)
  const acts: Record<Reading, Promise<unknown>> = {
    problem: bank.readProblem(visitor, problemId),
    signIn: bank.signIn(visitor, ACCOUNT),
    runs: bank.runsOf(one, run),
    poll: bank.poll(one, run),
  }
  const kinds = await Promise.all(
    READINGS.map(async (reading) => {
      const { kind, isSent } = await faultOf(acts[reading])
      const mayBeSent = reading === 'signIn' || row.posts.includes(reading)
      return [reading, isSent && !mayBeSent ? `${kind}, sent` : kind]
    }),
  )
  for (const reading of READINGS) fake.fault(reading, null)
  await bank.signIn(session(visitor.save()), ACCOUNT)
  return Object.fromEntries(kinds)
}

/** The fault after code was sent, how often the bank was asked to take it, and how many runs it has and shows. */
async function sendUnder(row: ContractRow, fault: FakeFault, timeouts: Partial<OutboundTimeouts> = {}) {
  const { bank } = row
  const { fake, session, member } = await talkTo(bank)
  const one = await member()
  const sending = sendingOf(row)
  fake.fault('submit', fault)
  const { kind, isSent } = await faultOf(bank.send(session(one.save(), timeouts), sending))
  return {
    kind,
    isSent,
    asked: fake.requests.get('submit'),
    stored: fake.received(username, sending.problemId, sending.source),
    shown: (await bank.runsOf(one, sending)).length,
  }
}

/** What a bank says of a run that did not compile, while the page with its message fails. */
async function compileUnder(row: ContractRow, fault: FakeFault, timeouts: Partial<OutboundTimeouts> = {}) {
  const { bank } = row
  const { fake, session, member } = await talkTo(bank, { pace: { polls: 0 } })
  const one = await member()
  const run = await sendAndFind(row, one, { ...sendingOf(row), source: program('CE') })
  fake.fault('message', fault)
  return bank.poll(session(one.save(), timeouts), run)
}

describe.each(CONTRACT.map((row) => [row.bank.key, row] as const))('%s', (_, row) => {
  const { bank, problemId } = row
  const sending = sendingOf(row)
  const signedOut = { kind: 'SIGNED_OUT', isSent: false }
  /** Starts the fake with a session that is signed in. */
  const start = async (options?: FakeOptions) => {
    const talk = await talkTo(bank, options)
    return { ...talk, one: await talk.member() }
  }
  const withoutMessage = { state: 'DONE', verdict: 'COMPILE_ERROR', message: null }

  describe('readings', () => {
    it.each(row.missing)('find no problem %s', async (id) => {
      const { session } = await talkTo(bank)
      expect(await faultOf(bank.readProblem(session(), id))).toMatchObject({ kind: 'NO_PROBLEM' })
    })

    it.each(READ_FAULTS)('fail by %s as %s, and go on after it (area-rules B6)', async (fault, kind) => {
      const { form: _, ...others } = row.faults?.[fault] ?? {}
      const usual = { problem: kind, signIn: kind, runs: kind, poll: kind }
      expect(await readUnder(row, fault)).toEqual({ ...usual, ...others })
    })

    it('take the time of a slow page', async () => {
      const { fake, one } = await start({ slowMs: 300 })
      fake.fault('runs', 'SLOW')
      expect(await bank.runsOf(one, sending)).toEqual([])
    })
  })

  it('gives up on pages that hang, and says whether code may have arrived (area-rules B7)', async () => {
    const hung = { kind: 'UNREACHABLE', isSent: true, asked: 1 }
    const [read, before, after, compiled] = await Promise.all([
      readUnder(row, 'HANG', SHORT),
      sendUnder(row, 'HANG', SHORT),
      sendUnder(row, 'HANG_AFTER', SHORT),
      row.hasMessagePage ? compileUnder(row, 'HANG', SHORT) : withoutMessage,
    ])
    const kind: BankFaultKind = 'UNREACHABLE'
    expect(read).toEqual({ problem: kind, signIn: kind, runs: kind, poll: kind })
    expect(before).toEqual({ ...hung, stored: 0, shown: 0 })
    expect(after).toEqual({ ...hung, stored: 1, shown: 1 })
    expect(compiled).toMatchObject(withoutMessage)
  })

  describe('sign-in', () => {
    it('is kept by the saved session', async () => {
      const { fake, session, one } = await start()
      const again = session(one.save())
      expect(await bank.runsOf(again, sending)).toEqual([])
      await bank.send(again, sending)
      expect(fake.runs).toHaveLength(1)
      expect(fake.requests.get('signIn')).toBe(1)
      await bank.signIn(again, ACCOUNT)
      expect(fake.requests.get('signIn')).toBe(row.keepsSignIn ? 1 : 2)
      expect(await bank.runsOf(again, sending)).toHaveLength(1)
    })

    it('refuses wrong passwords, unknown names and locked accounts (area-rules B6)', async () => {
      const { fake, session } = await talkTo(bank)
      const { wrong, unknown = wrong, locked } = row.says
      const attempt = (account = ACCOUNT) => faultOf(bank.signIn(session(), account))
      expect(await attempt({ ...ACCOUNT, password: 'wrong' })).toMatchObject({
        kind: 'WRONG_PASSWORD',
        detail: wrong,
      })
      expect(await attempt({ username: 'nobody', password: 'x' })).toMatchObject({
        kind: 'WRONG_PASSWORD',
        detail: unknown,
      })
      fake.lock(username)
      expect(await attempt()).toMatchObject({ kind: 'LOCKED', detail: locked })
    })

    it('is needed to send', async () => {
      const { fake, session } = await talkTo(bank)
      expect(await faultOf(bank.send(session(), sending))).toMatchObject(signedOut)
      expect(fake.runs).toEqual([])
    })

    it('is asked for when the session ended, and not while the account is locked', async () => {
      const { fake, one } = await start()
      const run = await sendAndFind(row, one, sending)
      await bank.poll(one, run)
      const next = { ...sending, source: program('AC', 'again') }
      fake.expireSessions()
      expect(await faultOf(bank.send(one, next))).toMatchObject(signedOut)
      const reads = { runs: () => bank.runsOf(one, sending), poll: () => bank.poll(one, run) }
      for (const reading of ['runs', 'poll'] as const)
        if (row.forMembers.includes(reading))
          expect(await faultOf(reads[reading]()), reading).toMatchObject(signedOut)
        else await reads[reading]()
      await bank.signIn(one, ACCOUNT)
      fake.lock(username)
      expect(await faultOf(bank.send(one, next))).toMatchObject({ kind: 'LOCKED', isSent: false })
      fake.lock(username, false)
      expect(fake.runs).toHaveLength(1)
      await bank.send(one, next)
      expect(fake.runs).toHaveLength(2)
    })
  })

  describe('sending', () => {
    it('carries code as it is, and lists the runs of a problem, newest first', async () => {
      const { fake, one } = await start({ accounts: { [username]: ACCOUNT.password, robo: 'x' } })
      expect(await bank.runsOf(one, sending)).toEqual([])
      const source = `${program()}\n// 编程 é ü % + & "quoted" \u{1F34E}\r\n\t \n`
      const named = [
        await bank.send(one, { ...sending, source }),
        await bank.send(one, { ...sending, ...row.other }),
        await bank.send(one, { ...sending, source: program('WA') }),
      ]
      const ids = [0, 1, 2].map((at) => `${fake.site.firstRun + at}`)
      expect(fake.runs.map(({ id }) => id)).toEqual(ids)
      expect(named).toEqual(row.namesRun ? ids : [null, null, null])
      const languageId = row.storedLanguage ?? row.languageId
      const second = { problemId: row.other.problemId, source: sending.source }
      expect(fake.runs).toMatchObject([{ source, problemId, languageId, username }, second, {}])
      expect(await bank.runsOf(one, sending)).toEqual([ids[2], ids[0]])
      expect(await bank.runsOf(one, { ...row.other, username })).toEqual([ids[1]])
      if (!row.listsOwnRuns) expect(await bank.runsOf(one, { problemId, username: 'robo' })).toEqual([])
    })

    it(`${row.keepsHalves ? 'keeps' : 'replaces'} halves of characters`, async () => {
      const { fake, one } = await start()
      await bank.send(one, { ...sending, source: `${program()}\ud83c` })
      expect(fake.runs[0]?.source.at(-1)).toBe(row.keepsHalves ? '\ud83c' : '\ufffd')
    })

    it.each(row.refusals)('refuses %s', async (_, change, kind, words) => {
      const { fake, one } = await start()
      const fault = await faultOf(bank.send(one, { ...sending, ...change }))
      expect(fault).toMatchObject({ kind, isSent: false })
      expect(fault.detail).toMatch(words)
      expect(fake.runs).toEqual([])
    })

    it('says that it was too fast, the account locked, or the session lost', async () => {
      const { fake, one } = await start({ submitEveryMs: 60_000 })
      await bank.send(one, sending)
      const next = () => faultOf(bank.send(one, { ...sending, source: program('AC', 'again') }))
      const fast = await next()
      expect(fast).toMatchObject({ kind: 'TOO_FAST', isSent: false })
      expect(fast.detail).toMatch(row.says.fast)
      fake.lock(username)
      expect(await next()).toMatchObject({ kind: 'LOCKED', isSent: false })
      fake.expireSessions()
      expect(await next()).toMatchObject(signedOut)
      expect(fake.runs).toHaveLength(1)
    })

    it.each(SEND_FAULTS)(
      'says after %s whether the code may have arrived (area-rules B7)',
      async (fault, kind, isSent, stored) => {
        const usual: Pick<BankFault, 'kind' | 'isSent'> = { kind, isSent }
        const expected = fault === 'SIGNED_OUT' ? (row.lost ?? usual) : usual
        expect(await sendUnder(row, fault)).toEqual({ ...expected, asked: 1, stored, shown: stored })
      },
    )

    const { form, landing } = row
    it.each(form ? FORM_FAULTS : [])(
      'says after %s of the page before the form that no code left (area-rules B7)',
      async (fault, kind) => {
        const { fake, one } = await start()
        fake.fault(form ?? 'other', fault)
        const expected = { kind: row.faults?.[fault]?.form ?? kind, isSent: false }
        expect(await faultOf(bank.send(one, sending))).toMatchObject(expected)
        expect(fake.requests.get('submit')).toBeUndefined()
      },
    )

    it.each(landing ? LANDING_FAULTS : [])(
      'says after %s of the page behind the form that the code may have arrived (area-rules B7)',
      async (fault, kind) => {
        const { fake, one } = await start()
        fake.fault(landing ?? 'other', fault, 1)
        expect(await faultOf(bank.send(one, sending))).toMatchObject({ kind, isSent: true })
        expect(fake.runs).toHaveLength(1)
      },
    )
  })

  describe('runs', () => {
    it.each(Object.entries(row.verdicts))(
      'go through the queue to %s, which is %s (area-rules B5, B9, B10)',
      async (word, verdict) => {
        const { one } = await start()
        const run = await sendAndFind(row, one, { ...sending, source: program(word) })
        const figures = (word !== 'AC' && row.figuresOfOthers) || row.figures
        const cases = [1, 2].map((index) => expect.objectContaining({ index }))
        expect(await pollAll(bank, one, run)).toEqual([
          ...row.states.map((state) => ({ state })),
          { state: 'DONE', verdict, ...figures, message: null, cases: bank.openCases ? cases : [] },
        ])
      },
    )

    it('show what the compiler said', async () => {
      const { fake, one } = await start({ pace: { polls: 0 } })
      const run = await sendAndFind(row, one, { ...sending, source: program('CE') })
      const done = { state: 'DONE', verdict: 'COMPILE_ERROR', cases: [] }
      expect(await bank.poll(one, run)).toEqual({ ...done, ...row.compileError(run.id) })
      expect(fake.requests.get('message')).toBe(row.hasMessagePage && 1)
    })

    it.each(row.hasMessagePage ? (['ERROR_500', 'CHANGED', 'CAPTCHA'] as const) : [])(
      'did not compile, though the page with the message fails by %s',
      async (fault) => expect(await compileUnder(row, fault)).toMatchObject(withoutMessage),
    )

    it('never end with words that are unknown (area-rules B9)', async () => {
      const { one } = await start({ pace: { polls: 0 } })
      const run = await sendAndFind(row, one, { ...sending, source: program('ODD') })
      expect(await pollAll(bank, one, run)).toEqual(Array(30).fill({ state: 'WAITING' }))
    })

    it('may be unknown', async () => {
      const { fake, one } = await start()
      const run = { id: `${fake.site.firstRun - 1}`, problemId, username }
      const answer = await bank.poll(one, run).catch((error: unknown) => error)
      expect(answer).toMatchObject(row.gone)
    })
  })
})
