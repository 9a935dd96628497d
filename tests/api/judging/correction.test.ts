import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Verdict } from '#judge/protocol.ts'
import { judgementOf } from '#judge/scoring.ts'
import { outcome, run } from '../../support/fakeHost.ts'
import { type JudgingSite, openJudgingSite } from '../../support/judgingSite.ts'

let room: JudgingSite

beforeAll(async () => {
  room = await openJudgingSite()
})
afterAll(() => room?.close())
beforeEach(async () => {
  await room.addProblem()
})
afterEach(() => room.tidy())

describe('a verdict by hand', () => {
  it('counts at once, keeps its bounds, and says who decided', async () => {
    await room.addProblem({
      scoring: 'OI',
      fullScore: 100,
      difficulty: 'HARD',
    })
    const sent = await room.judged('PARTIALLY_ACCEPTED', { score: 40, oiRankScore: 4 })
    const { data, errors } = await room.correct({ id: sent.id, verdict: 'ACCEPTED', score: 500 })
    expect(errors).toBeUndefined()
    expect(data.correctSubmission).toMatchObject({
      state: 'DONE',
      verdict: 'ACCEPTED',
      score: 100,
      oiRankScore: 14,
      manual: true,
      judgedBy: 'root',
    })
    expect(await room.tally()).toMatchObject({ total: 1, accepted: 1, partiallyAccepted: 0 })
    expect(await room.progress()).toMatchObject({ verdict: 'ACCEPTED', score: 100 })
    const lower = await room.correct({ id: sent.id, verdict: 'WRONG_ANSWER', score: -3 })
    expect(lower.data.correctSubmission).toMatchObject({ score: 0, oiRankScore: 0 })
    expect(await room.progress()).toMatchObject({ verdict: 'WRONG_ANSWER', score: 0, acceptedAt: null })
    const { auditEntries, judgements } = await room.historyOf(sent.number)
    expect(auditEntries).toMatchObject([
      { action: 'SUBMISSION_CORRECTED', before: { verdict: 'ACCEPTED', score: 100, manual: true } },
      {
        action: 'SUBMISSION_CORRECTED',
        actor: { username: 'root' },
        before: { verdict: 'PARTIALLY_ACCEPTED', score: 40, manual: false },
        after: { verdict: 'ACCEPTED', score: 100, manual: true },
      },
    ])
    expect(judgements).toMatchObject([{ current: false, verdict: 'PARTIALLY_ACCEPTED', score: 40 }])
    // Those that are not shown are counted.
    const before = { state: 'DONE', verdict: 'WRONG_ANSWER', score: 0, manual: true }
    const details = { before, after: before }
    await room.site.prisma.auditEntry.createMany({
      data: Array.from({ length: 60 }, () => ({
        action: 'submission.corrected',
        subject: `Submission:${sent.number}`,
        details,
      })),
    })
    const long = await room.historyOf(sent.number)
    expect([long.auditEntries.length, long.auditEntryCount, long.judgementCount]).toEqual([50, 62, 1])
    // Its author is told of each change (area-rules M5).
    const told = await room.site.prisma.notification.findMany({
      where: { subject: `Submission:${sent.number}` },
      orderBy: { id: 'asc' },
    })
    expect(told).toMatchObject([
      { messageKey: 'corrected', parameters: { outcomeBefore: 'PA 40', outcomeAfter: 'AC 100' } },
      { messageKey: 'corrected', parameters: { outcomeBefore: 'AC 100', outcomeAfter: 'WA 0' } },
    ])
    // And judging again takes it back.
    await room.rejudgeOne(sent.id)
    await room.judge(sent, 'PARTIALLY_ACCEPTED', { score: 40, oiRankScore: 4 })
    expect(await room.rowOf(sent.number)).toMatchObject({ manual: false, judgedBy: 'fake-1', score: 40 })
  })

  it('earns the points that a judged one of its score earns', async () => {
    for (const caseMode of ['ALL', 'SUBTASK_LOWEST'] as const) {
      await room.addProblem({ scoring: 'OI', fullScore: 60, difficulty: 'HARD', caseMode })
      const sent = await room.judged('WRONG_ANSWER', { score: 0, oiRankScore: 0 })
      const rules = { caseMode, scoring: 'OI', fullScore: 60, difficulty: 2 } as const
      for (const score of [0, 1, 15, 30, 59, 60]) {
        const [verdict, judged] =
          score === 60 ? ['ACCEPTED', 'ACCEPTED'] : ['PARTIALLY_ACCEPTED', 'WRONG_ANSWER']
        const runs = [run(1, 'ACCEPTED', { score }), run(2, judged as Verdict, { subtask: 1, score: 0 })]
        const { data } = await room.correct({ id: sent.id, verdict, score })
        const { oiRankScore } = judgementOf(rules, runs)
        expect(data.correctSubmission, `${caseMode} ${score}`).toMatchObject({ score, oiRankScore })
      }
    }
  })

  it('replaces the whole outcome: no cases, the full score when accepted, and no current judgement', async () => {
    await room.addProblem({ scoring: 'OI', fullScore: 60 })
    const sent = await room.judged('WRONG_ANSWER', { score: 0, oiRankScore: 0, caseCount: 3, tape: 'WWW' })
    await room.correct({ id: sent.id, verdict: 'ACCEPTED' })
    const { data } = await room.site.graphql(
      `query ($n: Int!) { submission(number: $n) { verdict score caseCount tape manual
        cases { runs { index } } judgements { current } } }`,
      { n: sent.number },
      room.people.root,
    )
    expect(data.submission).toEqual({
      verdict: 'ACCEPTED',
      score: 60,
      caseCount: null,
      tape: '',
      manual: true,
      cases: { runs: [] },
      judgements: [{ current: false }],
    })
    const { data: rest } = await room.site.rest(
      'GET',
      `/api/get-all-case-result?submitId=${sent.number}`,
      room.people.root,
    )
    expect(rest.judgeCaseList ?? []).toEqual([])
  })

  it('has no score where the problem has none', async () => {
    const sent = await room.judged('WRONG_ANSWER')
    const { data } = await room.correct({ id: sent.id, verdict: 'ACCEPTED', score: 50 })
    expect(data.correctSubmission).toMatchObject({ verdict: 'ACCEPTED', score: null, oiRankScore: null })
  })

  it('is refused while it is judged, for what did not compile, and for verdicts that are not for people', async () => {
    const waiting = await room.send()
    const taken = await room.host.takeSubmission(waiting.number)
    const refused = await room.correct({ id: waiting.id, verdict: 'ACCEPTED' })
    expect(refused.errors?.[0]?.extensions?.code).toBe('NOT_CORRECTABLE')
    taken.end(outcome('COMPILE_ERROR'))
    await room.counted(waiting.number, 'COMPILE_ERROR')
    const broken = await room.correct({ id: waiting.id, verdict: 'ACCEPTED' })
    expect(broken.errors?.[0]?.extensions?.code).toBe('NOT_CORRECTABLE')
    const sent = await room.judged('WRONG_ANSWER')
    for (const verdict of ['CANCELLED', 'COMPILE_ERROR']) {
      const { errors } = await room.correct({ id: sent.id, verdict })
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'verdict' })
    }
    const { errors } = await room.correct({ id: room.problem.globalId, verdict: 'ACCEPTED' })
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })
})

