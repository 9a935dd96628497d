import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { outcome } from '../../support/fakeHost.ts'
import { globalId } from '../../support/judgeable.ts'
import { type JudgingSite, openJudgingSite } from '../../support/judgingSite.ts'

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

describe('the REST calls', () => {
  it('answer in the shapes of the reference system', async () => {
    await room.addProblem({ scoring: 'OI', fullScore: 100, difficulty: 'MID' })
    const sent = await room.judged('PARTIALLY_ACCEPTED', { score: 40, oiRankScore: 4 })
    const path = '/api/admin/judge'
    const manual = await room.site.rest(
      'GET',
      `${path}/manual-judge?submitId=${sent.number}&status=0&score=90`,
      people.root,
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

    const cancelled = await room.site.rest('GET', `${path}/cancel-judge?submitId=${sent.number}`, people.root)
    expect(cancelled.data).toMatchObject({ submitId: sent.number, judger: 'root', status: -4, score: null })

    const blockers = await room.occupy()
    const again = await room.site.rest('GET', `${path}/rejudge?submitId=${sent.number}`, people.root)
    expect(again.data).toMatchObject({
      submitId: sent.number,
      status: 5,
      score: null,
      judger: null,
      isManual: false,
      code: 'int main() {}',
    })
    const early = await room.site.rest(
      'GET',
      `${path}/manual-judge?submitId=${sent.number}&status=0`,
      people.root,
    )
    expect(early).toMatchObject({ http: 200, status: 400, data: null })
    for (const one of blockers) one.end(outcome('ACCEPTED'))
    await room.judge(sent, 'ACCEPTED', { score: 100, oiRankScore: 12 })
    // What is missing or no number is refused before a rule is asked.
    const wrong = { 'status=5': 200, 'status=77': 200, 'status=-4': 200, 'status=x': 400, '': 400 }
    for (const [query, http] of Object.entries(wrong)) {
      const answer = await room.site.rest(
        'GET',
        `${path}/manual-judge?submitId=${sent.number}&${query}`,
        people.root,
      )
      expect(answer).toMatchObject({ http, status: 400 })
    }
    for (const call of ['rejudge', 'cancel-judge', 'manual-judge']) {
      const answer = await room.site.rest('GET', `${path}/${call}?submitId=99999999&status=0`, people.root)
      expect(answer).toMatchObject({ http: 200, status: 404 })
    }
  })

  it('are closed to all but super administrators outside of contests', async () => {
    const sent = await room.judged('WRONG_ANSWER')
    for (const call of ['rejudge', 'manual-judge', 'cancel-judge']) {
      const path = `/api/admin/judge/${call}?submitId=${sent.number}&status=0`
      expect(await room.site.rest('GET', path)).toMatchObject({ http: 401, status: 401 })
      for (const person of [people.alice, people.chief]) {
        expect(await room.site.rest('GET', path, person)).toMatchObject({
          http: person === people.chief ? 200 : 403,
          status: 403,
          data: null,
        })
      }
    }
    expect(await room.rowOf(sent.number)).toMatchObject({ verdict: 'WRONG_ANSWER', manual: false })
  })
})

describe('the graph', () => {
  it('is closed to all but super administrators, at every door', async () => {
    const sent = await room.judged('WRONG_ANSWER')
    const { data } = await room.rejudgeMany({ problemId: room.problem.globalId })
    await room.judge(sent, 'ACCEPTED')
    const { id } = data.rejudge
    const operation = data.rejudge.operation.id
    const stop = (asking: object) =>
      room.site.graphql(
        'mutation ($id: ID!) { cancelOperation(input: { id: $id }) { id } }',
        { id: operation },
        asking,
      )
    const rights =
      'viewerCanRejudge viewerCanCorrect viewerCanCancel judgements { id } judgementCount auditEntries { id } auditEntryCount'

    for (const [person, code] of [
      [{}, 'UNAUTHENTICATED'],
      [people.alice, 'FORBIDDEN'],
      [people.chief, 'FORBIDDEN'],
    ] as const) {
      for (const answer of [
        await room.rejudgeOne(sent.id, person),
        await room.rejudgeMany({ problemId: room.problem.globalId }, person),
        await room.correct({ id: sent.id, verdict: 'ACCEPTED' }, person),
        await room.cancel(sent.id, person),
      ]) {
        expect(answer.errors?.[0]?.extensions?.code).toBe(code)
      }
      // Anyone who may not see it is not told that it is there.
      const hiddenFrom = code === 'FORBIDDEN' ? 'NOT_FOUND' : code
      expect((await stop(person)).errors?.[0]?.extensions?.code).toBe(hiddenFrom)
      const asked = await room.site.graphql(
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
          judgementCount: null,
          auditEntryCount: null,
          auditEntries: null,
        },
        rejudgings: null,
        auditEntries: null,
      })
      expect(asked.errors?.map(({ path, extensions }) => [path?.[0], extensions?.code]).sort()).toEqual([
        ['auditEntries', code],
        ['rejudgings', code],
      ])
      const { judgementId } = await room.rowOf(sent.number)
      const [entry] = await room.site.prisma.rejudgingEntry.findMany({ where: { submissionId: sent.number } })
      const [deed] = await room.site.prisma.auditEntry.findMany({
        where: { subject: `Rejudging:${data.rejudge.number}` },
      })
      for (const hidden of [
        id,
        operation,
        globalId('Judgement', judgementId ?? ''),
        globalId('RejudgingEntry', entry?.id ?? 0),
        globalId('AuditEntry', deed?.id ?? 0),
      ]) {
        const node = await room.site.graphql(
          'query ($id: ID!) { node(id: $id) { id } }',
          { id: hidden },
          person,
        )
        expect(node.data?.node ?? null).toBeNull()
        const seen = await room.site.graphql(
          'query ($id: ID!) { node(id: $id) { id } }',
          { id: hidden },
          people.root,
        )
        expect(seen.data.node).toEqual({ id: hidden })
      }
      const live = await room.site.subscribe(
        'subscription ($id: ID!) { operationChanged(id: $id) { id } }',
        { id: operation },
        person,
      )
      const answer = await live.next().catch((error: unknown) => ({ errors: error }))
      expect(JSON.stringify(answer)).toContain('NOT_FOUND')
      live.close()
    }
    const rightsOfRoot = await room.site.graphql(
      `query ($n: Int!) { viewerCanRejudge submission(number: $n) {
        viewerCanRejudge viewerCanCorrect viewerCanCancel } }`,
      { n: sent.number },
      people.root,
    )
    expect(rightsOfRoot.data).toEqual({
      viewerCanRejudge: true,
      submission: { viewerCanRejudge: true, viewerCanCorrect: true, viewerCanCancel: true },
    })
  })

  it('lists what was done, by subject', async () => {
    const sent = await room.judged('WRONG_ANSWER')
    await room.correct({ id: sent.id, verdict: 'ACCEPTED' })
    const { data } = await room.site.graphql(
      `query ($subject: String) { auditEntries(subject: $subject, first: 5) { totalCount edges { node {
        action subject actor { username } } } } }`,
      { subject: `Submission:${sent.number}` },
      people.root,
    )
    expect(data.auditEntries).toEqual({
      totalCount: 1,
      edges: [
        {
          node: {
            action: 'SUBMISSION_CORRECTED',
            subject: `Submission:${sent.number}`,
            actor: { username: 'root' },
          },
        },
      ],
    })
  })
})
