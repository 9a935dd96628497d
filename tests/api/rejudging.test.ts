import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Verdict } from '#judge/protocol.ts'
import { beginRejudging, sweepRejudgings } from '#server/modules/judging/rejudging.ts'
import { configureSite } from '#server/modules/site/site.ts'
import { type FakeHost, outcome, startFakeHost } from '../support/fakeHost.ts'
import { addJudgeable, caseSpec, globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let root: Person
let chief: Person
let alice: Person
let bob: Person
let host: FakeHost
let problem: Awaited<ReturnType<typeof addJudgeable>>
let problems = 0

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  chief = await addPerson(site, 'keeper', { role: 'PROBLEM_ADMIN' })
  alice = await addPerson(site, 'alice')
  bob = await addPerson(site, 'bob')
  await configureSite(contextOf(site, root), 'switches', { submitInterval: 0 })
  host = await startFakeHost(site.databaseUrl, { slots: 8 })
})
afterAll(async () => {
  await host?.stop()
  await site?.close()
})
beforeEach(async () => {
  problem = await addJudgeable(site, `R${++problems}`)
})

type Sent = { id: string; number: number }

const send = async (author = alice, more: object = {}): Promise<Sent> => {
  const input = { problemId: problem.globalId, language: 'cpp17', source: 'int main() {}', ...more }
  const { data, errors } = await site.graphql(
    'mutation ($input: SubmitInput!) { submit(input: $input) { id number } }',
    { input },
    author,
  )
  expect(errors).toBeUndefined()
  return data.submit
}

const OUTCOME = 'state verdict score oiRankScore manual judgedBy timeMs tape'
const rowOf = (number: number) => site.prisma.submission.findUniqueOrThrow({ where: { id: number } })

/** Waits, as a page does, until the submission is as `wanted` says. */
async function until(id: string, wanted: (row: { state: string; verdict: string | null }) => boolean) {
  const live = await site.subscribe(
    `subscription ($id: ID!) { submissionChanged(id: $id) { ${OUTCOME} } }`,
    { id },
    root,
  )
  for (;;) {
    const row = (await live.next()).data.submissionChanged
    if (!wanted(row)) continue
    live.close()
    return row
  }
}

/** Waits until an outcome has been counted; the settling of it is a job of its own. */
async function counted(number: number, verdict: Verdict) {
  const live = await site.subscribe('subscription { submissionsChanged { submission { number } } }', {}, root)
  while ((await rowOf(number)).countedVerdict !== verdict) await live.next()
  live.close()
}

const judge = async (sent: Sent, verdict: Verdict, more: object = {}) => {
  const errand = await host.takeSubmission()
  expect(errand.task.submissionId).toBe(sent.number)
  errand.end(outcome(verdict, more))
  await until(sent.id, ({ state }) => state === 'DONE')
  await counted(sent.number, verdict)
  return errand
}

const judged = async (verdict: Verdict, more: object = {}, author = alice) => {
  const sent = await send(author)
  await judge(sent, verdict, more)
  return sent
}

const rejudgeOne = (id: string, asking: { token?: string } = root) =>
  site.graphql(
    `mutation ($id: ID!) { rejudgeSubmission(id: $id) { number ${OUTCOME} judgements { current } } }`,
    { id },
    asking,
  )

const REJUDGING = 'id number scope state total done changed reason endedAt createdBy { username }'
const rejudgeMany = async (input: object, asking: { token?: string } = root) =>
  site.graphql(
    `mutation ($input: RejudgeInput!) { rejudge(input: $input) { ${REJUDGING} } }`,
    { input },
    asking,
  )
const correct = (input: object, asking: { token?: string } = root) =>
  site.graphql(
    `mutation ($input: CorrectSubmissionInput!) { correctSubmission(input: $input) { ${OUTCOME} } }`,
    { input },
    asking,
  )