describe('cancelling', () => {
  it('takes a waiting submission out of the queue', async () => {
    const blockers = await room.occupy()
    const sent = await room.send()
    const { data, errors } = await room.cancel(sent.id)
    expect(errors).toBeUndefined()
    expect(data.cancelSubmission).toMatchObject({
      state: 'DONE',
      verdict: 'CANCELLED',
      score: null,
      manual: true,
      judgedBy: 'root',
      viewerCanCancel: false,
    })
    expect((await room.site.graphql('{ judging { waiting } }')).data.judging.waiting).toBe(0)
    expect(await room.tally()).toMatchObject({ total: 1, cancelled: 1 })
    for (const one of blockers) one.end(outcome('ACCEPTED'))
    // The next one the host gets is another one.
    await room.judged('ACCEPTED')
    expect(await room.rowOf(sent.number)).toMatchObject({ verdict: 'CANCELLED' })
    const twice = await room.cancel(sent.id)
    expect(twice.errors?.[0]?.extensions?.code).toBe('NOT_CANCELLABLE')
  })

  it('takes a verdict back, with what it counted for', async () => {
    const sent = await room.judged('ACCEPTED')
    await room.cancel(sent.id)
    expect(await room.tally()).toMatchObject({ total: 1, accepted: 0, cancelled: 1 })
    expect(await room.progress()).toMatchObject({ verdict: 'CANCELLED', acceptedAt: null })
    expect((await room.historyOf(sent.number)).auditEntries).toMatchObject([
      { action: 'SUBMISSION_CANCELLED', before: { verdict: 'ACCEPTED' }, after: { verdict: 'CANCELLED' } },
    ])
  })

  it('is refused while a host is at it', async () => {
    const sent = await room.send()
    const taken = await room.host.takeSubmission(sent.number)
    expect((await room.cancel(sent.id)).errors?.[0]?.extensions?.code).toBe('NOT_CANCELLABLE')
    taken.end(outcome('ACCEPTED'))
    await room.counted(sent.number, 'ACCEPTED')
  })
})
