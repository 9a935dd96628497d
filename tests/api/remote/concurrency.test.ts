import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PRIORITY } from '#judge/protocol.ts'
import { codeforces } from '#server/modules/bank/codeforces/codeforces.ts'
import { startBanks } from '#server/modules/remote/dispatch.ts'
import { endRun } from '#server/modules/remote/outcome.ts'
import { sessionOf, signedIn } from '#server/modules/remote/work.ts'
import { openBankSite } from '../../support/bankSite.ts'
import { statementsOf } from '../../support/sqlStatements.ts'

/** What happens to a submission to another judge while others change the same rows. */

const arena = openBankSite(['CF', 'HDU'], { slowMs: 400 })
const { people } = arena
let problem = 0
let account = 0
let made = 0
let isClosed = false

const REMOVE = 'mutation($input: RemoveBankAccountInput!) { removeBankAccount(input: $input) { key } }'
const program = (verdict = 'AC') => `int main(){ return ${made++}; } // verdict: ${verdict}`
const fake = () => arena.fakeOf('CF')
const send = (source = program(), who = people.ada) => arena.send(who, problem, source, 'cf-54')
const db = () => arena.site.prisma
const received = (source: string) => fake().runs.filter((run) => run.source.trimEnd() === source).length
/** Ends a judgement as a cancelling does that comes at any moment: at once, the judgement before its submission. */
const cancel = (number: number) => {
  const data = { state: 'DONE', verdict: 'CANCELLED' } as const
  return db().$transaction([
    db().judgement.updateMany({ where: { submissionId: number }, data }),
    db().submission.update({ where: { id: number }, data }),
  ])
}
const isDone = (number: number) =>
  arena.until(number, ({ state, run }) => state === 'DONE' && run?.step === 'DONE')
const pauseAccounts = (ms: number) =>
  db().bankAccount.updateMany({ data: { nextSendAt: new Date(Date.now() + ms) } })
const call = () => arena.site.house.events.deliver({ name: 'bank.changed', payload: { bank: 'CF' } })
/** Adds submissions like one that are polled, all of the first run of the bank. */
const addPolled = (number: number, count: number, lane: number) => db().$executeRaw`
  with sent as (
    insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "judgementId", "state")
    select "problemId", "userId", "language", "codeLength", "ip", gen_random_uuid()::text, 'SENT'
    from "Submission", generate_series(1, ${count}::int) where "id" = ${number}
    returning "id", "judgementId"
  ), going as (
    insert into "Judgement" ("id", "submissionId", "lane", "task", "bank", "state")
    select "judgementId", "id", ${lane}::int, '{}', 'CF', 'SENT' from sent returning "id"
  )
  insert into "BankRun" ("judgementId", "bank", "problemKey", "step", "lane", "accountId", "runId", "sends")
  select "id", 'CF', '4242A', 'POLLING', ${lane}::int, ${account}::int, '280000001', 1 from going`
const numberOf = (id: string) => Number(Buffer.from(id, 'base64').toString().split(':')[1])

beforeAll(async () => {
  account = numberOf(await arena.addAccount('CF'))
  problem = await arena.importProblem('CF', '4242A')
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  if (isClosed) return
  for (const kind of ['signIn', 'submit', 'runs', 'poll'] as const) fake().fault(kind, null)
  await db().bankAccount.updateMany({
    data: {
      suspendedFor: null,
      suspendedAt: null,
      nextSendAt: new Date(Date.now() - 1_000),
      signInUntil: null,
    },
  })
  call()
})

describe('a session', () => {
  it('that ends between the mark of sending and the sending is renewed, and the code is sent once', async () => {
    await arena.done(await send())
    const { send: really } = codeforces
    vi.spyOn(codeforces, 'send').mockImplementationOnce((...asked) => {
      fake().expireSessions()
      return really(...asked)
    })
    const source = program()
    const row = await arena.done(await send(source))
    expect(row).toMatchObject({ verdict: 'ACCEPTED', run: { sends: 1 } })
    expect(received(source)).toBe(1)
  })

  it('that somebody else began meanwhile is not overwritten with an older one', async () => {
    await arena.done(await send())
    const older = await db().bankAccount.findUniqueOrThrow({ where: { id: account } })
    await signedIn({ house: arena.site.house, bank: codeforces }, older, async (session) => {
      await db().bankAccount.update({ where: { id: account }, data: { session: null } })
      await arena.done(await send())
      session.remember('late', 'yes')
    })
    const now = await db().bankAccount.findUniqueOrThrow({ where: { id: account } })
    const session = sessionOf(arena.site.house, codeforces, now)
    expect(session.remembered('late')).toBeNull()
    await session.close()
    const before = fake().requests.get('signIn')
    await arena.done(await send())
    expect(fake().requests.get('signIn')).toBe(before)
  })

  it('that somebody else began meanwhile is used in place of another sign-in', async () => {
    await arena.done(await send())
    const older = await db().bankAccount.findUniqueOrThrow({ where: { id: account } })
    fake().expireSessions()
    await arena.done(await send())
    const before = fake().requests.get('signIn')
    const asked = { problemId: '4242A', username: 'robot' }
    const ids = await signedIn({ house: arena.site.house, bank: codeforces }, older, (session) =>
      codeforces.runsOf(session, asked),
    )
    expect(ids.length).toBeGreaterThan(0)
    expect(fake().requests.get('signIn')).toBe(before)
  })
})