const cancel = (id: string, asking: { token?: string } = root) =>
  site.graphql(
    `mutation ($id: ID!) { cancelSubmission(id: $id) { ${OUTCOME} viewerCanCancel } }`,
    { id },
    asking,
  )

const HISTORY = `query ($number: Int!) { submission(number: $number) {
  judgements { current state verdict score hostName rejudging { number scope } }
  auditEntries { action subject actor { username } before { state verdict score manual }
    after { verdict score manual } reason count rejudgingNumber }
} }`
const historyOf = async (number: number) => (await site.graphql(HISTORY, { number }, root)).data.submission

const tally = () => site.prisma.problemTally.findUnique({ where: { problemId: problem.id } })
const progress = (person = alice) =>
  site.prisma.problemProgress.findUnique({
    where: { userId_problemId: { userId: person.id, problemId: problem.id } },
  })

/** Follows a rejudging until `wanted`. */
async function follow(id: string, wanted: (one: { state: string; done: number }) => boolean) {
  const live = await site.subscribe(
    `subscription ($id: ID!) { rejudgingChanged(id: $id) { ${REJUDGING} } }`,
    { id },
    root,
  )
  for (;;) {
    const one = (await live.next()).data.rejudgingChanged
    if (!wanted(one)) continue
    live.close()
    return one
  }
}

