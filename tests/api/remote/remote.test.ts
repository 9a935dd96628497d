import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openBankSite } from '../../support/bankSite.ts'
import { startFakeHost } from '../../support/fakeHost.ts'

/** The way of a submission through another judge, area-rules B5 to B12, against Codeforces in memory. */

const arena = openBankSite(['CF'])
const { people } = arena
let problem = 0
let account = ''
let made = 0

/** A program that no other test sends. */
const program = (verdict = 'AC') => `int main(){ return ${made++}; } // verdict: ${verdict}`
const fake = () => arena.fakeOf('CF')
const send = (source: string, who = people.ada) => arena.send(who, problem, source, 'cf-54')
const runOf = async (number: number) => (await arena.until(number, () => true)).run
const detail = (number: number, who = people.ada) =>
  arena.site.rest('GET', `/api/get-submission-detail?submitId=${number}`, { token: who.token })

beforeAll(async () => {
  account = await arena.addAccount('CF')
  problem = await arena.importProblem('CF', '4242A')
})

const TEST = `mutation($input: TestBankAccountInput!) { testBankAccount(input: $input) { trouble } }`

afterEach(async () => {
  for (const kind of ['signIn', 'submit', 'runs', 'poll', 'message'] as const) fake().fault(kind, null)
  fake().lock('robot', false)
  await arena.ask(people.root, TEST, { input: { id: account } })
})

describe('a submission to another judge', () => {
  it('goes through the states of the bank to its verdict, live (area-rules B5)', async () => {
    const stream = await arena.site.subscribe(
      'subscription { submissionsChanged { change submission { number state verdict } } }',
      {},
      { token: people.ada.token },
    )
    const number = await send(program())
    const row = await arena.done(number)
    expect(row).toMatchObject({ verdict: 'ACCEPTED', judgedBy: 'Codeforces', timeMs: expect.any(Number) })
    await expect
      .poll(() => stream.received.at(-1)?.data.submissionsChanged.submission)
      .toMatchObject({ number, state: 'DONE', verdict: 'ACCEPTED' })
    stream.close()
    const shown = await arena.site.rest('GET', `/api/get-submission-detail?submitId=${number}`, {
      token: people.ada.token,
    })
    expect(shown.data.submission).toMatchObject({
      status: 0,
      vjudgeSubmitId: null,
      vjudgeUsername: null,
      vjudgePassword: null,
    })
  })

  it('is counted like any other in tallies and progress', async () => {
    const before = await arena.site.prisma.problemTally.findUnique({ where: { problemId: problem } })
    await arena.done(await send(program('WA'), people.bob))
    await expect
      .poll(
        async () =>
          (await arena.site.prisma.problemTally.findUnique({ where: { problemId: problem } }))?.wrongAnswer,
      )
      .toBe((before?.wrongAnswer ?? 0) + 1)
  })

  it('lets one account do one submission at a time (area-rules B5)', async () => {
    const numbers = await Promise.all([send(program()), send(program(), people.bob), send(program())])
    const most: number[] = []
    const watching = setInterval(async () => {
      most.push(await arena.site.prisma.bankRun.count({ where: { holdsAccount: true } }))
    }, 10)
    for (const number of numbers) await arena.done(number)
    clearInterval(watching)
    expect(Math.max(...most)).toBe(1)
  })

  it('sends equal sources with different blanks, and shows the code as it was written (area-rules B8)', async () => {
    const source = program()
    const numbers = [await send(source), await send(source, people.bob)]
    for (const number of numbers) expect((await arena.done(number)).verdict).toBe('ACCEPTED')
    const received = fake()
      .runs.map((run) => run.source)
      .filter((text) => text.trimEnd() === source)
    expect(received).toHaveLength(2)
    expect(received[0]).not.toBe(received[1])
    expect((await detail(numbers[0] ?? 0)).data.submission.code).toBe(source)
  })

  it.each([
    ['OLE', 3],
    ['REJECTED', 4],
    ['SKIPPED', 4],
    ['WA', -1],
    ['TLE', 1],
    ['MLE', 2],
    ['CE', -2],
    ['PE', -3],
    ['PARTIAL', 8],
  ])('maps %s of the bank to status %d (area-rules B9)', async (word, status) => {
    const number = await send(program(word))
    await arena.done(number)
    expect((await detail(number)).data.submission.status).toBe(status)
  })

  it('shows the words of the compiler', async () => {
    const number = await send(program('CE'))
    await arena.done(number)
    expect((await detail(number)).data.submission.errorMessage).toContain('error: expected ;')
  })

  it('stores the cases of Codeforces (area-rules B10)', async () => {
    const number = await send(program('WA'))
    await arena.done(number)
    const cases = await arena.site.rest('GET', `/api/get-all-case-result?submitId=${number}`, {
      token: people.ada.token,
    })
    expect(cases.data.judgeCaseList).toMatchObject([{ status: 0 }, { status: -1 }])
  })
})

