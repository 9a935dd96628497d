import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Contest } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import { emit } from '#server/events.ts'
import { addContest, addJudged, MINUTE, type Phase, timesOf } from '../../support/contests.ts'
import { outcome } from '../../support/fakeHost.ts'
import { globalId } from '../../support/judgeable.ts'
import { type JudgingSite, openJudgingSite } from '../../support/judgingSite.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'

/** Rejudging a problem of a contest: judged in the background, looked at, and applied or dropped as one. */

let room: JudgingSite
let people: JudgingSite['people']
let contest: Contest

beforeAll(async () => {
  room = await openJudgingSite()
  people = room.people
})
afterAll(() => room?.close())
beforeEach(() => hold('running'))

async function hold(phase: Phase) {
  const problem = await room.addProblem()
  contest = await addContest(room.site, { type: 'ACM', ownerId: people.chief.id, ...timesOf(phase) })
  await room.site.prisma.contestProblem.create({
    data: { contestId: contest.id, problemId: problem.id, displayId: 'A', title: 'A', position: 0 },
  })
}

const sent = (who: Person, minute: number, verdict: Verdict) =>
  addJudged(
    room.site,
    who,
    {
      problemId: room.problem.id,
      contestId: contest.id,
      createdAt: new Date(contest.startsAt.getTime() + minute * MINUTE),
    },
    { verdict },
  )

const FIELDS = `id number hold decidedAt changed operation { state done } preview {
  rows { totalCount edges { node { name isOwn before { rank total cost } after { rank total cost } } } }
  firstBefore { atSecond names } firstAfter { atSecond names } }`

const begin = (who: Person | null = people.root) =>
  room.site.graphql(
    `mutation ($input: RejudgeContestProblemInput!) { rejudgeContestProblem(input: $input) { ${FIELDS} } }`,
    { input: { contestId: globalId('Contest', contest.id), problemNumber: room.problem.id } },
    who ?? {},
  )

const decide = (act: 'apply' | 'drop', id: string, who: Person | null = people.root) =>
  room.site.graphql(
    `mutation ($id: ID!) { done: ${act}Rejudging(input: { id: $id }) { ${FIELDS} } }`,
    { id },
    who ?? {},
  )

/** Begins one and judges what is held back, whatever comes of it. */
async function judgedAnew(verdicts: readonly Verdict[]) {
  const { data, errors } = await begin()
  expect(errors).toBeUndefined()
  const where = { contestId: contest.id }
  const all = await room.site.prisma.submission.findMany({ where, orderBy: { id: 'asc' } })
  for (const [place, verdict] of verdicts.entries())
    (await room.host.takeSubmission(all[place]?.id)).end(outcome(verdict, { score: 100 }))
  const { number, id } = data.rejudgeContestProblem
  await room.follow(number, ({ state }) => state === 'DONE')
  return { number: number as number, id: id as string }
}

const look = async (number: number, who: Person | null = people.root) =>
  room.site.graphql(
    `query ($number: Int!) { rejudging(number: $number) { ${FIELDS} } }`,
    { number },
    who ?? {},
  )

const board = async (who: Person = people.chief) => {
  const query = `query ($number: Int!) { contest(number: $number) { scoreboard { rows {
    edges { node { username rank total cost } } } } } }`
  const { data } = await room.site.graphql(query, { number: contest.id }, who)
  type Row = { username: string; rank: number; total: number; cost: number }
  const { edges } = data.contest.scoreboard.rows as { edges: { node: Row }[] }
  return edges.map(({ node }) => node)
}

const outcomes = async () =>
  (
    await room.site.prisma.submission.findMany({ where: { contestId: contest.id }, orderBy: { id: 'asc' } })
  ).map(({ verdict }) => verdict)