describe('judging one submission anew', () => {
  it('clears the outcome, asks with the tests of today, and keeps the old judgement beside the new one', async () => {
    const sent = await judged('WRONG_ANSWER')
    const testset = await site.prisma.testset.create({
      data: { problemId: problem.id, manifest: { version: 1, cases: [caseSpec(1)] }, caseCount: 1 },
    })
    await site.prisma.problem.update({ where: { id: problem.id }, data: { testsetId: testset.id } })

    const { data, errors } = await rejudgeOne(sent.id)
    expect(errors).toBeUndefined()
    expect(data.rejudgeSubmission).toEqual({
      number: sent.number,
      state: 'QUEUED',
      verdict: null,
      score: null,
      oiRankScore: null,
      manual: false,
      judgedBy: null,
      timeMs: null,
      tape: '',
      judgements: [{ current: true }, { current: false }],
    })
    const errand = await judge(sent, 'ACCEPTED')
    expect(errand.task.cases).toHaveLength(1)
    expect(errand.task).toMatchObject({ language: 'cpp17', source: 'int main() {}' })
    expect(await tally()).toMatchObject({ total: 1, accepted: 1, wrongAnswer: 0 })
    expect(await progress()).toMatchObject({ verdict: 'ACCEPTED', acceptedSubmissionId: sent.number })

    const history = await historyOf(sent.number)
    expect(history.judgements).toMatchObject([
      {
        current: true,
        state: 'DONE',
        verdict: 'ACCEPTED',
        hostName: 'fake-1',
        rejudging: { scope: 'SUBMISSION' },
      },
      { current: false, state: 'DONE', verdict: 'WRONG_ANSWER', rejudging: null },
    ])
    expect(history.auditEntries).toMatchObject([
      {
        action: 'submission.rejudged',
        subject: `Submission:${sent.number}`,
        actor: { username: 'root' },
        before: { state: 'DONE', verdict: 'WRONG_ANSWER' },
      },
    ])
  })

  it('counts another score under the same verdict', async () => {
    problem = await addJudgeable(site, `R${++problems}`, { scoring: 'OI', fullScore: 100 })
    const sent = await judged('PARTIALLY_ACCEPTED', { score: 40, oiRankScore: 4 })
    expect(await progress()).toMatchObject({ score: 40 })
    await rejudgeOne(sent.id)
    const live = await site.subscribe(
      'subscription { submissionsChanged { submission { number } } }',
      {},
      root,
    )
    ;(await host.takeSubmission()).end(outcome('PARTIALLY_ACCEPTED', { score: 70, oiRankScore: 7 }))
    while ((await progress())?.score !== 70) await live.next()
    live.close()
    expect(await tally()).toMatchObject({ total: 1, partiallyAccepted: 1 })
    const [entry] = await site.prisma.rejudgingEntry.findMany({ where: { submissionId: sent.number } })
    expect(entry).toMatchObject({ scoreBefore: 40, verdictBefore: 'PARTIALLY_ACCEPTED' })
  })

  it('takes over from a host that is at it, whose late report changes nothing', async () => {
    const sent = await send()
    const first = await host.takeSubmission()
    await until(sent.id, ({ state }) => state === 'COMPILING')
    await rejudgeOne(sent.id)
    const second = await host.takeSubmission()
    expect(second.task.judgementId).not.toBe(first.task.judgementId)
    first.report({ kind: 'running', caseCount: 3 })
    first.end(outcome('ACCEPTED'))
    second.end(outcome('WRONG_ANSWER'))
    await counted(sent.number, 'WRONG_ANSWER')
    expect(await tally()).toMatchObject({ total: 1, accepted: 0, wrongAnswer: 1 })
    expect((await historyOf(sent.number)).judgements).toMatchObject([
      { current: true, verdict: 'WRONG_ANSWER' },
      { current: false, state: 'DONE', verdict: 'CANCELLED' },
    ])
  })

  it('remembers what was before both when it is asked for twice', async () => {
    const sent = await judged('WRONG_ANSWER')
    const blockers = await occupy()
    await rejudgeOne(sent.id)
    await rejudgeOne(sent.id)
    for (const one of blockers) one.end(outcome('ACCEPTED'))
    await judge(sent, 'ACCEPTED')
    const entries = await site.prisma.rejudgingEntry.findMany({
      where: { submissionId: sent.number },
      orderBy: { id: 'asc' },
    })
    expect(entries).toMatchObject([{ verdictAfter: null, changed: false }, { verdictBefore: 'WRONG_ANSWER' }])
    await follow(globalId('Rejudging', entries[1]?.rejudgingId ?? 0), ({ state }) => state === 'DONE')
    expect(await site.prisma.rejudging.findUnique({ where: { id: entries[1]?.rejudgingId } })).toMatchObject({
      done: 1,
      changed: 1,
    })
    expect(await site.prisma.rejudging.findUnique({ where: { id: entries[0]?.rejudgingId } })).toMatchObject({
      state: 'DONE',
      done: 1,
      changed: 0,
    })
  })

  it('refuses a problem without tests', async () => {
    const sent = await judged('ACCEPTED')
    await site.prisma.problem.update({ where: { id: problem.id }, data: { testsetId: null } })
    expect((await rejudgeOne(sent.id)).errors?.[0]?.extensions?.code).toBe('NO_TESTS')
    expect(await rowOf(sent.number)).toMatchObject({ state: 'DONE', verdict: 'ACCEPTED' })
  })
})

/** Keeps every slot of the host busy, so that what comes next waits. */
async function occupy() {
  const busy = await addJudgeable(site, `B${++problems}`)
  for (let slot = 0; slot < 8; slot++) await send(bob, { problemId: busy.globalId })
  return Promise.all(Array.from({ length: 8 }, () => host.takeSubmission()))
}

