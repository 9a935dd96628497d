import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addJudged, MINUTE } from '../support/contests.ts'
import { addJudgeable, globalId } from '../support/judgeable.ts'
import { addPerson, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

/** A contest from its making to its thaw, through REST and the graph. */

let site: Site
const people = {} as Record<'root' | 'owner' | 'rival' | 'ada' | 'bob' | 'team7', Person>
const problems = {} as Record<'sum' | 'path' | 'spare', { id: number; globalId: string }>

beforeAll(async () => {
  site = await startSite()
  people.root = await addPerson(site, 'root', { role: 'ROOT' })
  people.owner = await addPerson(site, 'owner', { role: 'ADMIN' })
  people.rival = await addPerson(site, 'rival', { role: 'ADMIN' })
  for (const name of ['ada', 'bob', 'team7'] as const) people[name] = await addPerson(site, name)
  problems.sum = await addJudgeable(site, 'SUM')
  problems.path = await addJudgeable(site, 'PATH')
  problems.spare = await addJudgeable(site, 'SPARE')
})
afterAll(() => site.close())

const minutes = (from: number) => new Date(Date.now() + from * MINUTE)

const call = (who: Person | null, method: string, path: string, body?: unknown) =>
  site.rest(method, path, { ...(who ? { token: who.token } : {}), body })

/** A contest as the reference system's own client makes one; `after` is its number. */
async function makeContest(change: { title?: string } & Record<string, unknown> = {}): Promise<number> {
  const { title = `Contest ${Math.random()}` } = change
  const made = await call(people.owner, 'POST', '/api/admin/contest', {
    ...{ title, description: 'Rules', type: 0, auth: 0, pwd: '', gid: null, source: null, uid: '1' },
    ...{ startTime: minutes(-60).toJSON(), endTime: minutes(60).toJSON(), duration: 7200 },
    ...{ sealRank: false, sealRankTime: null, autoRealRank: true, visible: true, openPrint: false },
    ...{ openAccountLimit: false, accountLimitRule: null, rankShowName: 'username', starAccount: [] },
    ...{ openRank: false, oiRankScoreType: 'Recent', awardType: 0, awardConfigList: [] },
    allowEndSubmit: false,
    ...change,
  })
  expect(made).toMatchObject({ status: 200 })
  const list = await call(people.owner, 'GET', `/api/admin/contest/get-contest-list?keyword=${title}`)
  const { id } = list.data.records[0]
  return id
}

const put = (cid: number, pid: number, displayId: string) =>
  call(people.owner, 'PUT', '/api/admin/contest/contest-problem', {
    ...{ cid, pid, displayId, displayTitle: `Problem ${displayId}`, color: '#ff0000' },
  })

const rank = async (who: Person | null, cid: number, wish: object = {}) =>
  call(who, 'POST', '/api/get-contest-rank', {
    ...{ cid, currentPage: 1, limit: 50, forceRefresh: false, removeStar: false },
    ...{ keyword: null, containsEnd: false, concernedList: [], externalCidList: [] },
    ...wish,
  })

/** Somebody's submission so many minutes after the start, as it was judged. */
const sent = (who: Person, cid: number, problemId: number, minute: number, fields: object = {}) =>
  addJudged(
    site,
    who,
    { problemId, contestId: cid, createdAt: new Date(minutes(-60).getTime() + minute * MINUTE) },
    fields,
  )

const WRONG = { verdict: 'WRONG_ANSWER', score: 0, oiRankScore: 0 } as const

describe('organising', () => {
  it('makes, reads, changes, clones and removes a contest, for its owner and super administrators alone', async () => {
    const cid = await makeContest({
      ...{ sealRank: true, sealRankTime: minutes(30).toJSON(), starAccount: ['bob'], awardType: 2 },
      awardConfigList: [
        { priority: 2, name: 'Silver', background: '#b4c0c7', color: '#fff', num: 2 },
        { priority: 1, name: 'Gold', background: '#e6bf25', color: '#fff', num: 1 },
      ],
    })
    const path = `/api/admin/contest?cid=${cid}`
    const { data } = await call(people.owner, 'GET', path)
    expect(data).toMatchObject({
      ...{ id: cid, author: 'owner', uid: people.owner.id, type: 0, auth: 0, duration: 7200, status: 0 },
      ...{ sealRank: true, starAccount: ['bob'], awardType: 2 },
      awardConfigList: [
        { priority: 1, name: 'Gold', num: 1 },
        { priority: 2, name: 'Silver', num: 2 },
      ],
    })
    // What was read is sent back with a change, as that client does; another type is refused.
    expect(
      await call(people.owner, 'PUT', '/api/admin/contest', { ...data, title: 'Renamed' }),
    ).toMatchObject({
      status: 200,
    })
    expect((await call(people.owner, 'GET', path)).data).toMatchObject({ title: 'Renamed', sealRank: true })
    expect((await call(people.owner, 'PUT', '/api/admin/contest', { id: cid, type: 1 })).status).toBe(400)
    for (const who of [people.rival, people.ada]) {
      expect((await call(who, 'GET', path)).status).toBe(403)
      expect((await call(who, 'PUT', '/api/admin/contest', { ...data, title: 'Mine' })).status).toBe(403)
      expect((await call(who, 'DELETE', path)).status).toBe(403)
    }
    expect((await call(people.owner, 'DELETE', path)).status).toBe(403)
    await put(cid, problems.spare.id, 'A')
    expect((await call(people.owner, 'GET', `/api/admin/contest/clone?cid=${cid}`)).status).toBe(200)
    const list = await call(people.owner, 'GET', '/api/admin/contest/get-contest-list?keyword=Cloned')
    const [clone] = list.data.records
    expect(clone).toMatchObject({ title: 'Renamed [Cloned]', source: cid, visible: false })
    const copied = await site.prisma.contestProblem.findMany({ where: { contestId: clone.id } })
    expect(copied).toMatchObject([{ displayId: 'A', problemId: problems.spare.id }])
    expect((await call(people.root, 'DELETE', path)).status).toBe(200)
    expect((await call(people.root, 'GET', path)).status).toBe(404)
  })

  it.each([
    ['an end before the start', { endTime: minutes(-90).toJSON() }],
    ['a private one without a password', { auth: 1, pwd: '' }],
    ['a seal outside of it', { sealRank: true, sealRankTime: minutes(90).toJSON() }],
    ['no title', { title: ' ' }],
    ['a moment that is none', { startTime: 'soon' }],
    [
      'shares above a whole',
      {
        awardType: 1,
        awardConfigList: [{ priority: 1, name: 'All', background: '#fff', color: '#000', num: 101 }],
      },
    ],
  ])('refuses %s', async (_, change) => {
    const made = await call(people.owner, 'POST', '/api/admin/contest', {
      ...{
        title: 'Refused',
        type: 0,
        auth: 0,
        startTime: minutes(-60).toJSON(),
        endTime: minutes(60).toJSON(),
      },
      ...change,
    })
    expect(made.status).toBe(400)
    expect(await site.prisma.contest.count({ where: { title: 'Refused' } })).toBe(0)
  })

  it('takes a public problem off the public list, and no name or problem twice (rule 21)', async () => {
    const cid = await makeContest()
    const { id: pid } = await addJudgeable(site, 'TAKEN')
    const path = '/api/admin/contest/add-problem-from-public'
    expect((await call(people.owner, 'POST', path, { cid, pid, displayId: 'A' })).status).toBe(200)
    const { visibility } = await site.prisma.problem.findUniqueOrThrow({ where: { id: pid } })
    expect(visibility).toBe('CONTEST_ONLY')
    expect((await call(people.owner, 'POST', path, { cid, pid, displayId: 'B' })).status).toBe(400)
    const spare = problems.spare.id
    expect((await call(people.owner, 'POST', path, { cid, pid: spare, displayId: 'A' })).status).toBe(400)
    expect((await call(people.rival, 'POST', path, { cid, pid: spare, displayId: 'C' })).status).toBe(403)
    const gone = `/api/admin/contest/problem?pid=${pid}&cid=${cid}`
    expect((await call(people.root, 'DELETE', gone)).status).toBe(200)
    expect((await call(people.ada, 'GET', `/api/get-contest-problem?cid=${cid}`)).data).toEqual([])
    // It comes back with what was sent to it, and goes from here when it is deleted.
    expect((await call(people.owner, 'POST', path, { cid, pid, displayId: 'A' })).status).toBe(200)
    expect((await call(people.root, 'DELETE', `/api/admin/problem?pid=${pid}`)).status).toBe(200)
    expect((await call(people.ada, 'GET', `/api/get-contest-problem?cid=${cid}`)).data).toEqual([])
  })
})

describe('taking part', () => {
  it('lists contests to everybody, and hides what is not visible from all of them', async () => {
    const cid = await makeContest({ title: 'Open to all' })
    const hidden = await makeContest({ title: 'Hidden from all', visible: false })
    const list = await call(null, 'GET', '/api/get-contest-list?keyword=to%20all&type=0&status=0')
    expect(list.data).toMatchObject({
      total: 1,
      records: [{ id: cid, status: 0, duration: 7200, now: null }],
    })
    expect((await call(null, 'GET', '/api/get-contest-list?keyword=from%20all')).data.total).toBe(0)
    expect((await call(people.owner, 'GET', `/api/get-contest-info?cid=${hidden}`)).status).toBe(404)
    expect((await call(null, 'GET', `/api/get-contest-info?cid=${cid}`)).status).toBe(401)
    expect((await call(people.ada, 'GET', `/api/get-contest-info?cid=${cid}`)).data).toMatchObject({
      ...{ id: cid, author: 'owner', sealRank: false, rankShowName: 'username' },
      now: expect.stringMatching(/\+0000$/),
    })
    expect(
      (await call(null, 'GET', '/api/get-recent-contest')).data.map(({ id }: { id: number }) => id),
    ).toContain(cid)
  })

  it('lets into a private contest those who know its password and fit its rule (rules 15 to 17)', async () => {
    const rule = '<prefix>team</prefix><suffix></suffix><start>1</start><end>9</end><extra>ada</extra>'
    const cid = await makeContest({ auth: 1, pwd: 'sesame', openAccountLimit: true, accountLimitRule: rule })
    await put(cid, problems.sum.id, 'A')
    const problemsOf = (who: Person | null) => call(who, 'GET', `/api/get-contest-problem?cid=${cid}`)
    expect((await problemsOf(null)).status).toBe(401)
    expect((await problemsOf(people.team7)).status).toBe(403)
    const enter = (who: Person, password: string) =>
      call(who, 'POST', '/api/register-contest', { cid, password })
    expect((await enter(people.bob, 'sesame')).status).toBe(403)
    expect((await enter(people.team7, 'Sesame')).status).toBe(400)
    // Who guesses waits.
    expect((await enter(people.team7, 'sesame')).status).toBe(403)
    await site.prisma.throttle.deleteMany()
    expect((await enter(people.team7, 'sesame')).status).toBe(200)
    expect((await enter(people.team7, 'sesame')).status).toBe(400)
    expect((await call(people.team7, 'GET', `/api/get-contest-access?cid=${cid}`)).data).toEqual({
      access: true,
    })
    expect((await problemsOf(people.team7)).data).toMatchObject([{ displayId: 'A', ac: 0, total: 0 }])
    // What is sent there is for those who are in, through every door.
    const { id } = await sent(people.team7, cid, problems.sum.id, 5)
    const submission = 'query ($number: Int!) { submission(number: $number) { number } }'
    const node = 'query ($id: ID!) { node(id: $id) { id } }'
    const list = `query ($cid: ID) { submissions(filter: { contestId: $cid }) { totalCount } }`
    for (const [who, sees] of [
      [people.team7, true],
      [people.owner, true],
      [people.bob, false],
      [people.rival, false],
    ] as const) {
      const one = await site.graphql(submission, { number: id }, who)
      const byId = await site.graphql(node, { id: globalId('Submission', id) }, who)
      const all = await site.graphql(list, { cid: globalId('Contest', cid) }, who)
      expect([who.username, Boolean(one.data?.submission), Boolean(byId.data?.node)]).toEqual([
        who.username,
        sees,
        sees,
      ])
      expect(all.data.submissions.totalCount).toBe(sees ? 1 : 0)
      const detail = await call(who, 'GET', `/api/get-submission-detail?submitId=${id}`)
      expect(detail.status).toBe(sees ? 200 : 404)
    }
    // Another password drops all registrations.
    await call(people.owner, 'PUT', '/api/admin/contest', { id: cid, pwd: 'other' })
    expect((await problemsOf(people.team7)).status).toBe(403)
  })

  it('keeps everybody but organisers out before the start, through every door', async () => {
    const cid = await makeContest({ startTime: minutes(10).toJSON(), openRank: true })
    await put(cid, problems.sum.id, 'A')
    await vi.waitFor(() => expect(site.house.timetable.at(new Date()).closed.has(cid)).toBe(true))
    for (const path of [
      `/api/get-contest-problem?cid=${cid}`,
      `/api/get-contest-problem-details?cid=${cid}&displayId=A`,
      `/api/contest-submissions?contestID=${cid}&beforeContestSubmit=false`,
    ]) {
      expect([path, (await call(people.ada, 'GET', path)).status]).toEqual([path, 403])
      expect([path, (await call(people.owner, 'GET', path)).status]).toEqual([path, 200])
    }
    expect((await rank(people.ada, cid)).status).toBe(403)
    const graph = `query ($cid: Int!) { contest(number: $cid) { title problems { title } scoreboard { total } } }`
    const seen = await site.graphql(graph, { cid }, people.ada)
    expect(seen.data.contest).toMatchObject({ problems: null, scoreboard: null })
    expect(seen.errors?.map(({ extensions }) => extensions?.code)).toEqual([
      'CONTEST_NOT_STARTED',
      'CONTEST_NOT_STARTED',
    ])
    expect((await submit(people.ada, cid, 'A')).status).toBe(403)
    expect((await submit(people.owner, cid, 'A')).status).toBe(200)
  })

  const submit = (who: Person, cid: number, pid: string) =>
    call(who, 'POST', '/api/submit-problem-judge', {
      ...{
        pid,
        cid,
        language: 'C++ 17',
        code: 'int main() { return 0; } // and no more than that',
        isRemote: false,
      },
    })

  it('takes submissions under what the contest calls its problems, without a wait, ahead of practice', async () => {
    const cid = await makeContest()
    await put(cid, problems.path.id, 'B')
    await site.prisma.problem.update({
      where: { id: problems.path.id },
      data: { visibility: 'CONTEST_ONLY' },
    })
    const first = await submit(people.ada, cid, 'B')
    const second = await submit(people.ada, cid, 'B')
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.data).toMatchObject({ cid, status: 5 })
    const { lane } = await site.prisma.judgement.findFirstOrThrow({
      where: { submissionId: first.data.submitId },
    })
    expect(lane).toBe(0)
    expect((await submit(people.ada, cid, 'PATH')).status).toBe(404)
    expect((await submit(people.ada, 0, 'PATH')).status).toBe(404)
    const list = await call(
      people.ada,
      'GET',
      `/api/contest-submissions?contestID=${cid}&beforeContestSubmit=false&onlyMine=true&problemID=b`,
    )
    expect(list.data).toMatchObject({ total: 2, records: [{ displayId: 'B', title: 'Problem B' }, {}] })
    const details = await call(
      people.ada,
      'GET',
      `/api/get-contest-problem-details?cid=${cid}&displayId=B&containsEnd=false`,
    )
    expect(details.data).toMatchObject({
      problem: { problemId: 'B', title: 'Problem B', source: null, author: null, difficulty: null },
      tags: [],
    })
  })

  it('tells those who take part, at once and in both doors, what its organisers announce', async () => {
    const cid = await makeContest()
    const id = globalId('Contest', cid)
    const told =
      'subscription ($id: ID!) { contestNoticesChanged(contestId: $id) { change number notice { title } } }'
    const live = await site.subscribe(told, { id }, people.ada)
    const words = { title: 'Problem B', content: 'n is at most 10', status: 0 }
    const path = '/api/admin/contest/announcement'
    expect((await call(people.rival, 'POST', path, { cid, announcement: words })).status).toBe(403)
    expect((await call(people.owner, 'POST', path, { cid, announcement: words })).status).toBe(200)
    const event = await live.next()
    expect(event.data.contestNoticesChanged).toMatchObject({
      change: 'CREATED',
      notice: { title: 'Problem B' },
    })
    const { number: aid } = event.data.contestNoticesChanged
    const unread = (read: number[]) =>
      call(people.ada, 'POST', '/api/get-contest-not-read-announcement', { cid, readAnnouncementList: read })
    expect((await unread([])).data).toMatchObject([{ id: aid, username: 'owner' }])
    expect((await unread([aid])).data).toEqual([])
    await call(people.owner, 'PUT', path, { cid, announcement: { id: aid, status: 1 } })
    expect((await live.next()).data.contestNoticesChanged).toEqual({
      change: 'REMOVED',
      number: aid,
      notice: null,
    })
    const list = (who: Person | null, prefix = '/api/get-contest-announcement') =>
      call(who, 'GET', `${prefix}?cid=${cid}`)
    expect((await list(people.ada)).data.total).toBe(0)
    expect((await list(people.owner, path)).data.records).toMatchObject([{ id: aid, status: 1 }])
    expect((await list(null)).status).toBe(401)
    live.close()
  })

  it('takes nothing after the end, but where it takes late submissions', async () => {
    const over = { startTime: minutes(-120).toJSON(), endTime: minutes(-10).toJSON() }
    const closed = await makeContest(over)
    const late = await makeContest({ ...over, allowEndSubmit: true })
    for (const cid of [closed, late]) await put(cid, problems.sum.id, 'A')
    expect((await submit(people.ada, closed, 'A')).status).toBe(403)
    expect((await submit(people.ada, late, 'A')).status).toBe(200)
  })
})

