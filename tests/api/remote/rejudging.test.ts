import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBankSite } from '../../support/bankSite.ts'
import type { FakeVerdict } from '../../support/banks/fakeBank.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { globalId } from '../../support/judgeable.ts'

/** Rejudging many submissions that another judge has judged, area-rules B7, against Codeforces in memory. */

const arena = openBankSite(['CF'])
const { people } = arena
const fake = () => arena.fakeOf('CF')
let problem = 0
let made = 0

beforeAll(async () => {
  await arena.addAccount('CF')
  problem = await arena.importProblem('CF', '4242A')
})

beforeEach(async () => {
  fake().fault('poll', null)
  await arena.site.prisma.bankAccount.updateMany({ data: { nextSendAt: new Date() } })
  await arena.site.prisma.submission.deleteMany()
})

const program = (verdict: string) => `int main(){ return ${made++}; } // verdict: ${verdict}`

/** A judged submission; its number and code. */
async function judged(verdict: string) {
  const source = program(verdict)
  const number = await arena.send(people.ada, problem, source, 'cf-54')
  await arena.done(number)
  return { number, source }
}

/** What the bank says of the submission from now on. */
async function changeAtBank(number: number, verdict: FakeVerdict) {
  const { run } = await arena.until(number, () => true)
  const stored = fake().runOf(run?.runId ?? '')
  if (!stored) throw new Error('the bank does not know the run')
  stored.verdict = verdict
}

const FIELDS = 'id number changed hold operation { id state done total }'

async function rejudge() {
  const { data, errors } = await arena.ask(
    people.root,
    `mutation ($input: RejudgeInput!) { rejudge(input: $input) { ${FIELDS} } }`,
    { input: { target: { problemId: globalId('Problem', problem) } } },
  )
  expect(errors).toBeUndefined()
  return data.rejudge.number as number
}

const look = async (number: number) =>
  (
    await arena.ask(people.root, `query ($n: Int!) { rejudging(number: $n) { ${FIELDS} } }`, {
      n: number,
    })
  ).data.rejudging

const ended = (number: number) =>
  expect.poll(async () => (await look(number)).operation.state, { timeout: 20_000 }).toBe('DONE')

describe('a submission in a language that the bank has given up', () => {
  it('is refused at the door, and not sent when it waited meanwhile (area-rules B6)', async () => {
    const sent = await arena.site.rest('POST', '/api/submit-problem-judge', {
      token: people.ada.token,
      body: { pid: 'CF-4242A', language: 'GNU G++14', code: 'int main(){}', isRemote: true },
    })
    expect(sent.status).toBe(400)
    const { prisma } = arena.site
    await prisma.bankAccount.updateMany({ data: { suspendedFor: 'CAPTCHA' } })
    const source = program('AC')
    const number = await arena.send(people.ada, problem, source, 'cf-54')
    await prisma.submission.updateMany({ data: { language: 'cf-50' } })
    await prisma.bankAccount.updateMany({ data: { suspendedFor: null } })
    expect(await arena.done(number)).toMatchObject({ verdict: 'SUBMISSION_FAILED', run: { sends: 0 } })
    expect(fake().received('robot', '4242A', source)).toBe(0)
    expect(await prisma.bankAccount.findFirst()).toMatchObject({ suspendedFor: null })
  })
})

