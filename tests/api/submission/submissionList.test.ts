import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Contest } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import { emit } from '#server/events.ts'
import { sweepUnsettled } from '#server/modules/judging/settle.ts'
import { switches } from '#server/modules/site/site.ts'
import { MOST_PEOPLE, narrow } from '#server/modules/submission/listing.ts'
import { addContest, addJudged, MINUTE, type Phase, timesOf } from '../../support/contests.ts'
import { type FakeHost, outcome, run, startFakeHost } from '../../support/fakeHost.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let host: FakeHost
let root: Person
let alice: Person
let bob: Person
let problems: Awaited<ReturnType<typeof addJudgeable>>[]
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'chief', { role: 'ROOT' })
  alice = await addPerson(site, 'Alice')
  bob = await addPerson(site, 'bob')
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  problems = [
    await addJudgeable(site, 'L100'),
    await addJudgeable(site, 'L1001'),
    await addJudgeable(site, 'L200', { visibility: 'HIDDEN' }),
  ]
  await crowd()
  host = await startFakeHost(site.databaseUrl)
})
afterAll(async () => {
  await host.stop()
  await site.close()
})

type Row = [problem: number, person: 'alice' | 'bob', verdict: Verdict | null, language: string]

const ROWS: Row[] = [
  [0, 'alice', 'ACCEPTED', 'cpp17'],
  [0, 'alice', 'WRONG_ANSWER', 'cpp17'],
  [0, 'bob', 'WRONG_ANSWER', 'python3'],
  [1, 'bob', 'ACCEPTED', 'python3'],
  [1, 'alice', 'COMPILE_ERROR', 'cpp17'],
  [2, 'alice', 'ACCEPTED', 'cpp17'],
  [2, 'bob', 'WRONG_ANSWER', 'cpp17'],
  [0, 'bob', null, 'cpp17'],
]

/** Half of the rows are counted by the tallies, half are not yet. */
async function crowd(): Promise<void> {
  const people = { alice, bob }
  for (const [index, [problem, person, verdict, language]] of ROWS.entries()) {
    await site.prisma.submission.create({
      data: {
        problemId: problems[problem]?.id ?? 0,
        userId: people[person].id,
        language,
        codeLength: 10,
        ip: '10.0.0.1',
        state: verdict ? 'DONE' : 'QUEUED',
        verdict,
      },
    })
    if (index === 3) await sweepUnsettled(contextOf(site, null))
  }
  // One that a rejudging is changing: counted as accepted, and going to be something else.
  const first = await site.prisma.submission.findFirstOrThrow({ orderBy: { id: 'asc' } })
  await site.prisma.submission.update({ where: { id: first.id }, data: { state: 'RUNNING', verdict: null } })
}

const LIST = `query ($filter: SubmissionFilter, $first: Int, $after: String, $offset: Int) {
  submissions(filter: $filter, first: $first, after: $after, offset: $offset) {
    totalCount
    pageInfo { hasNextPage endCursor }
    edges { node { number verdict state user { username } problem { displayId title } } }
  }
}`

type Answer = {
  totalCount: number
  pageInfo: { hasNextPage: boolean; endCursor: string }
  edges: { node: { number: number; verdict: string; problem: { displayId: string } } }[]
}

const list = async (filter: object, who: object = {}, more: object = {}): Promise<Answer> => {
  const { data, errors } = await site.graphql(LIST, { filter, first: 100, ...more }, who)
  expect(errors).toBeUndefined()
  return data.submissions
}