describe('a rejudging that is held back', () => {
  it('shows what it would change on the board, and lets all of it count at once', async () => {
    const own = await sent(people.alice, 10, 'ACCEPTED')
    await sent(people.bob, 5, 'WRONG_ANSWER')
    await sent(people.bob, 15, 'ACCEPTED')
    const before = await board()
    expect(before).toMatchObject([
      { username: 'alice', rank: 1 },
      { username: 'bob', rank: 2 },
    ])
    const told: string[] = []
    const off = room.site.house.events.listen(({ name, payload }) => {
      if ('submissionId' in payload && payload.contestId === contest.id) told.push(name)
    })
    const { number, id } = await judgedAnew(['WRONG_ANSWER', 'ACCEPTED', 'ACCEPTED'])
    // Nobody can tell that anything goes on: not a row, not an event, not the own page.
    expect(told).toEqual([])
    expect(await board()).toEqual(before)
    const mine = await room.site.graphql(
      'query ($number: Int!) { submission(number: $number) { state verdict judgements { id } } }',
      { number: own.id },
      people.alice,
    )
    expect(mine.data.submission).toMatchObject({ state: 'DONE', verdict: 'ACCEPTED' })
    expect(mine.data.submission.judgements ?? []).toEqual([])
    const news = () => room.site.prisma.notification.findMany({ where: { userId: people.alice.id } })
    expect(await news()).toEqual([])

    const { data } = await look(number)
    expect(data.rejudging).toMatchObject({ hold: 'WAITING', decidedAt: null, changed: 2 })
    expect(data.rejudging.preview).toEqual({
      rows: {
        totalCount: 2,
        edges: [
          {
            node: {
              name: 'bob',
              isOwn: true,
              before: { rank: 2, total: 1, cost: 2100 },
              after: { rank: 1, total: 1, cost: 300 },
            },
          },
          {
            node: {
              name: 'alice',
              isOwn: true,
              before: { rank: 1, total: 1, cost: 600 },
              after: { rank: 2, total: 0, cost: 0 },
            },
          },
        ],
      },
      firstBefore: { atSecond: 600, names: ['alice'] },
      firstAfter: { atSecond: 300, names: ['bob'] },
    })

    const live = await room.site.subscribe(
      `subscription ($cid: Int!) { scoreboardPatches(number: $cid, view: PUBLIC) { version changes } }`,
      { cid: contest.id },
      people.alice,
    )
    const first = (await live.next()).data.scoreboardPatches
    const { data: applied } = await decide('apply', id)
    expect(applied.done).toMatchObject({ hold: 'APPLIED', decidedAt: expect.any(String), preview: null })
    const patch = (await live.next()).data.scoreboardPatches
    expect(patch.version).not.toBe(first.version)
    // One patch has both rows.
    expect(JSON.parse(patch.changes).rows).toHaveLength(2)
    live.close()
    expect(await board()).toMatchObject([
      { username: 'bob', rank: 1, total: 1, cost: 300 },
      { username: 'alice', rank: 2, total: 0 },
    ])
    expect(await outcomes()).toEqual(['WRONG_ANSWER', 'ACCEPTED', 'ACCEPTED'])
    await room.counted(own.id, 'WRONG_ANSWER')
    // Authors are told with the outcomes that count now (area-rules M5).
    await expect
      .poll(news)
      .toMatchObject([{ messageKey: 'rejudged', parameters: { outcomeBefore: 'AC', outcomeAfter: 'WA' } }])
    off()
    expect((await decide('apply', id)).errors?.[0]?.extensions?.code).toBe('REJUDGING_DECIDED')
    expect((await decide('drop', id)).errors?.[0]?.extensions?.code).toBe('REJUDGING_DECIDED')
    const entries = await room.site.prisma.auditEntry.findMany({ where: { subject: `Rejudging:${number}` } })
    expect(entries.map(({ action }) => action)).toEqual(['rejudging.started', 'rejudging.applied'])
  })

  it('leaves everything as it is when it is dropped, also half way', async () => {
    await sent(people.alice, 10, 'ACCEPTED')
    const { id, number } = await judgedAnew(['WRONG_ANSWER'])
    const before = await board()
    expect((await decide('drop', id)).data.done).toMatchObject({ hold: 'DROPPED', preview: null })
    expect([await board(), await outcomes()]).toEqual([before, ['ACCEPTED']])

    await sent(people.bob, 12, 'ACCEPTED')
    const blockers = await room.occupy()
    const begun = (await begin()).data.rejudgeContestProblem
    expect((await decide('apply', begun.id)).errors?.[0]?.extensions?.code).toBe('REJUDGING_GOES_ON')
    const dropped = await decide('drop', begun.id)
    expect(dropped.data.done).toMatchObject({ hold: 'DROPPED', operation: { state: 'CANCELLED' } })
    for (const one of blockers) one.end(outcome('ACCEPTED'))
    expect(await outcomes()).toEqual(['ACCEPTED', 'ACCEPTED'])
    const audit = await room.site.prisma.auditEntry.findMany({
      where: {
        subject: { in: [`Rejudging:${number}`, `Rejudging:${begun.number}`] },
        action: 'rejudging.dropped',
      },
    })
    expect(audit).toHaveLength(2)
  })

  it('tells the organisers when it begins, waits and is decided, and ends by itself when it changes nothing', async () => {
    await sent(people.alice, 10, 'ACCEPTED')
    const heard = `subscription ($id: ID!) { heldRejudgingsChanged(contestId: $id) {
      heldRejudgings { number operation { state } } latestRejudgings { number hold problemNumber } } }`
    const id = globalId('Contest', contest.id)
    const live = await room.site.subscribe(heard, { id }, people.chief)
    const next = async () => (await live.next()).data.heldRejudgingsChanged
    const first = judgedAnew(['ACCEPTED'])
    const number = (await next()).heldRejudgings[0]?.number
    expect(await next()).toEqual({
      heldRejudgings: [],
      latestRejudgings: [{ number, hold: 'UNCHANGED', problemNumber: room.problem.id }],
    })
    const unchanged = await first
    expect((await look(number)).data.rejudging).toMatchObject({
      hold: 'UNCHANGED',
      decidedAt: expect.any(String),
      preview: null,
      operation: { state: 'DONE' },
    })
    for (const act of ['apply', 'drop'] as const)
      expect((await decide(act, unchanged.id)).errors?.[0]?.extensions?.code).toBe('REJUDGING_DECIDED')

    const second = judgedAnew(['WRONG_ANSWER'])
    await next()
    const waiting = await second
    expect(await next()).toEqual({
      heldRejudgings: [{ number: waiting.number, operation: { state: 'DONE' } }],
      latestRejudgings: [{ number: waiting.number, hold: 'WAITING', problemNumber: room.problem.id }],
    })
    await decide('drop', waiting.id)
    expect(await next()).toMatchObject({ heldRejudgings: [], latestRejudgings: [{ hold: 'DROPPED' }] })
    live.close()
  })

  it('leaves submissions alone that were sent or corrected meanwhile', async () => {
    const decided = await sent(people.alice, 10, 'ACCEPTED')
    await sent(people.bob, 11, 'ACCEPTED')
    const { id, number } = await judgedAnew(['WRONG_ANSWER', 'WRONG_ANSWER'])
    const late = await sent(people.bob, 20, 'ACCEPTED')
    await room.correct({ id: globalId('Submission', decided.id), verdict: 'RUNTIME_ERROR' })
    await emit(contextOf(room.site, null), 'submission.changed', {
      submissionId: late.id,
      userId: late.userId,
      problemId: late.problemId,
      contestId: contest.id,
    })
    await room.afterChanges(async () => {
      const { edges } = (await look(number)).data.rejudging.preview.rows
      return edges.length === 1 && edges[0].node.name === 'bob' && edges[0].node.after.cost === 20 * 60 + 1200
    })
    await decide('apply', id)
    expect(await outcomes()).toEqual(['RUNTIME_ERROR', 'WRONG_ANSWER', 'ACCEPTED'])
  })

  it('moves a sealed board only for those who see what is sealed', async () => {
    await hold('frozen')
    await sent(people.alice, 45, 'ACCEPTED')
    const { id, number } = await judgedAnew(['WRONG_ANSWER'])
    const seen = async (who: Person) => JSON.stringify(await board(who))
    const before = await seen(people.bob)
    expect((await look(number)).data.rejudging.preview).toMatchObject({
      rows: { edges: [{ node: { before: { total: 1 }, after: { total: 0 } } }] },
      firstAfter: null,
    })
    await decide('apply', id)
    expect(await seen(people.bob)).toBe(before)
  })

  it('is open through no door to those who may not judge again', async () => {
    await sent(people.alice, 10, 'ACCEPTED')
    const { id, number } = await judgedAnew(['WRONG_ANSWER'])
    const node = 'query ($id: ID!) { node(id: $id) { id } }'
    const list =
      'query ($number: Int!) { contest(number: $number) { heldRejudgings { number } latestRejudgings { number } } }'
    const rest = (who: Person | null) =>
      room.site.rest(
        'GET',
        `/api/admin/judge/rejudge-contest-problem?cid=${contest.id}&pid=${room.problem.id}`,
        who ? { token: who.token } : {},
      )
    // Who organises other contests is among them; the owner of this one is not.
    const rival = await addPerson(room.site, 'rival', { role: 'ADMIN' })
    for (const who of [null, people.alice, rival]) {
      const code = who ? 'FORBIDDEN' : 'UNAUTHENTICATED'
      expect((await begin(who)).errors?.[0]?.extensions?.code).toBe(code)
      const unseen = who === rival ? 'NOT_FOUND' : code
      for (const act of ['apply', 'drop'] as const)
        expect((await decide(act, id, who)).errors?.[0]?.extensions?.code).toBe(unseen)
      expect((await look(number, who)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
      expect((await room.site.graphql(node, { id }, who ?? {})).data.node).toBeNull()
      const listed = await room.site.graphql(list, { number: contest.id }, who ?? {})
      expect(listed.data.contest?.heldRejudgings ?? []).toEqual([])
      expect(listed.data.contest?.latestRejudgings ?? []).toEqual([])
      const stream = 'subscription ($id: ID!) { heldRejudgingsChanged(contestId: $id) { id } }'
      const asked = await room.site.subscribe(stream, { id: globalId('Contest', contest.id) }, who ?? {})
      expect((await asked.next()).errors?.[0]?.extensions?.code).toBe(code)
      asked.close()
      expect((await rest(who)).status).toBe(who ? 403 : 401)
    }
    for (const who of [people.root, people.chief]) {
      const listed = await room.site.graphql(list, { number: contest.id }, who)
      expect(listed.data.contest).toEqual({ heldRejudgings: [{ number }], latestRejudgings: [{ number }] })
      expect((await look(number, who)).errors).toBeUndefined()
    }
    expect((await decide('drop', id, people.chief)).errors).toBeUndefined()
  })
})

describe('the call of the reference system', () => {
  it('judges again at once, and only what was sent in the contest', async () => {
    const outside = await room.judged('ACCEPTED')
    const path = `/api/admin/judge/rejudge-contest-problem?cid=${contest.id}&pid=${room.problem.id}`
    expect(await room.site.rest('GET', path, people.root)).toMatchObject({
      http: 200,
      status: 400,
      data: null,
    })
    const one = await sent(people.alice, 10, 'ACCEPTED')
    expect(await room.site.rest('GET', path, people.root)).toMatchObject({ status: 200, data: null })
    ;(await room.host.takeSubmission(one.id)).end(outcome('WRONG_ANSWER'))
    await room.counted(one.id, 'WRONG_ANSWER')
    expect((await room.rowOf(outside.number)).verdict).toBe('ACCEPTED')
    expect(await board()).toMatchObject([{ username: 'alice', total: 0 }])
  })
})
