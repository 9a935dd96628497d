import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepRejudgings } from '#server/modules/judging/rejudging.ts'
import { runOperation } from '#server/modules/operation/running.ts'
import { works } from '#server/works.ts'
import { outcome } from '../../support/fakeHost.ts'
import { caseSpec, globalId } from '../../support/judgeable.ts'
import { type JudgingSite, openJudgingSite, type Sent } from '../../support/judgingSite.ts'
import { contextOf } from '../../support/people.ts'

let room: JudgingSite
let people: JudgingSite['people']

beforeAll(async () => {
  room = await openJudgingSite()
  people = room.people
})
afterAll(() => room?.close())
beforeEach(async () => {
  await room.addProblem()
})
afterEach(() => room.tidy())

describe('rejudging one submission', () => {
  it('clears the outcome, asks with the tests of today, and keeps the old judgement beside the new one', async () => {
    const sent = await room.judged('WRONG_ANSWER')
    const testset = await room.site.prisma.testset.create({
      data: { problemId: room.problem.id, manifest: { version: 1, cases: [caseSpec(1)] }, caseCount: 1 },
    })
    await room.site.prisma.problem.update({ where: { id: room.problem.id }, data: { testsetId: testset.id } })

    const blockers = await room.occupy()
    const { data, errors } = await room.rejudgeOne(sent.id)
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
    for (const one of blockers) one.end(outcome('ACCEPTED'))
    const taken = await room.judge(sent, 'ACCEPTED')
    expect(taken.task.cases).toHaveLength(1)
    expect(taken.task).toMatchObject({ language: 'cpp17', source: 'int main() {}' })
    expect(await room.tally()).toMatchObject({ total: 1, accepted: 1, wrongAnswer: 0 })
    expect(await room.progress()).toMatchObject({ verdict: 'ACCEPTED', acceptedSubmissionId: sent.number })

    const history = await room.historyOf(sent.number)
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
        action: 'SUBMISSION_REJUDGED',
        subject: `Submission:${sent.number}`,
        actor: { username: 'root' },
        before: { state: 'DONE', verdict: 'WRONG_ANSWER' },
      },
    ])
  })

  it('counts another score under the same verdict', async () => {
    await room.addProblem({ scoring: 'OI', fullScore: 100 })
    const sent = await room.judged('PARTIALLY_ACCEPTED', { score: 40, oiRankScore: 4 })
    expect(await room.progress()).toMatchObject({ score: 40 })
    await room.rejudgeOne(sent.id)
    const taken = await room.host.takeSubmission(sent.number)
    taken.end(outcome('PARTIALLY_ACCEPTED', { score: 70, oiRankScore: 7 }))
    await room.afterChanges(async () => (await room.progress())?.score === 70)
    expect(await room.tally()).toMatchObject({ total: 1, partiallyAccepted: 1 })
    const [entry] = await room.site.prisma.rejudgingEntry.findMany({ where: { submissionId: sent.number } })
    expect(entry).toMatchObject({ scoreBefore: 40, verdictBefore: 'PARTIALLY_ACCEPTED' })
  })

  it('tells its author of a changed outcome once, and of an equal one nothing (area-rules M5)', async () => {
    const sent = await room.judged('WRONG_ANSWER')
    const told = async () =>
      (await room.site.prisma.notification.findMany({ where: { subject: `Submission:${sent.number}` } })).map(
        ({ kind, messageKey, parameters, link }) => ({ kind, messageKey, parameters, link }),
      )
    await room.rejudgeOne(sent.id)
    await room.judge(sent, 'WRONG_ANSWER')
    await room.rejudgeOne(sent.id)
    await room.judge(sent, 'ACCEPTED')
    await expect.poll(told).toMatchObject([
      {
        kind: 'MINE',
        messageKey: 'rejudged',
        parameters: { number: sent.number, outcomeBefore: 'WA', outcomeAfter: 'AC' },
        link: `/submission-detail/${sent.number}`,
      },
    ])
    await sweepRejudgings(contextOf(room.site, null))
    expect(await told()).toHaveLength(1)
  })

  it('takes over from a host that is at it, whose late report changes nothing', async () => {
    const sent = await room.send()
    const first = await room.host.takeSubmission(sent.number)
    await room.until(sent.id, ({ state }) => state === 'COMPILING')
    await room.rejudgeOne(sent.id)
    const second = await room.host.takeSubmission(sent.number)
    expect(second.task.judgementId).not.toBe(first.task.judgementId)
    first.report({ kind: 'running', caseCount: 3 })
    first.end(outcome('ACCEPTED'))
    second.end(outcome('WRONG_ANSWER'))
    await room.counted(sent.number, 'WRONG_ANSWER')
    expect(await room.tally()).toMatchObject({ total: 1, accepted: 0, wrongAnswer: 1 })
    expect((await room.historyOf(sent.number)).judgements).toMatchObject([
      { current: true, verdict: 'WRONG_ANSWER' },
      { current: false, state: 'DONE', verdict: 'CANCELLED' },
    ])
  })

  it('remembers the outcome before the first rejudging when it is requested twice', async () => {
    const sent = await room.judged('WRONG_ANSWER')
    const blockers = await room.occupy()
    await room.rejudgeOne(sent.id)
    await room.rejudgeOne(sent.id)
    for (const one of blockers) one.end(outcome('ACCEPTED'))
    await room.judge(sent, 'ACCEPTED')
    const entries = await room.site.prisma.rejudgingEntry.findMany({
      where: { submissionId: sent.number },
      orderBy: { id: 'asc' },
    })
    expect(entries).toMatchObject([{ verdictAfter: null, changed: false }, { verdictBefore: 'WRONG_ANSWER' }])
    await room.follow(entries[1]?.rejudgingId ?? 0, ({ state }) => state === 'DONE')
    expect(await room.rejudgingOf(entries[1]?.rejudgingId ?? 0)).toMatchObject({
      operation: { done: 1 },
      changed: 1,
    })
    expect(await room.rejudgingOf(entries[0]?.rejudgingId ?? 0)).toMatchObject({
      operation: { state: 'DONE', done: 1 },
      changed: 0,
    })
  })

  it('refuses a problem without tests or answers', async () => {
    const sent = await room.judged('ACCEPTED')
    const testset = { problem: { connect: { id: room.problem.id } }, caseCount: 1 }
    const manifest = { version: 1, cases: [{ ...caseSpec(1), answer: null }] }
    const { id } = await room.site.prisma.testset.create({ data: { ...testset, manifest } })
    await room.site.prisma.problem.update({ where: { id: room.problem.id }, data: { testsetId: id } })
    expect((await room.rejudgeOne(sent.id)).errors?.[0]?.extensions?.code).toBe('ANSWERS_MISSING')
    await room.site.prisma.problem.update({ where: { id: room.problem.id }, data: { testsetId: null } })
    expect((await room.rejudgeOne(sent.id)).errors?.[0]?.extensions?.code).toBe('NO_TESTS')
    expect(await room.rowOf(sent.number)).toMatchObject({ state: 'DONE', verdict: 'ACCEPTED' })
  })
})