describe('judging many anew', () => {
  it('takes the list that is asked for, tells how far it is, and what changed', async () => {
    const wrong = await judged('WRONG_ANSWER')
    const other = await judged('WRONG_ANSWER', {}, bob)
    await judged('ACCEPTED')
    const filter = { problem: problem.displayId, exactProblem: true, verdict: 'WRONG_ANSWER' }
    const { data, errors } = await rejudgeMany({ filter, reason: ' test 3 was wrong ' })
    expect(errors).toBeUndefined()
    expect(data.rejudge).toMatchObject({
      scope: 'FILTER',
      state: 'RUNNING',
      total: 2,
      done: 0,
      changed: 0,
      reason: 'test 3 was wrong',
      createdBy: { username: 'root' },
    })
    // Two slots take at once, and either may be quicker.
    const taken = [await host.takeSubmission(), await host.takeSubmission()]
    const of = ({ number }: Sent) => {
      const found = taken.find(({ task }) => task.submissionId === number)
      if (!found) throw new Error(`submission ${number} was not taken`)
      return found
    }
    const [first, second] = [of(wrong), of(other)]
    first.end(outcome('ACCEPTED'))
    expect(await follow(data.rejudge.id, ({ done }) => done === 1)).toMatchObject({
      state: 'RUNNING',
      changed: 1,
    })
    second.end(outcome('WRONG_ANSWER'))
    const over = await follow(data.rejudge.id, ({ state }) => state === 'DONE')
    expect(over).toMatchObject({ done: 2, changed: 1 })
    expect(over.endedAt).not.toBeNull()

    const report = await site.graphql(
      `query ($number: Int!) { rejudging(number: $number) { filter { problem verdict }
        entries { totalCount }
        changes: entries(changed: true) { totalCount edges { node {
          submission { number } verdictBefore verdictAfter changed } } } } }`,
      { number: data.rejudge.number },
      root,
    )
    expect(report.data.rejudging).toEqual({
      filter: { problem: problem.displayId, verdict: 'WRONG_ANSWER' },
      entries: { totalCount: 2 },
      changes: {
        totalCount: 1,
        edges: [
          {
            node: {
              submission: { number: wrong.number },
              verdictBefore: 'WRONG_ANSWER',
              verdictAfter: 'ACCEPTED',
              changed: true,
            },
          },
        ],
      },
    })
    await counted(wrong.number, 'ACCEPTED')
    expect(await tally()).toMatchObject({ total: 3, accepted: 2, wrongAnswer: 1 })
    expect((await historyOf(other.number)).auditEntries).toMatchObject([
      {
        action: 'rejudging.started',
        count: 2,
        reason: 'test 3 was wrong',
        rejudgingNumber: data.rejudge.number,
      },
    ])
  })

  it('takes a whole problem, and lets people who wait for a first verdict go first', async () => {
    const sent = [await judged('ACCEPTED'), await judged('WRONG_ANSWER', {}, bob)]
    const blockers = await occupy()
    const { data } = await rejudgeMany({ problemId: problem.globalId })
    expect(data.rejudge).toMatchObject({ scope: 'PROBLEM', total: 2 })
    for (const { id } of sent) await until(id, ({ state }) => state === 'QUEUED')
    const urgent = await send(bob)
    const [slot, ...busy] = blockers
    slot?.end(outcome('ACCEPTED'))
    const order = [await host.takeSubmission()]
    expect(order[0]?.task.submissionId).toBe(urgent.number)
    for (const one of busy) one.end(outcome('ACCEPTED'))
    order.push(await host.takeSubmission(), await host.takeSubmission())
    const numbers = new Set(order.map(({ task }) => task.submissionId))
    expect(numbers).toEqual(new Set([urgent.number, ...sent.map(({ number }) => number)]))
    for (const one of order) one.end(outcome('ACCEPTED'))
    await follow(data.rejudge.id, ({ state }) => state === 'DONE')
  })

  it('begins batch after batch, whoever is interrupted in between', async () => {
    const rows = Array.from({ length: 1100 }, () => ({
      problemId: problem.id,
      userId: bob.id,
      language: 'cpp17',
      codeLength: 1,
      ip: '',
      state: 'DONE' as const,
      verdict: 'ACCEPTED' as const,
    }))
    const made = await site.prisma.submission.createManyAndReturn({ data: rows, select: { id: true } })
    await site.prisma.submissionCode.createMany({
      data: made.map(({ id }) => ({ submissionId: id, source: 'x' })),
    })
    const blockers = await occupy()
    const { data } = await rejudgeMany({ problemId: problem.globalId })
    // Two at once, as after a crash, begin each entry once.
    await Promise.all([1, 2].map(() => beginRejudging(contextOf(site, null), data.rejudge.number)))
    const waiting = await site.prisma.submission.count({ where: { problemId: problem.id, state: 'QUEUED' } })
    expect(waiting).toBe(1100)
    expect(await site.prisma.judgement.count({ where: { submission: { problemId: problem.id } } })).toBe(1100)

    // Stopping gives them back what they had.
    const stopped = await site.graphql(
      `mutation ($id: ID!) { stopRejudging(id: $id) { ${REJUDGING} } }`,
      { id: data.rejudge.id },
      root,
    )
    expect(stopped.data.stopRejudging).toMatchObject({ state: 'STOPPED', total: 1100, done: 0 })
    // The first at once, the others in a job.
    await beginRejudging(contextOf(site, null), data.rejudge.number)
    expect(
      await site.prisma.submission.count({
        where: { problemId: problem.id, state: 'DONE', verdict: 'ACCEPTED', judgementId: null },
      }),
    ).toBe(1100)
    const again = await site.graphql(
      'mutation ($id: ID!) { stopRejudging(id: $id) { id } }',
      { id: data.rejudge.id },
      root,
    )
    expect(again.errors?.[0]?.extensions?.code).toBe('REJUDGING_OVER')
    const { data: queue } = await site.graphql('{ judging { waiting } }')
    expect(queue.judging.waiting).toBe(0)
    for (const one of blockers) one.end(outcome('ACCEPTED'))
  })

  it('is not forgotten when the note of an end was lost', async () => {
    const sent = await judged('WRONG_ANSWER')
    const { data } = await rejudgeMany({ problemId: problem.globalId })
    const errand = await host.takeSubmission()
    // As if the server had died between the end and its reaction.
    await site.prisma.$executeRaw`
      update "Judgement" set "state" = 'DONE', "verdict" = 'ACCEPTED' where "id" = ${errand.task.judgementId}`
    await sweepRejudgings(contextOf(site, null))
    expect(await site.prisma.rejudging.findUnique({ where: { id: data.rejudge.number } })).toMatchObject({
      state: 'DONE',
      done: 1,
    })
    errand.end(outcome('ACCEPTED'))
    await rejudgeOne(sent.id)
    await judge(sent, 'ACCEPTED')
  })

  it('refuses what matches nothing, and reasons that cannot be kept', async () => {
    const nobody = await rejudgeMany({ filter: { username: 'nobody at all' } })
    expect(nobody.errors?.[0]?.extensions?.code).toBe('NOTHING_TO_REJUDGE')
    const empty = await rejudgeMany({ problemId: problem.globalId })
    expect(empty.errors?.[0]?.extensions?.code).toBe('NOTHING_TO_REJUDGE')
    const unknown = await rejudgeMany({ problemId: globalId('Problem', 999_999) })
    expect(unknown.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    for (const reason of ['x'.repeat(501), 'a\u0000b']) {
      const { errors } = await rejudgeMany({ problemId: problem.globalId, reason })
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'reason' })
    }
  })
})