describe('the list of submissions', () => {
  const filters: [string, object, number, number][] = [
    // name, filter, rows for a guest, rows for an administrator
    ['everything', {}, 6, 8],
    ['accepted ones', { verdict: 'ACCEPTED' }, 1, 2],
    ['wrong ones', { verdict: 'WRONG_ANSWER' }, 2, 3],
    ['compile errors', { verdict: 'COMPILE_ERROR' }, 1, 1],
    ['those that wait', { state: 'QUEUED' }, 1, 1],
    ['those that run', { state: 'RUNNING' }, 1, 1],
    ['those that are done', { state: 'DONE' }, 4, 6],
    ['those of a person, in any case', { username: 'ALICE' }, 3, 4],
    ['those of people with a part in their names', { username: 'LIC' }, 3, 4],
    ['those of nobody', { username: 'nobody' }, 0, 0],
    ['those of a name with signs that LIKE knows', { username: 'a%' }, 0, 0],
    ['a problem', { problem: 'l100', exactProblem: true }, 4, 4],
    ['part of a problem id', { problem: '100' }, 6, 6],
    ['a hidden problem', { problem: 'L200', exactProblem: true }, 0, 2],
    ['a problem and a verdict', { problem: 'L100', exactProblem: true, verdict: 'WRONG_ANSWER' }, 2, 2],
    ['a problem that is not there', { problem: 'NONE' }, 0, 0],
    ['everything with signs that LIKE knows', { problem: '%' }, 0, 0],
    ['a language', { language: 'python3' }, 2, 2],
    ['a language and a verdict', { language: 'cpp17', verdict: 'WRONG_ANSWER' }, 1, 2],
    ['a person and a verdict', { username: 'bob', verdict: 'WRONG_ANSWER' }, 1, 2],
  ]
  it.each(filters)('shows %s, and counts them exactly', async (_, filter, forGuest, forRoot) => {
    for (const [who, count] of [
      [{}, forGuest],
      [alice, forGuest],
      [root, forRoot],
    ] as const) {
      const { edges, totalCount } = await list(filter, who)
      expect(edges).toHaveLength(count)
      expect(totalCount).toBe(count)
      const numbers = edges.map(({ node }) => node.number)
      expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    }
  })

  it('shows own ones, to anyone who is signed in', async () => {
    const { edges, totalCount } = await list({ mine: true }, alice)
    expect(totalCount).toBe(3)
    expect(edges).toHaveLength(3)
    const guest = await site.graphql(LIST, { filter: { mine: true } })
    expect(guest.errors?.[0]).toMatchObject({
      message: 'Please login first!',
      extensions: { code: 'UNAUTHENTICATED' },
    })
  })

  it('goes from page to page by cursor and by offset', async () => {
    const all = (await list({})).edges.map(({ node }) => node.number)
    const first = await list({}, {}, { first: 2 })
    expect(first.pageInfo.hasNextPage).toBe(true)
    const second = await list({}, {}, { first: 2, after: first.pageInfo.endCursor })
    const third = await list({}, {}, { first: 2, offset: 4 })
    expect([first, second, third].flatMap(({ edges }) => edges.map(({ node }) => node.number))).toEqual(all)
    expect(third.pageInfo.hasNextPage).toBe(false)
    expect((await list({}, {}, { first: 2, offset: 100 })).edges).toEqual([])
  })

  it('is part of a problem, for the viewer', async () => {
    const mine = async (who: object) => {
      const { data } = await site.graphql(
        '{ problem(displayId: "L100") { viewerCanSubmit viewerSubmissions(first: 1) { totalCount edges { node { user { username } } } } } }',
        {},
        who,
      )
      return data.problem
    }
    expect(await mine(alice)).toEqual({
      viewerCanSubmit: true,
      viewerSubmissions: { totalCount: 2, edges: [{ node: { user: { username: 'Alice' } } }] },
    })
    expect(await mine({})).toEqual({
      viewerCanSubmit: false,
      viewerSubmissions: { totalCount: 0, edges: [] },
    })
  })
})

