import { describe, expect, it, vi } from 'vitest'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'

/** A contest from its making to its end, through REST and the graph. */

const arena = openContestSite()
const { people, problems, call, makeContest, put, rank, sent } = arena

describe('organising', () => {
  it('makes, reads, changes, clones and removes a contest, for its owner and super administrators alone', async () => {
    const cid = await makeContest({
      sealRank: true,
      sealRankTime: minutes(30).toJSON(),
      starAccount: ['bob'],
      awardType: 2,
      awardConfigList: [
        { priority: 2, name: 'Silver', background: '#b4c0c7', color: '#fff', num: 2 },
        { priority: 1, name: 'Gold', background: '#e6bf25', color: '#fff', num: 1 },
      ],
    })
    const path = `/api/admin/contest?cid=${cid}`
    const { data } = await call(people.owner, 'GET', path)
    expect(data).toMatchObject({
      id: cid,
      author: 'owner',
      uid: people.owner.id,
      type: 0,
      auth: 0,
      duration: 7200,
      status: 0,
      sealRank: true,
      starAccount: ['bob'],
      awardType: 2,
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
    expect(list.data.records[0]).toMatchObject({ isGroup: false, pwd: null, awardType: 2 })
    expect(JSON.parse(list.data.records[0].starAccount)).toEqual({ star_account: ['bob'] })
    expect(JSON.parse(list.data.records[0].awardConfig).config[0]).toMatchObject({ priority: 1 })
    expect(list.data.records[0]).not.toHaveProperty('awardConfigList')
    const [clone] = list.data.records
    expect(clone).toMatchObject({ title: 'Renamed [Cloned]', source: cid, visible: false })
    const copied = await arena.site.prisma.contestProblem.findMany({ where: { contestId: clone.id } })
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
    expect(await arena.site.prisma.contest.count({ where: { title: 'Refused' } })).toBe(0)
  })

  it('leaves a public problem public where its organiser may not publish, and takes it off for who may (contest-rules 21)', async () => {
    const [first, second] = [await makeContest(), await makeContest({ endTime: minutes(-10).toJSON() })]
    const { id: pid } = await addJudgeable(arena.site, 'LISTED')
    const path = '/api/admin/contest/add-problem-from-public'
    const keeper = await addPerson(arena.site, 'keeper', { role: 'ROOT' })
    const seen = async () => {
      const { status } = await call(null, 'GET', '/api/get-problem-detail?problemId=LISTED')
      const { visibility } = await arena.site.prisma.problem.findUniqueOrThrow({ where: { id: pid } })
      return [visibility, status]
    }
    expect((await call(people.owner, 'POST', path, { cid: first, pid, displayId: 'A' })).status).toBe(200)
    expect(await seen()).toEqual(['PUBLIC', 200])
    expect((await call(keeper, 'POST', path, { cid: second, pid, displayId: 'A' })).status).toBe(200)
    expect(await seen()).toEqual(['CONTEST_ONLY', 404])
    // It goes back when it is asked for, and when no other contest needs it.
    const gone = (cid: number, more = '') => `/api/admin/contest/problem?pid=${pid}&cid=${cid}${more}`
    expect(await call(keeper, 'DELETE', gone(second, '&publish=true'))).toMatchObject({
      status: 400,
      msg: expect.stringContaining('another contest'),
    })
    expect((await call(keeper, 'DELETE', gone(second))).status).toBe(200)
    expect(await seen()).toEqual(['CONTEST_ONLY', 404])
    const back = `mutation ($input: RemoveContestProblemInput!) { removeContestProblem(input: $input) { id } }`
    const input = { contestId: globalId('Contest', first), problemNumber: pid, publishes: true }
    const refused = await arena.site.graphql(back, { input }, people.owner)
    expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect((await arena.site.graphql(back, { input }, keeper)).errors).toBeUndefined()
    expect(await seen()).toEqual(['PUBLIC', 200])
  })

  it('refuses a label or problem that the contest has already, and hides contest-only problems elsewhere (contest-rules 21)', async () => {
    const cid = await makeContest()
    const { id: pid } = await addJudgeable(arena.site, 'TAKEN', { judgeFiles: { 'key.h': 'secret' } })
    const path = '/api/admin/contest/add-problem-from-public'
    expect((await call(people.owner, 'POST', path, { cid, pid, displayId: 'A' })).status).toBe(200)
    await arena.site.prisma.problem.update({ where: { id: pid }, data: { visibility: 'CONTEST_ONLY' } })
    expect((await call(people.owner, 'POST', path, { cid, pid, displayId: 'B' })).status).toBe(400)
    const spare = problems.spare.id
    expect((await call(people.owner, 'POST', path, { cid, pid: spare, displayId: 'A' })).status).toBe(400)
    expect((await call(people.rival, 'POST', path, { cid, pid: spare, displayId: 'C' })).status).toBe(403)
    // Its organiser did not set it, and does not read what judges it.
    const has = await call(people.owner, 'GET', `/api/admin/contest/get-problem-list?cid=${cid}`)
    expect(has.data.problemList.records).toMatchObject([{ id: pid, judgeExtraFile: null }])
    // What is kept for this contest is not to be read through another one.
    const theirs = {
      type: 'ACM',
      title: 'Spy',
      startsAt: minutes(-1),
      endsAt: minutes(9),
      ownerId: people.rival.id,
    }
    const { id: spying } = await arena.site.prisma.contest.create({ data: { ...theirs, type: 'ACM' } })
    const spied = await call(people.rival, 'POST', path, { cid: spying, pid, displayId: 'A' })
    expect(spied.status).toBe(404)
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
    for (const off of ['', 'null', 'All']) {
      const unfiltered = `/api/get-contest-list?keyword=to%20all&type=${off}&status=${off}`
      expect((await call(null, 'GET', unfiltered)).data.total, off).toBe(1)
    }
    expect((await call(null, 'GET', '/api/get-contest-list?keyword=to%20all&type=1')).data.total).toBe(0)
    expect((await call(null, 'GET', '/api/get-contest-list?keyword=from%20all')).data.total).toBe(0)
    expect((await call(people.owner, 'GET', `/api/get-contest-info?cid=${hidden}`)).status).toBe(404)
    expect((await call(null, 'GET', `/api/get-contest-info?cid=${cid}`)).status).toBe(401)
    expect((await call(people.ada, 'GET', `/api/get-contest-info?cid=${cid}`)).data).toMatchObject({
      id: cid,
      author: 'owner',
      sealRank: false,
      rankShowName: 'username',
      now: expect.stringMatching(/\+0000$/),
    })
    expect(
      (await call(null, 'GET', '/api/get-recent-contest')).data.map(({ id }: { id: number }) => id),
    ).toContain(cid)
  })

  it('lets into a private contest those who know its password and fit its rule (contest-rules 15 to 17)', async () => {
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
    await arena.site.prisma.throttle.deleteMany()
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
      const one = await arena.site.graphql(submission, { number: id }, who)
      const byId = await arena.site.graphql(node, { id: globalId('Submission', id) }, who)
      const all = await arena.site.graphql(list, { cid: globalId('Contest', cid) }, who)
      expect([who.username, Boolean(one.data?.submission), Boolean(byId.data?.node)]).toEqual([
        who.username,
        sees,
        sees,
      ])
      expect(all.data.submissions.totalCount).toBe(sees ? 1 : 0)
      const detail = await call(who, 'GET', `/api/get-submission-detail?submitId=${id}`)
      expect(detail.status).toBe(sees ? 200 : 404)
    }
    // Guests are asked to log in, also for numbers that nothing has.
    for (const number of [id, 987_654_321, 99_999_999_999])
      expect(await call(null, 'GET', `/api/get-submission-detail?submitId=${number}`)).toMatchObject({
        http: 200,
        status: 401,
      })
    for (const number of [987_654_321, 99_999_999_999]) {
      const detail = await call(people.ada, 'GET', `/api/get-submission-detail?submitId=${number}`)
      expect(detail.status).toBe(404)
    }
    // Another password drops all registrations.
    await call(people.owner, 'PUT', '/api/admin/contest', { id: cid, pwd: 'other' })
    expect((await problemsOf(people.team7)).status).toBe(403)
  })

  it('keeps everybody but organisers out before the start, through every door', async () => {
    const cid = await makeContest({ startTime: minutes(10).toJSON(), openRank: true })
    await put(cid, problems.sum.id, 'A')
    await vi.waitFor(() =>
      expect(arena.site.house.timetable.at(new Date()).contests.closed.has(cid)).toBe(true),
    )
    for (const path of [
      `/api/get-contest-problem?cid=${cid}`,
      `/api/get-contest-problem-details?cid=${cid}&displayId=A`,
      `/api/contest-submissions?contestID=${cid}&beforeContestSubmit=false`,
    ]) {
      expect([path, (await call(people.ada, 'GET', path)).status]).toEqual([path, 403])
      expect([path, (await call(people.owner, 'GET', path)).status]).toEqual([path, 200])
    }
    expect((await rank(people.ada, cid)).status).toBe(403)
    const graph = `query ($cid: Int!) { contest(number: $cid) { title problems { title } scoreboard { isSealed } } }`
    const seen = await arena.site.graphql(graph, { cid }, people.ada)
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

  it('takes submissions by the label of a problem, without an interval, and judges them before practice', async () => {
    const cid = await makeContest()
    await put(cid, problems.path.id, 'B')
    await arena.site.prisma.problem.update({
      where: { id: problems.path.id },
      data: { visibility: 'CONTEST_ONLY' },
    })
    const first = await submit(people.ada, cid, 'B')
    const second = await submit(people.ada, cid, 'B')
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.data).toMatchObject({ cid, status: 5 })
    const { lane } = await arena.site.prisma.judgement.findFirstOrThrow({
      where: { submissionId: first.data.submitId },
    })
    expect(lane).toBe(0)
    expect((await submit(people.ada, cid, 'PATH')).status).toBe(404)
    expect((await submit(people.ada, 0, 'PATH')).status).toBe(404)
    const mine = `/api/contest-submissions?contestID=${cid}&onlyMine=true&problemID=b`
    const list = await call(people.ada, 'GET', `${mine}&beforeContestSubmit=false`)
    expect(list.data).toMatchObject({ total: 2, records: [{ displayId: 'B', title: 'Problem B' }, {}] })
    expect(await call(people.ada, 'GET', mine)).toMatchObject({ http: 400, status: 400 })
    // Which problem of the site it is stays unsaid.
    const polled = await call(people.ada, 'POST', '/api/check-contest-submissions-status', {
      cid,
      submitIds: [first.data.submitId],
    })
    for (const row of [...list.data.records, polled.data[first.data.submitId]])
      expect(row).toMatchObject({ pid: null, displayPid: null, oiRankScore: null })
    const opened = await call(people.ada, 'GET', `/api/get-submission-detail?submitId=${first.data.submitId}`)
    for (const { pid, displayPid } of [first.data, opened.data.submission])
      expect([pid, displayPid]).toEqual([null, null])
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
    const live = await arena.site.subscribe(told, { id }, people.ada)
    const words = { title: 'Problem B', content: 'n is at most 10', status: 0 }
    const path = '/api/admin/contest/announcement'
    expect((await call(people.rival, 'POST', path, { cid, announcement: words })).status).toBe(403)
    expect((await call(people.owner, 'POST', path, { cid: `${cid}`, announcement: words })).status).toBe(200)
    const event = await live.next()
    expect(event.data.contestNoticesChanged).toMatchObject({
      change: 'CREATED',
      notice: { title: 'Problem B' },
    })
    const { number: aid } = event.data.contestNoticesChanged
    const unread = (read: number[]) =>
      call(people.ada, 'POST', '/api/get-contest-not-read-announcement', { cid, readAnnouncementList: read })
    const [announcement] = (await unread([])).data
    expect(announcement).toMatchObject({ id: aid, uid: people.owner.id, gid: null })
    expect(announcement).not.toHaveProperty('username')
    expect((await unread([aid])).data).toEqual([])
    expect((await unread([...Array(10_000).keys(), aid])).data).toEqual([])
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

  it('has at most 200 announcements, and refuses another one', async () => {
    const cid = await makeContest()
    const row = { contestId: cid, title: 'a', content: 'b' }
    await arena.site.prisma.contestNotice.createMany({ data: Array.from({ length: 199 }, () => row) })
    const input = { contestId: globalId('Contest', cid), title: 'last', content: '' }
    const create = () =>
      arena.site.graphql(
        `mutation ($input: CreateContestNoticeInput!) { createContestNotice(input: $input) { number } }`,
        { input },
        people.owner,
      )
    expect((await create()).errors).toBeUndefined()
    expect((await create()).errors?.[0]).toMatchObject({
      message: expect.stringContaining('at most 200 announcements'),
      extensions: { code: 'CONTEST_NOTICES_FULL' },
    })
    const { data } = await arena.site.graphql(
      'query ($id: ID!) { node(id: $id) { ... on Contest { notices { title } managedNotices { title } } } }',
      { id: input.contestId },
      people.owner,
    )
    expect([data.node.notices.length, data.node.managedNotices.length]).toEqual([200, 200])
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