describe('trouble on the way', () => {
  it('fails with the reason when no account is free in 600 seconds (area-rules B6)', async () => {
    await arena.ask(
      people.root,
      'mutation($input: SwitchBankInput!) { switchBank(input: $input) { isOn } }',
      {
        input: { bank: 'CF', isEnabled: false },
      },
    )
    const number = await send(program())
    const { judgementId } = await arena.until(number, ({ state }) => state === 'AWAITING_ACCOUNT')
    await arena.site.prisma.bankRun.update({
      where: { judgementId: judgementId ?? '' },
      data: { waitingSince: new Date(Date.now() - 601_000) },
    })
    expect(await arena.done(number)).toMatchObject({
      verdict: 'SUBMISSION_FAILED',
      run: { trouble: 'NO_ACCOUNT' },
    })
    const { data } = await detail(number)
    expect(data.submission).toMatchObject({
      status: 10,
      errorMessage: expect.stringContaining('No account was free'),
    })
    await arena.ask(
      people.root,
      'mutation($input: SwitchBankInput!) { switchBank(input: $input) { isOn } }',
      {
        input: { bank: 'CF', isEnabled: true },
      },
    )
  })

  it('fails after 60 polls without a verdict, and asks again without sending (area-rules B6, B7)', async () => {
    const number = await send(program('ODD'))
    const row = await arena.done(number)
    expect(row).toMatchObject({
      verdict: 'SUBMISSION_FAILED',
      run: { trouble: 'NO_VERDICT', sends: 1, polls: 59 },
    })
    const stored = fake().runOf(row.run?.runId ?? '')
    if (stored) stored.verdict = 'AC'
    const again = await arena.site.rest('GET', `/api/resubmit?submitId=${number}`, {
      token: people.ada.token,
    })
    expect(again.status).toBe(200)
    expect(await arena.done(number)).toMatchObject({ verdict: 'ACCEPTED', run: { sends: 1 } })
  }, 60_000)

  it('takes an account out of service at a captcha and tells super administrators (area-rules B6)', async () => {
    fake().fault('submit', 'CAPTCHA')
    const banks = await arena.site.subscribe(
      'subscription { banksChanged { key isOn accounts { trouble } } }',
      {},
      { token: people.root.token },
    )
    const number = await send(program())
    await arena.until(number, ({ run }) => run?.step === 'WAITING' && run.failures > 0)
    await expect
      .poll(() => banks.received.at(-1)?.data.banksChanged.find(({ key }: { key: string }) => key === 'CF'))
      .toMatchObject({ isOn: false, accounts: [{ trouble: 'CAPTCHA' }] })
    banks.close()
    const { data } = await arena.ask(
      people.root,
      '{ notifications(first: 5) { edges { node { title content } } } }',
    )
    expect(JSON.stringify(data)).toContain('An account of Codeforces is out of service')
    fake().fault('submit', null)
    // Tested with one button, it serves again, and what waited is sent.
    await arena.ask(people.root, TEST, { input: { id: account } })
    expect(await arena.done(number)).toMatchObject({ verdict: 'ACCEPTED' })
  })

  it('takes a locked account out of service and goes on with another one', async () => {
    const second = await arena.addAccount('CF', 'second', 'other password').catch(() => null)
    fake().accounts.set('second', { password: 'other password', isLocked: false })
    fake().lock('robot')
    const numbers = [await send(program()), await send(program(), people.bob)]
    for (const number of numbers) expect(await arena.done(number)).toMatchObject({ verdict: 'ACCEPTED' })
    const rows = await arena.site.prisma.bankAccount.findMany({ orderBy: { id: 'asc' } })
    expect(rows.map(({ suspendedFor }) => suspendedFor)).toEqual(['LOCKED', null])
    expect(second).not.toBeNull()
    await arena.ask(
      people.root,
      'mutation($input: RemoveBankAccountInput!) { removeBankAccount(input: $input) { key } }',
      {
        input: { id: second },
      },
    )
  })

  it('believes a changed page after three looks (area-rules B6)', async () => {
    fake().fault('poll', 'CHANGED')
    const number = await send(program())
    expect(await arena.done(number)).toMatchObject({
      verdict: 'SUBMISSION_FAILED',
      run: { trouble: 'CHANGED' },
    })
    const [row] = await arena.site.prisma.bankAccount.findMany()
    expect(row?.suspendedFor).toBe('CHANGED')
  })

  it('survives an expired session, errors and rate limits', async () => {
    fake().expireSessions()
    fake().fault('poll', 'ERROR_500', 2)
    fake().fault('submit', 'RATE_LIMIT', 1)
    expect(await arena.done(await send(program()))).toMatchObject({ verdict: 'ACCEPTED' })
  })

  it('is not sent after it was cancelled', async () => {
    await arena.site.prisma.bankAccount.updateMany({ data: { nextSendAt: new Date(Date.now() + 60_000) } })
    const source = program()
    const number = await send(source)
    const cancelled = await arena.site.rest('GET', `/api/admin/judge/cancel-judge?submitId=${number}`, {
      token: people.root.token,
    })
    expect(cancelled.status).toBe(200)
    await arena.site.prisma.bankAccount.updateMany({ data: { nextSendAt: new Date() } })
    const row = await arena.until(number, ({ run }) => run?.step === 'DONE')
    expect(row.verdict).toBe('CANCELLED')
    expect(fake().received('robot', '4242A', source)).toBe(0)
  })
})