describe('a verdict by hand', () => {
  it('counts at once, keeps its bounds, and says who decided', async () => {
    problem = await addJudgeable(site, `R${++problems}`, {
      scoring: 'OI',
      fullScore: 100,
      difficulty: 'HARD',
    })
    const sent = await judged('PARTIALLY_ACCEPTED', { score: 40, oiRankScore: 4 })
    const { data, errors } = await correct({ id: sent.id, verdict: 'ACCEPTED', score: 500 })
    expect(errors).toBeUndefined()
    expect(data.correctSubmission).toMatchObject({
      state: 'DONE',
      verdict: 'ACCEPTED',
      score: 100,
      oiRankScore: 14,
      manual: true,
      judgedBy: 'root',
    })
    expect(await tally()).toMatchObject({ total: 1, accepted: 1, partiallyAccepted: 0 })
    expect(await progress()).toMatchObject({ verdict: 'ACCEPTED', score: 100 })
    const lower = await correct({ id: sent.id, verdict: 'WRONG_ANSWER', score: -3 })
    expect(lower.data.correctSubmission).toMatchObject({ score: 0, oiRankScore: 4 })
    expect(await progress()).toMatchObject({ verdict: 'WRONG_ANSWER', score: 0, acceptedAt: null })
    const { auditEntries, judgements } = await historyOf(sent.number)
    expect(auditEntries).toMatchObject([
      { action: 'submission.corrected', before: { verdict: 'ACCEPTED', score: 100, manual: true } },
      {
        action: 'submission.corrected',
        actor: { username: 'root' },
        before: { verdict: 'PARTIALLY_ACCEPTED', score: 40, manual: false },
        after: { verdict: 'ACCEPTED', score: 100, manual: true },
      },
    ])
    expect(judgements).toMatchObject([{ current: true, verdict: 'PARTIALLY_ACCEPTED', score: 40 }])
    // And judging anew takes it back.
    await rejudgeOne(sent.id)
    await judge(sent, 'PARTIALLY_ACCEPTED', { score: 40, oiRankScore: 4 })
    expect(await rowOf(sent.number)).toMatchObject({ manual: false, judgedBy: 'fake-1', score: 40 })
  })

  it('has no score where the problem has none', async () => {
    const sent = await judged('WRONG_ANSWER')
    const { data } = await correct({ id: sent.id, verdict: 'ACCEPTED', score: 50 })
    expect(data.correctSubmission).toMatchObject({ verdict: 'ACCEPTED', score: null, oiRankScore: null })
  })

  it('is refused while it is judged, for what did not compile, and for verdicts that are not for people', async () => {
    const waiting = await send()
    const errand = await host.takeSubmission()
    const refused = await correct({ id: waiting.id, verdict: 'ACCEPTED' })
    expect(refused.errors?.[0]?.extensions?.code).toBe('NOT_CORRECTABLE')
    errand.end(outcome('COMPILE_ERROR'))
    await counted(waiting.number, 'COMPILE_ERROR')
    const broken = await correct({ id: waiting.id, verdict: 'ACCEPTED' })
    expect(broken.errors?.[0]?.extensions?.code).toBe('NOT_CORRECTABLE')
    const sent = await judged('WRONG_ANSWER')
    for (const verdict of ['CANCELLED', 'COMPILE_ERROR']) {
      const { errors } = await correct({ id: sent.id, verdict })
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'verdict' })
    }
    const { errors } = await correct({ id: problem.globalId, verdict: 'ACCEPTED' })
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })
})