describe('an account', () => {
  it('is given to one submission at a time by several processes, and each submission is sent once', async () => {
    const others = [startBanks(arena.site.house), startBanks(arena.site.house)]
    const sources = Array.from({ length: 6 }, () => program())
    const numbers = await Promise.all(
      sources.map((source, at) => send(source, at % 2 ? people.ada : people.bob)),
    )
    for (const number of numbers)
      expect(await arena.done(number)).toMatchObject({
        verdict: 'ACCEPTED',
        run: { sends: 1, holdsAccount: false },
      })
    expect(sources.map(received)).toEqual(sources.map(() => 1))
    await Promise.all(others.map((stop) => stop()))
  })

  it('sends the first submission of each user before the second of another', async () => {
    await pauseAccounts(60_000)
    const sources = Array.from({ length: 4 }, () => program())
    const [one = '', two = '', three = '', other = ''] = sources
    const numbers: number[] = []
    for (const source of [one, two, three]) numbers.push(await send(source))
    numbers.push(await send(other, people.bob))
    await pauseAccounts(-1_000)
    call()
    for (const number of numbers) await arena.done(number)
    const order = fake().runs.map(({ source }) => source.trimEnd())
    expect(order.filter((source) => sources.includes(source))).toEqual([one, other, two, three])
  })

  it('that is removed before the code leaves is replaced by another one', async () => {
    await pauseAccounts(60_000)
    const number = await send()
    const { judgementId } = await arena.until(number, ({ run }) => run !== null)
    // What the removal of the account leaves of a run that it had.
    await db().bankRun.update({
      where: { judgementId: judgementId ?? '' },
      data: { step: 'SENDING', holdsAccount: true, accountId: null },
    })
    await pauseAccounts(-1_000)
    call()
    expect(await arena.done(number)).toMatchObject({ verdict: 'ACCEPTED', run: { accountId: account } })
  })

  it('that is removed while the bank has the code leaves a submission that fails', async () => {
    fake().accounts.set('passing', { password: 'right password', isLocked: false })
    await pauseAccounts(60_000)
    const passing = await arena.addAccount('CF', 'passing')
    const number = await send(program('ODD'))
    await arena.until(number, ({ run }) => run?.step === 'POLLING')
    const removed = await arena.ask(people.root, REMOVE, { input: { id: passing } })
    expect(removed.errors).toBeUndefined()
    expect(await isDone(number)).toMatchObject({
      verdict: 'SUBMISSION_FAILED',
      run: { holdsAccount: false, trouble: 'NO_ACCOUNT' },
    })
  })
})

describe('a cancelled submission', () => {
  it.each(['SENDING', 'POLLING'] as const)(
    'that is %s keeps its verdict and releases the account',
    async (step) => {
      if (step === 'SENDING') fake().fault('submit', 'SLOW', 1)
      const number = await send(program('ODD'))
      await arena.until(number, ({ run }) => run?.step === step)
      await cancel(number)
      expect(await isDone(number)).toMatchObject({
        state: 'DONE',
        verdict: 'CANCELLED',
        run: { holdsAccount: false, trouble: null },
      })
      expect(await arena.done(await send())).toMatchObject({ verdict: 'ACCEPTED' })
    },
  )

  it('is not asked for any longer while its bank does not answer', async () => {
    fake().fault('poll', 'ERROR_500')
    const number = await send()
    await arena.until(number, ({ run }) => run?.step === 'POLLING' && run.failures > 0)
    await cancel(number)
    expect((await isDone(number)).run?.polls).toBeLessThan(30)
  })

  it('is forgotten without complaint when it is deleted while it is sent', async () => {
    const complaint = vi.spyOn(arena.site.house.log, 'error')
    fake().fault('submit', 'SLOW', 1)
    const number = await send()
    const { judgementId } = await arena.until(number, ({ run }) => run?.sentAt !== null && run !== null)
    await db().judgement.delete({ where: { id: judgementId ?? '' } })
    await pause(600)
    expect(complaint).not.toHaveBeenCalled()
    await db()
      .submission.delete({ where: { id: number } })
      .catch(() => undefined)
    expect(await arena.done(await send())).toMatchObject({ verdict: 'ACCEPTED' })
  })
})