describe('a scoreboard', () => {
  it('ranks an ACM contest, with stars, first solutions, penalties and awards', async () => {
    const cid = await makeContest({
      ...{ starAccount: ['bob'], awardType: 2, openRank: true },
      awardConfigList: [{ priority: 1, name: 'Gold', background: '#e6bf25', color: '#fff', num: 1 }],
    })
    await put(cid, problems.sum.id, 'A')
    await put(cid, problems.path.id, 'B')
    await sent(people.ada, cid, problems.sum.id, 5, WRONG)
    await sent(people.ada, cid, problems.sum.id, 10)
    await sent(people.bob, cid, problems.sum.id, 7)
    await sent(people.team7, cid, problems.path.id, 20, { verdict: 'COMPILE_ERROR', score: null })
    await sent(people.owner, cid, problems.sum.id, 1)
    const { data } = await rank(people.ada, cid)
    // The own row stands in front once more, and counts.
    expect(data.total).toBe(4)
    expect(data.records.map(({ username }: { username: string }) => username)).toEqual([
      'ada',
      'bob',
      'ada',
      'team7',
    ])
    const [, bob, ada, team7] = data.records
    expect(bob).toMatchObject({ rank: -1, isWinAward: false, ac: 1, totalTime: 7 * 60 })
    expect(bob.submissionInfo.A).toEqual({ isAC: true, isFirstAC: true, ACTime: 420, errorNum: 0 })
    expect(ada).toMatchObject({ rank: 1, awardName: 'Gold', ac: 1, total: 2, totalTime: 600 + 1200 })
    expect(ada.submissionInfo.A).toEqual({ isAC: true, isFirstAC: false, ACTime: 600, errorNum: 1 })
    expect(team7).toMatchObject({ rank: 2, isWinAward: false, ac: 0, total: 1 })
    expect(team7.submissionInfo.B).toEqual({ errorNum: 0 })
    const open = await call(null, 'POST', '/api/get-contest-outside-scoreboard', { cid, removeStar: true })
    expect(open.data.records.map(({ username }: { username: string }) => username)).toEqual(['ada', 'team7'])
    const graph = `query ($cid: Int!) { contest(number: $cid) { scoreboard { total isSealed rows {
      rank name awardName total cost tries cells { displayId solvedAtSecond isFirst wrongTries } } } } }`
    const { scoreboard } = (await site.graphql(graph, { cid })).data.contest
    expect(scoreboard).toMatchObject({
      total: 3,
      rows: [
        { rank: null, name: 'bob' },
        { rank: 1, awardName: 'Gold', cost: 1800 },
        { rank: 2, cells: [{ displayId: 'B' }] },
      ],
    })
  })

  it('hides from the freeze on how tries went, also from organisers who do not ask, until the thaw (rules 6, 10, 11)', async () => {
    const cid = await makeContest({
      sealRank: true,
      sealRankTime: minutes(-30).toJSON(),
      autoRealRank: false,
    })
    await put(cid, problems.sum.id, 'A')
    await vi.waitFor(() => expect(site.house.timetable.at(new Date()).sealed.has(cid)).toBe(true))
    await sent(people.ada, cid, problems.sum.id, 10, WRONG)
    await sent(people.ada, cid, problems.sum.id, 45)
    const cells = async (who: Person, wish: object = {}) =>
      (await rank(who, cid, wish)).data.records[0].submissionInfo.A
    const sealed = { errorNum: 1, tryNum: 1 }
    const open = { isAC: true, isFirstAC: true, ACTime: 45 * 60, errorNum: 1 }
    expect(await cells(people.bob)).toEqual(sealed)
    expect(await cells(people.bob, { forceRefresh: true })).toEqual(sealed)
    expect(await cells(people.owner)).toEqual(sealed)
    expect(await cells(people.owner, { forceRefresh: true })).toEqual(open)
    const counted = await call(people.bob, 'GET', `/api/get-contest-problem?cid=${cid}`)
    expect(counted.data).toMatchObject([{ ac: 0, total: 1 }])
    const thaw = 'mutation ($id: ID!) { thawContest(input: { id: $id }) { thawsAt } }'
    const id = globalId('Contest', cid)
    expect((await site.graphql(thaw, { id }, people.owner)).errors?.[0]?.extensions?.code).toBe(
      'CONTEST_NOT_SEALED',
    )
    await call(people.owner, 'PUT', '/api/admin/contest', { id: cid, endTime: minutes(-1).toJSON() })
    expect(await cells(people.bob)).toEqual(sealed)
    expect((await site.graphql(thaw, { id }, people.rival)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    expect((await site.graphql(thaw, { id }, people.owner)).errors).toBeUndefined()
    await vi.waitFor(async () => expect(await cells(people.bob)).toEqual(open))
  })

  it('adds up an OI contest: the last, or the best; one that did not compile is 0 (rule 7)', async () => {
    for (const [word, score, time] of [
      ['Recent', 30, {}],
      ['Highest', 100, { A: 5 }],
    ] as const) {
      const cid = await makeContest({ type: 1, oiRankScoreType: word })
      const problem = await addJudgeable(site, `OI${word}`, { scoring: 'OI' })
      await put(cid, problem.id, 'A')
      await sent(people.ada, cid, problem.id, 5)
      await sent(people.ada, cid, problem.id, 9, { verdict: 'PARTIALLY_ACCEPTED', score: 30 })
      await sent(people.bob, cid, problem.id, 9, { verdict: 'COMPILE_ERROR', score: null })
      const { data } = await rank(people.team7, cid)
      expect(data.records).toMatchObject([
        { username: 'ada', rank: 1, totalScore: score, submissionInfo: { A: score }, timeInfo: time },
        { username: 'bob', rank: 2, totalScore: 0, submissionInfo: { A: 0 } },
      ])
      const asked = { pidList: [problem.id], isContestProblemList: true, cid, containsEnd: false }
      const own = await call(people.ada, 'POST', '/api/get-user-problem-status', asked)
      expect(own.data[problem.id]).toEqual({ status: word === 'Recent' ? 8 : 0, score })
    }
  })

  it('follows verdicts, rejudgings and changes of who counts', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const { id } = await sent(people.ada, cid, problems.sum.id, 5)
    const solved = async () => (await rank(people.bob, cid)).data.records.map(({ ac }: { ac: number }) => ac)
    expect(await solved()).toEqual([1])
    await sent(people.team7, cid, problems.sum.id, 8)
    await vi.waitFor(async () => expect(await solved()).toEqual([1, 1]))
    await site.prisma.submission.update({ where: { id }, data: { verdict: 'WRONG_ANSWER' } })
    await site.prisma.$executeRaw`select pg_notify('events', ${JSON.stringify({
      name: 'submission.judged',
      payload: { submissionId: id, userId: people.ada.id, problemId: problems.sum.id, contestId: cid },
    })})`
    await vi.waitFor(async () => expect(await solved()).toEqual([1, 0]))
    await site.prisma.user.update({ where: { id: people.team7.id }, data: { role: 'ROOT' } })
    await vi.waitFor(async () => expect(await solved()).toEqual([0]))
    await site.prisma.user.update({ where: { id: people.team7.id }, data: { role: 'USER' } })
  })
})