describe('rejudging many', () => {
  it('takes the list that is asked for, tells how far it is, and what changed', async () => {
    const wrong = await room.judged('WRONG_ANSWER')
    const other = await room.judged('WRONG_ANSWER', {}, people.bob)
    await room.judged('ACCEPTED')
    const filter = { problem: room.problem.displayId, exactProblem: true, verdict: 'WRONG_ANSWER' }
    const { data, errors } = await room.rejudgeMany({ filter, reason: ' test 3 was wrong ' })
    expect(errors).toBeUndefined()
    expect(data.rejudge).toMatchObject({
      scope: 'FILTER',
      // The job may have begun before the answer was read.
      operation: {
        state: expect.stringMatching(/^(?:QUEUED|RUNNING)$/),
        total: 2,
        done: 0,
        owner: { username: 'root' },
      },
      changed: 0,
      reason: 'test 3 was wrong',
    })
    // Two slots take at once, and either may be quicker.
    const taken = [await room.host.takeSubmission(), await room.host.takeSubmission()]
    const of = ({ number }: Sent) => {
      const found = taken.find(({ task }) => task.submissionId === number)
      if (!found) throw new Error(`submission ${number} was not taken`)
      return found
    }
    const [first, second] = [of(wrong), of(other)]
    first.end(outcome('ACCEPTED'))
    expect(await room.follow(data.rejudge.number, ({ done }) => done === 1)).toMatchObject({
      state: 'RUNNING',
      rejudging: { changed: 1 },
    })
    second.end(outcome('WRONG_ANSWER'))
    const over = await room.follow(data.rejudge.number, ({ state }) => state === 'DONE')
    expect(over).toMatchObject({ done: 2, rejudging: { changed: 1 } })
    expect(over.endedAt).not.toBeNull()

    const report = await room.site.graphql(
      `query ($number: Int!) { rejudging(number: $number) { filter { displayId verdict }
        entries { totalCount }
        changes: entries(changed: true) { totalCount edges { node {
          submission { number } verdictBefore verdictAfter changed } } } } }`,
      { number: data.rejudge.number },
      people.root,
    )
    expect(report.data.rejudging).toEqual({
      filter: { displayId: room.problem.displayId, verdict: 'WRONG_ANSWER' },
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
    await room.counted(wrong.number, 'ACCEPTED')
    expect(await room.tally()).toMatchObject({ total: 3, accepted: 2, wrongAnswer: 1 })
    expect((await room.historyOf(other.number)).auditEntries).toMatchObject([
      {
        action: 'REJUDGING_STARTED',
        count: 2,
        reason: 'test 3 was wrong',
        rejudgingNumber: data.rejudge.number,
      },
    ])
  })

  it('takes a whole problem, and lets people who wait for a first verdict go first', async () => {
    const sent = [await room.judged('ACCEPTED'), await room.judged('WRONG_ANSWER', {}, people.bob)]
    const blockers = await room.occupy()
    const { data } = await room.rejudgeMany({ problemId: room.problem.globalId })
    expect(data.rejudge).toMatchObject({ scope: 'PROBLEM', operation: { total: 2 } })
    for (const { id } of sent) await room.until(id, ({ state }) => state === 'QUEUED')
    const urgent = await room.send(people.bob)
    const [slot, ...busy] = blockers
    slot?.end(outcome('ACCEPTED'))
    const order = [await room.host.takeSubmission()]
    expect(order[0]?.task.submissionId).toBe(urgent.number)
    for (const one of busy) one.end(outcome('ACCEPTED'))
    order.push(await room.host.takeSubmission(), await room.host.takeSubmission())
    const numbers = new Set(order.map(({ task }) => task.submissionId))
    expect(numbers).toEqual(new Set([urgent.number, ...sent.map(({ number }) => number)]))
    for (const one of order) one.end(outcome('ACCEPTED'))
    await room.follow(data.rejudge.number, ({ state }) => state === 'DONE')
  })

  it.each(['the tests', 'their answers'])(
    'leaves in the queue what waits when a problem has lost %s',
    async (lost) => {
      const blockers = await room.occupy()
      const sent = await room.send()
      const { judgementId } = await room.rowOf(sent.number)
      // Anyone who begins a rejudging waits for the acts before it, so the problem loses its tests in between.
      const rejudging = await room.site.prisma.$transaction(async (tx) => {
        await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('rejudging'), 0)`
        const { data } = await room.rejudgeMany({ problemId: room.problem.globalId })
        const columns = { problemId: room.problem.id, caseCount: 1 }
        const manifest = { version: 1, cases: [{ ...caseSpec(1), answer: null }] }
        const { id } = await room.site.prisma.testset.create({ data: { ...columns, manifest } })
        await room.site.prisma.problem.update({
          where: { id: room.problem.id },
          data: { testsetId: lost === 'the tests' ? null : id },
        })
        return data.rejudge
      })
      await room.follow(rejudging.number, ({ state }) => state === 'DONE')
      expect(await room.rowOf(sent.number)).toMatchObject({ state: 'QUEUED', judgementId })
      for (const one of blockers) one.end(outcome('ACCEPTED'))
      await room.judge(sent, 'ACCEPTED')
      expect(await room.rowOf(sent.number)).toMatchObject({ state: 'DONE', verdict: 'ACCEPTED', judgementId })
    },
  )

  it('begins batch after batch, no matter who is interrupted in between', async () => {
    const rows = Array.from({ length: 1100 }, () => ({
      problemId: room.problem.id,
      userId: people.bob.id,
      language: 'cpp17',
      codeLength: 1,
      ip: '',
      state: 'DONE' as const,
      verdict: 'ACCEPTED' as const,
    }))
    const made = await room.site.prisma.submission.createManyAndReturn({ data: rows, select: { id: true } })
    await room.site.prisma.submissionCode.createMany({
      data: made.map(({ id }) => ({ submissionId: id, source: 'x' })),
    })
    const blockers = await room.occupy()
    const { data } = await room.rejudgeMany({ problemId: room.problem.globalId })
    // Two at once, as after a crash, begin each entry once.
    const { operationId } = await room.rejudgingOf(data.rejudge.number)
    const goOn = () => runOperation(contextOf(room.site, null), works, operationId)
    await Promise.all([goOn(), goOn()])
    // The server's own turn at it may have been the one that held it.
    const waiting = () =>
      room.site.prisma.submission.count({ where: { problemId: room.problem.id, state: 'QUEUED' } })
    await expect.poll(waiting).toBe(1100)
    expect(
      await room.site.prisma.judgement.count({ where: { submission: { problemId: room.problem.id } } }),
    ).toBe(1100)

    // Stopping gives them back what they had.
    const stopped = await room.site.graphql(
      'mutation ($id: ID!) { cancelOperation(input: { id: $id }) { state total done } }',
      { id: data.rejudge.operation.id },
      people.root,
    )
    expect(stopped.data.cancelOperation).toMatchObject({ state: 'CANCELLED', total: 1100, done: 0 })
    await goOn()
    expect(
      await room.site.prisma.submission.count({
        where: { problemId: room.problem.id, state: 'DONE', verdict: 'ACCEPTED', judgementId: null },
      }),
    ).toBe(1100)
    const again = await room.site.graphql(
      'mutation ($id: ID!) { cancelOperation(input: { id: $id }) { id } }',
      { id: data.rejudge.operation.id },
      people.root,
    )
    expect(again.errors?.[0]?.extensions?.code).toBe('OPERATION_OVER')
    const { data: queue } = await room.site.graphql('{ judging { waiting } }')
    expect(queue.judging.waiting).toBe(0)
    for (const one of blockers) one.end(outcome('ACCEPTED'))
  })

  it('is completed when the event of a finished judgement was lost', async () => {
    const sent = await room.judged('WRONG_ANSWER')
    const { data } = await room.rejudgeMany({ problemId: room.problem.globalId })
    const taken = await room.host.takeSubmission(sent.number)
    // As if the server had died between the end and its reaction.
    await room.site.prisma.$executeRaw`
      update "Judgement" set "state" = 'DONE', "verdict" = 'ACCEPTED' where "id" = ${taken.task.judgementId}`
    await sweepRejudgings(contextOf(room.site, null))
    expect(await room.rejudgingOf(data.rejudge.number)).toMatchObject({
      operation: { state: 'DONE', done: 1 },
    })
    taken.end(outcome('ACCEPTED'))
    await room.rejudgeOne(sent.id)
    await room.judge(sent, 'ACCEPTED')
  })

  it('refuses what matches nothing, and reasons that cannot be kept', async () => {
    const nobody = await room.rejudgeMany({ filter: { username: 'nobody at all' } })
    expect(nobody.errors?.[0]?.extensions?.code).toBe('NOTHING_TO_REJUDGE')
    const empty = await room.rejudgeMany({ problemId: room.problem.globalId })
    expect(empty.errors?.[0]?.extensions?.code).toBe('NOTHING_TO_REJUDGE')
    const unknown = await room.rejudgeMany({ problemId: globalId('Problem', 999_999) })
    expect(unknown.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    for (const reason of ['x'.repeat(501), 'a\u0000b']) {
      const { errors } = await room.rejudgeMany({ problemId: room.problem.globalId, reason })
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'reason' })
    }
  })
})
