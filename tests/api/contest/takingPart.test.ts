import { describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { updateContest } from '#server/modules/contest/organising/organising.ts'
import { updateProblem } from '#server/modules/problem/authoring/editing.ts'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { overlap } from '../../support/overlap.ts'
import { contextOf, type Person } from '../../support/people.ts'

/** What those who take part in a contest read of it in the graph, and hear as it changes. */

const arena = openContestSite()
const { people, makeContest } = arena

type Row = Record<string, unknown>

const contestOf = async (who: Person | null, number: number, fields: string): Promise<Row> => {
  const { data } = await arena.site.graphql(
    `query ($number: Int!) { contest(number: $number) { ${fields} } }`,
    { number },
    who ?? undefined,
  )
  return data?.contest as Row
}

const moveStart = async (id: number, startsAt: Date) => {
  await arena.site.prisma.contest.update({ where: { id }, data: { startsAt } })
  await emit(contextOf(arena.site, null), 'contest.changed', { contestId: id })
}

describe('what keeps somebody from a contest', () => {
  it('is told for viewing and for submitting, by access and phase of the contest (contest-rules 15)', async () => {
    const barsOf = async (who: Person | null, number: number) => {
      const { lookBar, submitBar } = await contestOf(who, number, 'lookBar submitBar')
      return [lookBar, submitBar]
    }
    const open = await makeContest()
    const shielded = await makeContest({ auth: 2, pwd: 'sesame' })
    const closed = await makeContest({ auth: 1, pwd: 'sesame' })
    const coming = await makeContest({ startTime: minutes(10).toJSON(), duration: 3000 })
    const over = await makeContest({ endTime: minutes(-5).toJSON(), duration: 3300 })
    const [out, begun] = ['CONTEST_NOT_REGISTERED', 'CONTEST_NOT_STARTED']
    expect(await barsOf(null, open)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED'])
    expect(await barsOf(people.ada, open)).toEqual([null, null])
    expect(await barsOf(people.ada, shielded)).toEqual([null, out])
    expect(await barsOf(people.ada, closed)).toEqual([out, out])
    expect(await barsOf(people.ada, coming)).toEqual([begun, begun])
    expect(await barsOf(people.ada, over)).toEqual([null, 'CONTEST_OVER'])
    expect(await barsOf(people.owner, coming)).toEqual([null, null])

    const register = `mutation ($input: RegisterContestInput!) {
      registerContest(input: $input) { isRegistered lookBar submitBar participantCount }
    }`
    const input = { id: globalId('Contest', closed), password: 'sesame' }
    const done = await arena.site.graphql(register, { input }, people.ada)
    expect(done.data).toEqual({
      registerContest: { isRegistered: true, lookBar: null, submitBar: null, participantCount: 1 },
    })
    expect(await contestOf(people.bob, closed, 'isRegistered needsPassword')).toEqual({
      isRegistered: false,
      needsPassword: true,
    })
  })
})

describe('the list of contests', () => {
  it('says of each how many have registered and whether the viewer has, by filters and page', async () => {
    const names = ['Tidal one', 'Tidal two', 'Tidal three']
    const [, cid] = await Promise.all(names.map((title) => makeContest({ title, auth: 2, pwd: 'sesame' })))
    await arena.call(people.bob, 'POST', '/api/register-contest', { cid, password: 'sesame' })
    const list = `query ($filter: ContestFilter, $offset: Int) {
      contests(filter: $filter, first: 2, offset: $offset) {
        totalCount edges { node { title status participantCount isRegistered lookBar } }
      }
    }`
    const ask = async (who: Person | null, offset = 0, filter: object = {}) => {
      const wish = { filter: { keyword: 'tidal', ...filter }, offset }
      const { data } = await arena.site.graphql(list, wish, who ?? undefined)
      return {
        total: data.contests.totalCount,
        rows: data.contests.edges.map(({ node }: { node: Row }) => node),
      }
    }
    const [first, second] = [await ask(people.bob), await ask(people.bob, 2)]
    expect([first.total, first.rows.length, second.rows.length]).toEqual([3, 2, 1])
    const rows = [...first.rows, ...second.rows]
    expect(rows.map(({ title }) => title).sort()).toEqual([...names].sort())
    expect(rows.find(({ title }) => title === 'Tidal two')).toMatchObject({
      participantCount: 1,
      isRegistered: true,
      lookBar: null,
      status: 'RUNNING',
    })
    expect((await ask(null)).rows[0]).toMatchObject({ isRegistered: false, lookBar: 'UNAUTHENTICATED' })
    expect((await ask(people.ada, 0, { status: 'ENDED' })).total).toBe(0)
    expect((await ask(people.ada, 0, { type: 'OI' })).total).toBe(0)
    const { data } = await arena.site.graphql('{ site { recentContests { title } } }')
    expect(data.site.recentContests.map(({ title }: Row) => title)).toEqual(expect.arrayContaining(names))
  })

  it('is read page by page from cursors, in both directions', async () => {
    const make = (title: string, startTime: Date, endTime: Date) =>
      makeContest({ title, startTime: startTime.toJSON(), endTime: endTime.toJSON() })
    // Upcoming, running, then ended; two begin at one moment.
    const [begun, over] = [minutes(-40), minutes(-20)]
    const ended = await make('Ferry ended', begun, over)
    const running = await make('Ferry running', minutes(-50), minutes(50))
    const [one, other] = [
      await make('Ferry one', minutes(10), minutes(20)),
      await make('Ferry two', minutes(30), minutes(40)),
    ]
    const twin = await make('Ferry twin', begun, over)
    const list = `query ($first: Int, $last: Int, $after: String, $before: String) {
      contests(filter: { keyword: "ferry" }, first: $first, last: $last, after: $after, before: $before) {
        pageInfo { startCursor endCursor hasNextPage hasPreviousPage } edges { node { number } }
      }
    }`
    const ask = async (page: object) => {
      const { data } = await arena.site.graphql(list, page)
      const { edges, pageInfo } = data.contests
      return { ...pageInfo, numbers: edges.map(({ node }: { node: { number: number } }) => node.number) }
    }
    const all = [other, one, running, twin, ended]
    const [first, backward]: [number[], number[]] = [[], []]
    let after = null
    for (let page = await ask({ first: 2 }); ; page = await ask({ first: 2, after })) {
      first.push(...page.numbers)
      if (!page.hasNextPage) break
      after = page.endCursor
    }
    expect(first).toEqual(all)
    let before = null
    for (let page = await ask({ last: 2 }); ; page = await ask({ last: 2, before })) {
      backward.unshift(...page.numbers)
      if (!page.hasPreviousPage) break
      before = page.startCursor
    }
    expect(backward).toEqual(all)
    await arena.call(
      people.owner,
      'PUT',
      `/api/admin/contest/change-contest-visible?cid=${twin}&uid=&visible=false`,
    )
    expect((await ask({ first: 5, after: (await ask({ first: 3 })).endCursor })).numbers).toEqual([ended])
  })
})

describe('a problem within a contest', () => {
  const inside = 'statement { title description source } samples { index } languages { key } timeLimitMs'
  const told = `displayId title difficulty oiRankScore author { username } tags { name } ${inside}`
  const problemOf = async (who: Person | null, number: number, fields: string) => {
    const query = `query ($number: Int!) { contest(number: $number) { problem(displayId: "A") { ${fields} } } }`
    const { data, errors } = await arena.site.graphql(query, { number }, who ?? undefined)
    return { problem: data?.contest?.problem, codes: errors?.map(({ extensions }) => extensions?.code) }
  }

  it('is read there under its name, without what the contest keeps to itself until its end (contest-rules 21)', async () => {
    const { id } = await addJudgeable(arena.site, 'QUIET', { difficulty: 'HARD', authorId: people.rival.id })
    await arena.site.prisma.statement.updateMany({
      where: { problemId: id },
      data: { source: 'Olympiad 1999', description: 'Add them' },
    })
    await arena.site.prisma.tag.create({
      data: { names: { 'en-US': 'sums' }, problems: { create: { problemId: id } } },
    })
    const cid = await makeContest({ openRank: true })
    await arena.call(people.root, 'POST', '/api/admin/contest/add-problem-from-public', {
      cid,
      pid: id,
      displayId: 'A',
    })
    const seen = await problemOf(people.ada, cid, told)
    expect(seen.problem).toMatchObject({
      displayId: 'A',
      difficulty: null,
      oiRankScore: null,
      author: null,
      tags: [],
      statement: { description: 'Add them', source: '' },
    })
    expect((await problemOf(people.owner, cid, told)).problem).toMatchObject({
      difficulty: 'HARD',
      statement: { source: 'Olympiad 1999' },
      author: { username: 'rival' },
      tags: [{ name: 'sums' }],
    })
    // Outside, it is not there; an open board tells guests what it is called, and no more.
    const { errors } = await arena.site.graphql('{ problem(displayId: "QUIET") { id } }', {}, people.ada)
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    expect((await problemOf(null, cid, 'title')).codes).toEqual(['UNAUTHENTICATED'])
    const names = `query ($number: Int!) { contest(number: $number) { problems { title color tally { total } } } }`
    const open = await arena.site.graphql(names, { number: cid })
    expect(open.data.contest.problems).toHaveLength(1)
    const untold = 'title difficulty oiRankScore author { username }'
    const asked = `query ($number: Int!) { contest(number: $number) { problems { ${untold} } } }`
    expect((await arena.site.graphql(asked, { number: cid })).data.contest.problems).toMatchObject([
      { difficulty: null, oiRankScore: null, author: null },
    ])
    const spied = `query ($number: Int!) { contest(number: $number) { problems { samples { input } } } }`
    const refused = await arena.site.graphql(spied, { number: cid })
    expect(refused.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])

    await arena.site.prisma.contest.update({ where: { id: cid }, data: { endsAt: minutes(-1) } })
    await emit(contextOf(arena.site, null), 'contest.changed', { contestId: cid })
    await expect
      .poll(async () => (await problemOf(people.ada, cid, told)).problem.difficulty, { interval: 20 })
      .toBe('HARD')
  })

  it('says how far the viewer is, and of what others sent no more than the seal leaves', async () => {
    const cid = await makeContest({ sealRank: true, sealRankTime: minutes(-20).toJSON() })
    await arena.put(cid, arena.problems.sum.id, 'A')
    await arena.sent(people.ada, cid, arena.problems.sum.id, 5, { verdict: 'WRONG_ANSWER' })
    await arena.sent(people.ada, cid, arena.problems.sum.id, 45)
    await arena.sent(people.bob, cid, arena.problems.sum.id, 50)
    const own = 'viewerStatus { verdict tries } viewerProgress { verdict } tally { accepted total }'
    const mine =
      'viewerSubmissions(first: 5) { totalCount edges { node { number } } } viewerLastAccepted { number }'
    const { problem } = await problemOf(people.ada, cid, `${own} ${mine}`)
    expect(problem).toMatchObject({
      viewerStatus: { verdict: 'ACCEPTED', tries: 2 },
      viewerProgress: { verdict: 'ACCEPTED' },
      tally: { accepted: 0, total: 1 },
      viewerSubmissions: { totalCount: 2 },
    })
    expect(problem.viewerLastAccepted.number).toBe(problem.viewerSubmissions.edges[0].node.number)
    expect((await problemOf(people.team7, cid, own)).problem).toMatchObject({
      viewerStatus: null,
      viewerProgress: null,
      tally: { accepted: 0, total: 1 },
    })
    expect((await problemOf(people.owner, cid, own)).problem.tally).toEqual({ accepted: 0, total: 1 })
  })
})

describe('a contest that is open on a page', () => {
  it('tells that it has begun and what was changed, to all who see it', async () => {
    const cid = await makeContest({ startTime: minutes(10).toJSON(), duration: 3000 })
    const id = globalId('Contest', cid)
    const told = `subscription ($id: ID!) { contestChanged(id: $id) { status version problemsChangedAt } }`
    const live = await arena.site.subscribe(told, { id }, people.ada)
    const heard = async (fits: (contest: Row) => boolean): Promise<Row> => {
      for (;;) {
        const { data } = await live.next()
        if (fits(data.contestChanged)) return data.contestChanged
      }
    }
    await moveStart(cid, new Date(Date.now() + 700))
    expect(await heard(({ status }) => status === 'RUNNING')).toMatchObject({ problemsChangedAt: null })
    await arena.put(cid, arena.problems.sum.id, 'A')
    await heard(({ problemsChangedAt }) => problemsChangedAt !== null)
    live.close()
  })

  it('tells nobody but its organisers before its start that a problem of it changed', async () => {
    const changedAt = async (who: Person | null, cid: number) =>
      (await contestOf(who, cid, 'problemsChangedAt')).problemsChangedAt
    const coming = await makeContest({ startTime: minutes(10).toJSON(), duration: 3000, openRank: true })
    const open = await makeContest()
    for (const cid of [coming, open]) await arena.put(cid, arena.problems.path.id, 'A')
    await expect.poll(() => arena.site.house.timetable.at(new Date()).contests.closed.has(coming)).toBe(true)
    for (const cid of [coming, open]) expect(await changedAt(people.owner, cid)).toEqual(expect.any(String))
    expect(await changedAt(people.ada, open)).toEqual(expect.any(String))
    for (const who of [people.ada, null]) expect(await changedAt(who, coming)).toBeNull()

    const told = `subscription ($id: ID!) { contestChanged(id: $id) { title } }`
    const listed = `subscription { contestsChanged { contest { number title } } }`
    const follow = (who: Person, query: string) =>
      arena.site.subscribe(query, { id: globalId('Contest', coming) }, who)
    const [outside, list, inside] = [
      await follow(people.ada, told),
      await follow(people.ada, listed),
      await follow(people.owner, told),
    ]
    await updateProblem(contextOf(arena.site, people.root), arena.problems.path.id, { difficulty: 'HARD' })
    expect((await inside.next()).data.contestChanged.title).toEqual(expect.any(String))
    await updateContest(contextOf(arena.site, people.owner), coming, { title: 'Renamed' })
    expect((await outside.next()).data.contestChanged.title).toBe('Renamed')
    expect((await list.next()).data.contestsChanged.contest).toEqual({ number: coming, title: 'Renamed' })
    for (const stream of [outside, list, inside]) stream.close()
  })

  it('refuses subscribers who may not see the contest', async () => {
    const cid = await makeContest({ visible: false })
    const told = `subscription ($id: ID!) { contestChanged(id: $id) { status } }`
    const live = await arena.site.subscribe(told, { id: globalId('Contest', cid) }, people.ada)
    expect((await live.next()).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    live.close()
  })
})

describe('registering while the password changes', () => {
  it('compares with the new password once the change is saved', async () => {
    const cid = await makeContest({ auth: 1, pwd: 'sesame' })
    const answer = await overlap(
      arena.site,
      contextOf(arena.site, people.owner),
      (ctx) => updateContest(ctx, cid, { password: 'other' }),
      () => arena.call(people.ada, 'POST', '/api/register-contest', { cid, password: 'sesame' }),
    )
    expect(answer).toMatchObject({ status: 400 })
    expect(await contestOf(people.ada, cid, 'isRegistered')).toEqual({ isRegistered: false })
  })
})

describe('the list of submissions of a private contest', () => {
  it('ends at once for anyone who has lost their place, and for nobody else', async () => {
    const cid = await makeContest({ auth: 1, pwd: 'sesame' })
    const problem = arena.problems.path
    await arena.put(cid, problem.id, 'A')
    const register = (password: string) =>
      arena.call(people.ada, 'POST', '/api/register-contest', { cid, password })
    expect(await register('')).toMatchObject({ status: 400, msg: 'Enter the contest password' })
    expect(await register('wrong')).toMatchObject({ status: 400, msg: 'Wrong contest password' })
    await arena.site.prisma.throttle.deleteMany()
    await register('sesame')
    const follow = (who: Person, mine: boolean) =>
      arena.site.subscribe(
        `subscription ($filter: SubmissionFilter) { submissionsChanged(filter: $filter) { change } }`,
        { filter: { contestId: globalId('Contest', cid), ...(mine && { mine }) } },
        who,
      )
    const [all, own, owner] = await Promise.all([
      follow(people.ada, false),
      follow(people.ada, true),
      follow(people.owner, false),
    ])
    const { data } = await arena.call(people.owner, 'GET', `/api/admin/contest?cid=${cid}`)
    await arena.call(people.owner, 'PUT', '/api/admin/contest', { ...data, pwd: 'other' })
    for (const stream of [all, own]) expect((await stream.next()).errors[0].extensions.code).toBe('NOT_FOUND')
    const sent = await arena.sent(people.owner, cid, problem.id, 5)
    const event = { submissionId: sent.id, userId: people.owner.id, problemId: problem.id, contestId: cid }
    await emit(contextOf(arena.site, null), 'submission.judged', event)
    const heard = new Set<string>()
    while (!heard.has('CHANGED')) heard.add((await owner.next()).data.submissionsChanged.change)
    for (const stream of [all, own, owner]) stream.close()
  })
})

describe('a test run in a contest, as the client of the reference system asks for it', () => {
  it('is for those who may submit there now, with what the contest alone has', async () => {
    const problem = arena.problems.spare
    const run = (who: Person | null, fields: object = { type: 'contest' }) =>
      arena.call(who, 'POST', '/api/submit-problem-test-judge', {
        pid: problem.id,
        language: 'C++ 17',
        code: 'int main() { return 0; }',
        mode: 'text/x-c++src',
        userInput: '1 2',
        expectedOutput: '3',
        isRemoteJudge: false,
        ...fields,
      })
    const coming = await makeContest({ startTime: minutes(10).toJSON(), duration: 3000 })
    await arena.put(coming, problem.id, 'A')
    await arena.site.prisma.problem.update({
      where: { id: problem.id },
      data: { visibility: 'CONTEST_ONLY' },
    })
    await expect.poll(() => arena.site.house.timetable.at(new Date()).contests.closed.has(coming)).toBe(true)
    // Which problems a contest to come has is not told, nor those of a private one.
    expect((await run(people.ada)).status).toBe(404)
    const secret = await makeContest({ auth: 1, pwd: 'sesame' })
    await arena.put(secret, problem.id, 'A')
    expect((await run(people.ada)).status).toBe(404)
    const cid = await makeContest({ auth: 2, pwd: 'sesame' })
    await arena.put(cid, problem.id, 'A')
    expect((await run(null)).http).toBe(401)
    expect((await run(people.ada)).status).toBe(403)
    await arena.call(people.ada, 'POST', '/api/register-contest', { cid, password: 'sesame' })
    // However many contests have it that are to come.
    for (let count = 0; count < 21; count++)
      await arena.put(
        await makeContest({ startTime: minutes(10 + count).toJSON(), duration: 3000 }),
        problem.id,
        'A',
      )
    const taken = await run(people.ada)
    expect(taken).toMatchObject({ status: 200, data: expect.any(String) })
    // Outside of its contests it is nobody's to run.
    for (const fields of [{ type: 'public' }, {}]) expect((await run(people.bob, fields)).status).toBe(404)
    expect((await run(people.bob, { type: 'contest', cid: coming })).status).toBe(403)
    expect((await run(people.bob, { type: 'contest', pid: problem.id + 1000 })).status).toBe(404)
  })
})