describe('cancelling', () => {
  it('takes a waiting submission out of the queue', async () => {
    const blockers = await occupy()
    const sent = await send()
    const { data, errors } = await cancel(sent.id)
    expect(errors).toBeUndefined()
    expect(data.cancelSubmission).toMatchObject({
      state: 'DONE',
      verdict: 'CANCELLED',
      score: null,
      manual: true,
      judgedBy: 'root',
      viewerCanCancel: false,
    })
    expect((await site.graphql('{ judging { waiting } }')).data.judging.waiting).toBe(0)
    expect(await tally()).toMatchObject({ total: 1, cancelled: 1 })
    for (const one of blockers) one.end(outcome('ACCEPTED'))
    // The next one the host gets is another one.
    await judged('ACCEPTED')
    expect(await rowOf(sent.number)).toMatchObject({ verdict: 'CANCELLED' })
    const twice = await cancel(sent.id)
    expect(twice.errors?.[0]?.extensions?.code).toBe('NOT_CANCELLABLE')
  })

  it('takes a verdict back, with what it counted for', async () => {
    const sent = await judged('ACCEPTED')
    await cancel(sent.id)
    expect(await tally()).toMatchObject({ total: 1, accepted: 0, cancelled: 1 })
    expect(await progress()).toMatchObject({ verdict: 'CANCELLED', acceptedAt: null })
    expect((await historyOf(sent.number)).auditEntries).toMatchObject([
      { action: 'submission.cancelled', before: { verdict: 'ACCEPTED' }, after: { verdict: 'CANCELLED' } },
    ])
  })

  it('is refused while a host is at it', async () => {
    const sent = await send()
    const errand = await host.takeSubmission()
    expect((await cancel(sent.id)).errors?.[0]?.extensions?.code).toBe('NOT_CANCELLABLE')
    errand.end(outcome('ACCEPTED'))
    await counted(sent.number, 'ACCEPTED')
  })
})