describe('the REST list', () => {
  const get = (query: string, who: object = {}) => site.rest('GET', `/api/get-submission-list?${query}`, who)

  it('answers pages in the shape those clients read', async () => {
    const { data } = await get('limit=2&currentPage=2&onlyMine=false&completeProblemID=false')
    expect(data).toMatchObject({ total: 6, size: 2, current: 2, pages: 3 })
    expect(data.records).toHaveLength(2)
    const row = (await get('username=bob&status=0', alice)).data.records[0]
    expect(row).toMatchObject({
      uid: bob.id,
      username: 'bob',
      pid: problems[1]?.id,
      displayPid: 'L1001',
      title: 'The sum of L1001',
      displayId: null,
      status: 0,
      language: 'Python3',
      cid: 0,
      isManual: false,
      ip: null,
      source: null,
      share: false,
    })
    expect(Object.keys(row)).toContain('oiRankScore')
    expect(row.submitTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/)
  })

  it('filters by the numbers and words those clients send', async () => {
    const count = async (query: string, who: object = {}) => (await get(query, who)).data.total
    expect(await count('status=-1')).toBe(2)
    expect(await count('status=5')).toBe(1)
    expect(await count('status=7')).toBe(1)
    expect(await count('status=-10')).toBe(0)
    expect(await count('status=')).toBe(6)
    expect(await count('problemID=L100&completeProblemID=true')).toBe(4)
    expect(await count('problemID=L100')).toBe(6)
    expect(await count('onlyMine=true', alice)).toBe(3)
    expect(await count('gid=7')).toBe(0)
    expect(await get('onlyMine=true')).toMatchObject({ http: 200, status: 401, msg: 'Please login first!' })
    const last = await get(`limit=100&currentPage=9`)
    expect(last.data).toMatchObject({ records: [], total: 6 })
  })

  it('checks many at once, and only those that may be seen', async () => {
    const rows = await site.prisma.submission.findMany({ orderBy: { id: 'asc' } })
    const submitIds = [...rows.map(({ id }) => id), 99_999, 99_999_999_999, 'x']
    const { data } = await site.rest('POST', '/api/check-submissions-status', { body: { submitIds } })
    expect(Object.keys(data)).toHaveLength(6)
    expect(JSON.stringify(data)).not.toContain('10.0.0.1')
    const nothing = await site.rest('POST', '/api/check-submissions-status', { body: {} })
    expect(nothing.data).toEqual({})
  })
})

describe('the live list', () => {
  const WATCH = `subscription ($filter: SubmissionFilter) {
    submissionsChanged(filter: $filter) { change submission { number state verdict user { username } } }
  }`
  const send = async (who: Person, problem = 0) => {
    const { data } = await site.graphql(
      'mutation ($input: SubmitInput!) { submit(input: $input) { number } }',
      { input: { problemId: problems[problem]?.globalId, language: 'cpp17', source: 'int main() {}' } },
      who,
    )
    return data.submit.number as number
  }
  type Change = { change: string; submission: { number: number; state: string; verdict: string | null } }

  /** What is still told of rows of the test before is left out. */
  const nextNew = async (live: { next(): Promise<{ data: { submissionsChanged: Change } }> }) => {
    for (;;) {
      const { change, submission } = (await live.next()).data.submissionsChanged
      if (change === 'CREATED') return submission.number
    }
  }

  it('tells of new rows and of what happens to them, and once of the end', async () => {
    const live = await site.subscribe(WATCH, { filter: { verdict: 'ACCEPTED' } })
    const number = await send(alice)
    const first: Change = (await live.next()).data.submissionsChanged
    expect(first).toMatchObject({ change: 'CREATED', submission: { number } })
    const taken = await host.takeSubmission()
    taken.report({ kind: 'running', caseCount: 3 })
    for (let index = 1; index <= 3; index++) taken.report({ kind: 'run', run: run(index) })
    const counted = site.house.events.version('submission.counted')
    taken.end(outcome('WRONG_ANSWER'))
    for (;;) {
      const { change, submission }: Change = (await live.next()).data.submissionsChanged
      expect(change).toBe('CHANGED')
      expect(submission.number).toBe(number)
      // A row that leaves the list is told as well: here nobody was ever accepted.
      if (submission.state === 'DONE') break
    }
    await expect.poll(() => site.house.events.version('submission.counted')).toBeGreaterThan(counted)
    const next = await send(alice)
    expect((await live.next()).data.submissionsChanged.submission.number).toBe(next)
    ;(await host.takeSubmission(next)).end(outcome('ACCEPTED'))
    live.close()
  })

  it('is narrowed to what the list shows', async () => {
    const mine = await site.subscribe(WATCH, { filter: { mine: true } }, bob)
    const ofProblem = await site.subscribe(WATCH, { filter: { problem: 'L1001', exactProblem: true } })
    const python = await site.subscribe(WATCH, { filter: { language: 'python3' } })
    await send(alice)
    const wanted = await send(bob, 1)
    for (const live of [mine, ofProblem]) {
      expect(await nextNew(live)).toBe(wanted)
    }
    for (let left = 2; left > 0; left--) (await host.takeSubmission()).end(outcome('ACCEPTED'))
    expect(python.received).toEqual([])
    for (const live of [mine, ofProblem, python]) live.close()
  })

  it('keeps quiet about problems that the subscriber may not see', async () => {
    const guest = await site.subscribe(WATCH, {})
    const chief = await site.subscribe(WATCH, {}, root)
    const hidden = await send(root, 2)
    expect(await nextNew(chief)).toBe(hidden)
    const seen = await send(alice)
    expect(await nextNew(guest)).toBe(seen)
    for (let left = 2; left > 0; left--) (await host.takeSubmission()).end(outcome('ACCEPTED'))
    guest.close()
    chief.close()
  })

  it('needs a login for own ones', async () => {
    const live = await site.subscribe(WATCH, { filter: { mine: true } })
    const first = await live.next().catch((error) => ({ errors: error }))
    expect(JSON.stringify(first.errors)).toContain('UNAUTHENTICATED')
  })
})