describe('nothing twice, nothing lost (area-rules B7)', () => {
  it.each(['CUT_AFTER', 'ERROR_500'] as const)(
    'finds the run when the answer is %s',
    async (fault) => {
      fake().fault('submit', fault, 1)
      const source = program()
      const number = await send(source)
      const row = await arena.done(number)
      expect(fake().received('robot', '4242A', source)).toBeLessThanOrEqual(1)
      expect(row.verdict).toBe(fault === 'CUT_AFTER' ? 'ACCEPTED' : 'SUBMISSION_FAILED')
    },
    30_000,
  )

  it('never sends a run again that a dead process may have sent', async () => {
    const source = program()
    await arena.site.prisma.bankAccount.updateMany({ data: { nextSendAt: new Date(Date.now() + 60_000) } })
    const number = await send(source)
    const { judgementId } = await arena.until(number, ({ state }) => state === 'AWAITING_ACCOUNT')
    // What a process that was killed between the mark and the answer leaves behind; the bank has the code.
    const [row] = await arena.site.prisma.bankAccount.findMany()
    const newest = fake().runs.at(-1)?.id ?? null
    fake().submit({ username: 'robot', problemId: '4242A', languageId: '54', source })
    await arena.site.prisma.bankRun.update({
      where: { judgementId: judgementId ?? '' },
      data: {
        step: 'SENDING',
        accountId: row?.id ?? 0,
        holdsAccount: true,
        sentAt: new Date(),
        lastRunId: newest,
        workerId: 'dead',
        leasedUntil: new Date(Date.now() + 300),
      },
    })
    expect(await arena.done(number)).toMatchObject({ verdict: 'ACCEPTED', run: { sends: 0 } })
    await arena.site.prisma.bankAccount.updateMany({ data: { nextSendAt: new Date() } })
    expect(fake().received('robot', '4242A', source)).toBe(1)
  })

  it('rejudges by polling alone', async () => {
    const source = program('WA')
    const number = await send(source)
    const first = await arena.done(number)
    const stored = fake().runOf(first.run?.runId ?? '')
    if (stored) stored.verdict = 'AC'
    const again = await arena.site.rest('GET', `/api/admin/judge/rejudge?submitId=${number}`, {
      token: people.root.token,
    })
    expect(again.status).toBe(200)
    const row = await arena.until(number, ({ verdict }) => verdict === 'ACCEPTED')
    expect(row.run?.sends).toBe(1)
    expect(fake().received('robot', '4242A', source)).toBe(1)
  })

  it('lets only the owner resubmit, and only what failed', async () => {
    const number = await send(program('WA'))
    await arena.done(number)
    const own = await arena.site.rest('GET', `/api/resubmit?submitId=${number}`, { token: people.ada.token })
    expect(own.status).not.toBe(200)
    const other = await arena.site.rest('GET', `/api/resubmit?submitId=${number}`, {
      token: people.bob.token,
    })
    expect(other.status).toBe(403)
    expect((await runOf(number))?.sends).toBe(1)
  })
})

describe('trials', () => {
  it('run on our judges in the language of the same content type, by text alone (area-rules B11)', async () => {
    const host = await startFakeHost(arena.site.databaseUrl, { languages: ['cpp14o2'] })
    const answer = await arena.site.rest('POST', '/api/submit-problem-test-judge', {
      token: people.ada.token,
      body: {
        pid: problem,
        type: 'public',
        language: 'GNU G++17',
        code: 'int main(){}',
        userInput: '1 2',
        expectedOutput: '3',
        mode: 'text/x-c++src',
      },
    })
    expect(answer).toMatchObject({ status: 200 })
    const { task, end } = await host.takeTrial()
    expect(task).toMatchObject({ language: 'cpp14o2', expected: '3', ignoreTrailingBlanks: false })
    end({ verdict: 'ACCEPTED', timeMs: 1, memoryKb: 1, output: '3', errorOutput: '', message: null })
    await host.stop()
  })
})