describe('the REST calls', () => {
  it('answer in the shapes of the reference system', async () => {
    problem = await addJudgeable(site, `R${++problems}`, { scoring: 'OI', fullScore: 100, difficulty: 'MID' })
    const sent = await judged('PARTIALLY_ACCEPTED', { score: 40, oiRankScore: 4 })
    const path = '/api/admin/judge'
    const manual = await site.rest(
      'GET',
      `${path}/manual-judge?submitId=${sent.number}&status=0&score=90`,
      root,
    )
    expect(manual).toMatchObject({ http: 200, status: 200, msg: 'success' })
    const { submitId, judger, status, score, oiRankScore, ...rest } = manual.data
    expect({ submitId, judger, status, score, oiRankScore }).toEqual({
      submitId: sent.number,
      judger: 'root',
      status: 0,
      score: 90,
      oiRankScore: 11,
    })
    expect(Object.keys(rest)).toContain('isManual')
    expect(Object.values(rest).every((value) => value === null)).toBe(true)

    const cancelled = await site.rest('GET', `${path}/cancel-judge?submitId=${sent.number}`, root)
    expect(cancelled.data).toMatchObject({ submitId: sent.number, judger: 'root', status: -4, score: null })

    const again = await site.rest('GET', `${path}/rejudge?submitId=${sent.number}`, root)
    expect(again.data).toMatchObject({
      submitId: sent.number,
      status: 5,
      score: null,
      judger: null,
      isManual: false,
      code: 'int main() {}',
    })
    const early = await site.rest('GET', `${path}/manual-judge?submitId=${sent.number}&status=0`, root)
    expect(early).toMatchObject({ http: 200, status: 400, data: null })
    await judge(sent, 'ACCEPTED', { score: 100, oiRankScore: 12 })
    for (const query of ['status=5', 'status=77', 'status=-4', 'status=x', '']) {
      const answer = await site.rest('GET', `${path}/manual-judge?submitId=${sent.number}&${query}`, root)
      expect(answer).toMatchObject({ http: 200, status: 400 })
    }
    for (const call of ['rejudge', 'cancel-judge', 'manual-judge']) {
      const answer = await site.rest('GET', `${path}/${call}?submitId=99999999&status=0`, root)
      expect(answer).toMatchObject({ http: 200, status: 404 })
    }
  })

  it('are closed to all but super administrators', async () => {
    const sent = await judged('WRONG_ANSWER')
    for (const call of ['rejudge', 'manual-judge', 'cancel-judge']) {
      const path = `/api/admin/judge/${call}?submitId=${sent.number}&status=0`
      expect(await site.rest('GET', path)).toMatchObject({ http: 401, status: 401 })
      for (const person of [alice, chief]) {
        expect(await site.rest('GET', path, person)).toMatchObject({ http: 403, status: 403, data: null })
      }
    }
    expect(await rowOf(sent.number)).toMatchObject({ verdict: 'WRONG_ANSWER', manual: false })
  })
})