describe('a bank that is switched off', () => {
  const SWITCH = 'mutation($input: SwitchBankInput!) { switchBank(input: $input) { isOn } }'
  const turn = async (isEnabled: boolean) => {
    const { errors } = await arena.ask(people.root, SWITCH, { input: { bank: 'CF', isEnabled } })
    expect(errors).toBeUndefined()
  }

  it('still gives its verdicts, and is sent nothing until it is on again', async () => {
    fake().fault('poll', 'ERROR_500', 3)
    const going = await send()
    await arena.until(going, ({ run }) => run?.step === 'POLLING')
    const waiting = await send()
    await turn(false)
    expect(await arena.done(going)).toMatchObject({ verdict: 'ACCEPTED' })
    await pause(200)
    expect(await arena.until(waiting, () => true)).toMatchObject({
      state: 'AWAITING_ACCOUNT',
      run: { sends: 0 },
    })
    await turn(true)
    expect(await arena.done(waiting)).toMatchObject({ verdict: 'ACCEPTED' })
  })
})

describe('a process', () => {
  it('that lost a run cannot end it after others rejudged it', async () => {
    const number = await send(program('WA'))
    const { judgementId } = await arena.done(number)
    fake().fault('poll', 'ERROR_500')
    await arena.site.rest('GET', `/api/admin/judge/rejudge?submitId=${number}`, { token: people.root.token })
    await endRun(
      arena.site.house,
      { judgementId: judgementId ?? '', step: 'POLLING', workerId: 'lost' },
      { verdict: 'ACCEPTED', timeMs: 1, memoryKb: 1, message: null, cases: [], trouble: null },
    )
    expect((await arena.until(number, () => true)).state).not.toBe('DONE')
    fake().fault('poll', null)
    expect((await arena.done(number)).verdict).toBe('WRONG_ANSWER')
  })

  it('whose clock is wrong works like any other', async () => {
    await pauseAccounts(-1_000)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 })
    const number = await send()
    vi.useRealTimers()
    await pause(100)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 })
    const row = await isDone(number)
    expect(row).toMatchObject({ verdict: 'ACCEPTED' })
    const again = await arena.site.rest('GET', `/api/admin/judge/rejudge?submitId=${number}`, {
      token: people.root.token,
    })
    expect(again.status).toBe(200)
    expect(await arena.done(number)).toMatchObject({ verdict: 'ACCEPTED' })
  })

  it('ends a submission whose answers it cannot read', async () => {
    vi.spyOn(codeforces, 'poll').mockRejectedValue(new TypeError('nothing there'))
    vi.spyOn(arena.site.house.log, 'error').mockReturnValue(undefined)
    expect(await arena.done(await send())).toMatchObject({
      verdict: 'SUBMISSION_FAILED',
      run: { trouble: 'CHANGED' },
    })
  })

  it('asks the database next to nothing while nothing is under way', async () => {
    await expect.poll(() => db().bankRun.count({ where: { step: { not: 'DONE' } } })).toBe(0)
    await pause(1_200)
    const statements = await statementsOf(() => pause(3_000))
    expect(statements.filter(({ text }) => text.includes('"BankRun"')).length).toBeLessThanOrEqual(1)
  })

  it('polls for a first verdict before those that many rejudgings wait for', async () => {
    const number = await send()
    await arena.done(number)
    fake().fault('poll', 'SLOW')
    await addPolled(number, 120, PRIORITY.rejudging)
    call()
    expect(await arena.done(await send())).toMatchObject({ verdict: 'ACCEPTED' })
    const left = () => db().bankRun.count({ where: { step: 'POLLING', lane: PRIORITY.rejudging } })
    expect(await left()).toBeGreaterThan(0)
    fake().fault('poll', null)
    await expect.poll(left).toBe(0)
  })

  it('serves the other banks while one hangs, and ends within seconds all the same', async () => {
    await arena.addAccount('HDU')
    const other = await arena.importProblem('HDU', '1001')
    const number = await send()
    await arena.done(number)
    fake().fault('poll', 'HANG')
    await addPolled(number, 40, 1000)
    call()
    await expect
      .poll(() => db().bankRun.count({ where: { workerId: { not: null } } }))
      .toBeGreaterThanOrEqual(8)
    const source = `int main(){ return 0; } // ${'a program that is long enough for it '.repeat(2)}`
    const apart = await arena.send(people.ada, other, source, 'hdu-0')
    expect(await arena.done(apart)).toMatchObject({ verdict: 'ACCEPTED' })
    const begun = performance.now()
    isClosed = true
    await arena.site.close()
    expect(performance.now() - begun).toBeLessThan(6_000)
    arena.site.close = async () => undefined
  }, 60_000)
})