describe('own submissions', () => {
  it('are listed of practice and of contests together, as the lists there show them', async () => {
    const problemId = problems[0]?.id ?? 0
    const hold = async (type: 'ACM' | 'OI', phase: Phase) =>
      addContest(site, { type, ownerId: root.id, ...timesOf(phase) })
    const sentIn = async (contest: Contest, person: Person, minute: number) => {
      const createdAt = new Date(contest.startsAt.getTime() + minute * MINUTE)
      const { id } = await addJudged(site, person, { problemId, contestId: contest.id, createdAt })
      return id
    }
    const carol = await addPerson(site, 'carol')
    const frozen = { ACM: await hold('ACM', 'frozen'), OI: await hold('OI', 'frozen') }
    const closed = await hold('ACM', 'running')
    await site.prisma.contest.update({ where: { id: closed.id }, data: { access: 'PRIVATE' } })
    const early = [await sentIn(frozen.ACM, carol, 5), await sentIn(frozen.OI, carol, 5)]
    const late = await sentIn(frozen.ACM, carol, 45)
    await sentIn(frozen.OI, carol, 45)
    await sentIn(closed, carol, 5)
    await sentIn(frozen.ACM, alice, 5)
    const { id: practised } = await site.prisma.submission.create({
      data: { problemId, userId: carol.id, language: 'cpp17', codeLength: 1, ip: '', state: 'DONE' },
    })
    const mine = { mine: true, everywhere: true }
    const all = await list(mine, carol)
    // One's own outcome of an OI contest is sealed too, and a private contest shows nothing to outsiders.
    expect(all.edges.map(({ node }) => node.number)).toEqual([practised, late, ...early.toReversed()])
    expect(all.totalCount).toBe(4)
    expect(await list({ ...mine, verdict: 'ACCEPTED' }, carol)).toMatchObject({ totalCount: 3 })
    expect(await list({ ...mine, contestNumber: frozen.OI.id }, carol)).toMatchObject({ totalCount: 1 })
    expect(await list({ mine: true }, carol)).toMatchObject({ totalCount: 1 })
    const refused = await site.graphql(LIST, { filter: { everywhere: true } }, carol)
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'everywhere' })

    const changes =
      'subscription ($filter: SubmissionFilter) { submissionsChanged(filter: $filter) { submission { number } } }'
    const live = await site.subscribe(changes, { filter: mine }, carol)
    const ctx = contextOf(site, carol)
    for (const contestId of [frozen.ACM.id, null]) {
      const submissionId = contestId === null ? practised : late
      await emit(ctx, 'submission.created', { submissionId, problemId, contestId, userId: carol.id })
      expect((await live.next()).data.submissionsChanged.submission.number).toBe(submissionId)
    }
    // That practice is counted is told, since progress changes; of a contest it could tell of a sealed verdict.
    for (const [contestId, submissionId] of [
      [frozen.ACM.id, late],
      [null, practised],
    ] as const)
      await emit(ctx, 'submission.counted', { submissionId, problemId, contestId, userId: carol.id })
    expect((await live.next()).data.submissionsChanged.submission.number).toBe(practised)
    live.close()
  })
})

it('reads a limited number of people whose names contain a part', async () => {
  await site.prisma.$executeRaw`
    insert into "User" ("id", "username", "usernameKey", "looks", "passwordHash", "updatedAt")
    select 'many ' || n, 'many' || n, 'many' || n, array['many' || n], '', now()
    from generate_series(1, ${MOST_PEOPLE + 1}::int) n`
  const { userIds } = await narrow(contextOf(site, null), { username: 'any' })
  expect(userIds).toHaveLength(MOST_PEOPLE)
})