describe('a rejudging of many', () => {
  it('asks the bank for the verdicts of the runs that it has named, and sends nothing (area-rules B7)', async () => {
    const first = await judged('WA')
    const second = await judged('WA')
    await changeAtBank(first.number, 'AC')
    const number = await rejudge()
    await ended(number)
    expect(await look(number)).toMatchObject({ changed: 1, operation: { done: 2, total: 2 } })
    expect(await arena.done(first.number)).toMatchObject({ verdict: 'ACCEPTED', run: { sends: 1 } })
    expect(await arena.done(second.number)).toMatchObject({ verdict: 'WRONG_ANSWER', run: { sends: 1 } })
    for (const { source } of [first, second]) expect(fake().received('robot', '4242A', source)).toBe(1)
    const judgements = await arena.site.prisma.judgement.findMany({ where: { submissionId: first.number } })
    expect(judgements.map(({ bank, verdict }) => [bank, verdict]).sort()).toEqual([
      ['CF', 'ACCEPTED'],
      ['CF', 'WRONG_ANSWER'],
    ])
  })

  it('tells the author of a verdict that changed, and counts it', async () => {
    const wrong = async () =>
      (await arena.site.prisma.problemTally.findUnique({ where: { problemId: problem } }))?.wrongAnswer ?? 0
    const before = await wrong()
    const { number } = await judged('WA')
    await expect.poll(wrong).toBe(before + 1)
    await changeAtBank(number, 'AC')
    await ended(await rejudge())
    await expect.poll(wrong).toBe(before)
    await expect
      .poll(() => arena.site.prisma.notification.count({ where: { userId: people.ada.id } }))
      .toBeGreaterThan(0)
  })

  it('leaves out what is under way, so that the bank never gets it twice', async () => {
    await judged('WA')
    fake().fault('poll', 'ERROR_500')
    const source = program('AC')
    const going = await arena.send(people.ada, problem, source, 'cf-54')
    const { judgementId } = await arena.until(going, ({ run }) => run?.step === 'POLLING')
    const number = await rejudge()
    expect(await arena.until(going, () => true)).toMatchObject({ judgementId })
    fake().fault('poll', null)
    await ended(number)
    expect(await arena.done(going)).toMatchObject({ verdict: 'ACCEPTED', judgementId })
    expect(fake().received('robot', '4242A', source)).toBe(1)
  })

  it('keeps the verdicts of submissions whose account is out of service or was removed', async () => {
    const { number } = await judged('WA')
    const accounts = arena.site.prisma.bankAccount
    await accounts.updateMany({ data: { suspendedFor: 'CAPTCHA' } })
    const before = await arena.done(number)
    await ended(await rejudge())
    await accounts.updateMany({ data: { suspendedFor: null } })
    expect(await arena.done(number)).toMatchObject({
      verdict: 'WRONG_ANSWER',
      judgementId: before.judgementId,
    })
    const run = { judgementId: before.judgementId ?? '' }
    await arena.site.prisma.bankRun.update({ where: run, data: { accountId: null } })
    await ended(await rejudge())
    expect(await arena.done(number)).toMatchObject({ verdict: 'WRONG_ANSWER', ...run })
  })

  it('that is stopped restores those that wait for an account', async () => {
    const { number } = await judged('WA')
    // The bank has named no run of it, so it would have to be sent.
    const { judgementId } = await arena.until(number, () => true)
    await arena.site.prisma.bankRun.update({
      where: { judgementId: judgementId ?? '' },
      data: { runId: null, sentAt: null },
    })
    await arena.site.prisma.bankAccount.updateMany({ data: { nextSendAt: new Date(Date.now() + 3_600_000) } })
    const rejudging = await rejudge()
    await arena.until(number, ({ state }) => state === 'AWAITING_ACCOUNT')
    const { operation } = await look(rejudging)
    const { errors } = await arena.ask(
      people.root,
      'mutation ($input: CancelOperationInput!) { cancelOperation(input: $input) { id } }',
      { input: { id: operation.id } },
    )
    expect(errors).toBeUndefined()
    expect(await arena.done(number)).toMatchObject({ verdict: 'WRONG_ANSWER', judgementId })
  })
})

describe('a submission whose account was removed', () => {
  it('is sent by another one when its author resubmits it (area-rules B7)', async () => {
    const source = program('AC')
    fake().fault('poll', 'ERROR_500')
    const number = await arena.send(people.ada, problem, source, 'cf-54')
    const { judgementId } = await arena.until(number, ({ run }) => run?.step === 'POLLING')
    // What the removal leaves of a run that its bank has named.
    await arena.site.prisma.bankRun.update({
      where: { judgementId: judgementId ?? '' },
      data: { accountId: null, dueAt: new Date() },
    })
    expect(await arena.done(number)).toMatchObject({ run: { trouble: 'NO_ACCOUNT' } })
    fake().fault('poll', null)
    const { status } = await arena.site.rest('GET', `/api/resubmit?submitId=${number}`, {
      token: people.ada.token,
    })
    expect(status).toBe(200)
    expect(await arena.done(number)).toMatchObject({ verdict: 'ACCEPTED' })
    expect(fake().received('robot', '4242A', source)).toBe(2)
  })
})

describe('a held rejudging of a contest problem', () => {
  it('changes nothing before it is applied', async () => {
    const contest = await addContest(arena.site, {
      type: 'ACM',
      ownerId: people.root.id,
      ...timesOf('running'),
    })
    await arena.site.prisma.contestProblem.create({
      data: { contestId: contest.id, problemId: problem, displayId: 'A', title: 'A', position: 0 },
    })
    const { number, source } = await judged('WA')
    await arena.site.prisma.submission.update({ where: { id: number }, data: { contestId: contest.id } })
    await changeAtBank(number, 'AC')
    const { data, errors } = await arena.ask(
      people.root,
      `mutation ($input: RejudgeContestProblemInput!) { rejudgeContestProblem(input: $input) { ${FIELDS} } }`,
      { input: { contestId: globalId('Contest', contest.id), problemNumber: problem } },
    )
    expect(errors).toBeUndefined()
    const { id, number: rejudging } = data.rejudgeContestProblem
    await ended(rejudging)
    expect(await arena.done(number)).toMatchObject({ verdict: 'WRONG_ANSWER' })
    expect(await look(rejudging)).toMatchObject({ changed: 1, hold: 'WAITING' })
    const applied = await arena.ask(
      people.root,
      `mutation ($id: ID!) { applyRejudging(input: { id: $id }) { hold } }`,
      { id },
    )
    expect(applied.data.applyRejudging).toEqual({ hold: 'APPLIED' })
    expect(await arena.done(number)).toMatchObject({ verdict: 'ACCEPTED', run: { sends: 1 } })
    expect(fake().received('robot', '4242A', source)).toBe(1)
  })
})