describe('the graph', () => {
  it('is closed to all but super administrators, at every door', async () => {
    const sent = await judged('WRONG_ANSWER')
    const { data } = await rejudgeMany({ problemId: problem.globalId })
    await judge(sent, 'ACCEPTED')
    const { id } = data.rejudge
    const stop = (asking: object) =>
      site.graphql('mutation ($id: ID!) { stopRejudging(id: $id) { id } }', { id }, asking)
    const rights = 'viewerCanRejudge viewerCanCorrect viewerCanCancel judgements { id } auditEntries { id }'

    for (const [person, code] of [
      [{}, 'UNAUTHENTICATED'],
      [alice, 'FORBIDDEN'],
      [chief, 'FORBIDDEN'],
    ] as const) {
      for (const answer of [
        await rejudgeOne(sent.id, person),
        await rejudgeMany({ problemId: problem.globalId }, person),
        await correct({ id: sent.id, verdict: 'ACCEPTED' }, person),
        await cancel(sent.id, person),
      ]) {
        expect(answer.errors?.[0]?.extensions?.code).toBe(code)
      }
      expect((await stop(person)).errors?.[0]?.extensions?.code).toBe(code)
      const asked = await site.graphql(
        `query ($n: Int!) { viewerCanRejudge submission(number: $n) { ${rights} }
          rejudgings { totalCount edges { node { id } } } auditEntries { totalCount edges { node { id } } } }`,
        { n: sent.number },
        person,
      )
      expect(asked.data).toEqual({
        viewerCanRejudge: false,
        submission: {
          viewerCanRejudge: false,
          viewerCanCorrect: false,
          viewerCanCancel: false,
          judgements: null,
          auditEntries: null,
        },
        rejudgings: { totalCount: 0, edges: [] },
        auditEntries: { totalCount: 0, edges: [] },
      })
      const { judgementId } = await rowOf(sent.number)
      const [entry] = await site.prisma.rejudgingEntry.findMany({ where: { submissionId: sent.number } })
      const [deed] = await site.prisma.auditEntry.findMany({
        where: { subject: `Rejudging:${data.rejudge.number}` },
      })
      for (const hidden of [
        id,
        globalId('Judgement', judgementId ?? ''),
        globalId('RejudgingEntry', entry?.id ?? 0),
        globalId('AuditEntry', deed?.id ?? 0),
      ]) {
        const node = await site.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: hidden }, person)
        expect(node.data?.node ?? null).toBeNull()
        const seen = await site.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: hidden }, root)
        expect(seen.data.node).toEqual({ id: hidden })
      }
      const live = await site.subscribe(
        'subscription ($id: ID!) { rejudgingChanged(id: $id) { id } }',
        { id },
        person,
      )
      const answer = await live.next().catch((error: unknown) => ({ errors: error }))
      expect(JSON.stringify(answer)).toContain('NOT_FOUND')
      live.close()
    }
    const rightsOfRoot = await site.graphql(
      `query ($n: Int!) { viewerCanRejudge submission(number: $n) {
        viewerCanRejudge viewerCanCorrect viewerCanCancel } }`,
      { n: sent.number },
      root,
    )
    expect(rightsOfRoot.data).toEqual({
      viewerCanRejudge: true,
      submission: { viewerCanRejudge: true, viewerCanCorrect: true, viewerCanCancel: true },
    })
  })

  it('lists what was done, by subject', async () => {
    const sent = await judged('WRONG_ANSWER')
    await correct({ id: sent.id, verdict: 'ACCEPTED' })
    const { data } = await site.graphql(
      `query ($subject: String) { auditEntries(subject: $subject, first: 5) { totalCount edges { node {
        action subject actor { username } } } } }`,
      { subject: `Submission:${sent.number}` },
      root,
    )
    expect(data.auditEntries).toEqual({
      totalCount: 1,
      edges: [
        {
          node: {
            action: 'submission.corrected',
            subject: `Submission:${sent.number}`,
            actor: { username: 'root' },
          },
        },
      ],
    })
  })
})
