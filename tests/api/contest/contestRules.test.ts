import { describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'

/** Rules of contests that no other file is about, as the client of the reference system meets them. */

const arena = openContestSite()
const { people, problems, call, makeContest, put, rank, sent } = arena

type Row = { username: string; realname: string | null; ac: number; submissionInfo: Record<string, object> }
const namesOf = ({ data }: { data: { records: Row[] } }) => data.records.map(({ username }) => username)

const submit = (who: Person, cid: number, pid: string) =>
  call(who, 'POST', '/api/submit-problem-judge', {
    cid,
    pid,
    gid: null,
    tid: null,
    isRemote: false,
    language: 'C++ 17 With O2',
    code: `int main() { /* ${'long enough '.repeat(8)} */ return 0; }`,
  })

describe('submissions of officials (contest-rules 4, 21)', () => {
  it('count nowhere in the contest, also after the role of their author ended', async () => {
    const boss = await addPerson(arena.site, 'boss', { role: 'ROOT' })
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    for (const who of [boss, people.ada]) expect(await submit(who, cid, 'A')).toMatchObject({ status: 200 })
    const { prisma } = arena.site
    await prisma.user.update({ where: { id: boss.id }, data: { role: 'USER' } })
    await prisma.submission.updateMany({
      where: { contestId: cid },
      data: { state: 'DONE', verdict: 'ACCEPTED', score: 100 },
    })
    expect(namesOf(await rank(people.bob, cid))).toEqual(['ada'])
    const counts = `query ($cid: Int!) { contest(number: $cid) {
      problems { tally { total } } acceptedRuns(first: 9) { totalCount } } }`
    const { data } = await arena.site.graphql(counts, { cid }, people.owner)
    expect(data.contest).toMatchObject({
      problems: [{ tally: { total: 1 } }],
      acceptedRuns: { totalCount: 1 },
    })
    // What they send as a contestant counts.
    expect(await submit(boss, cid, 'A')).toMatchObject({ status: 200 })
    expect(await prisma.submission.count({ where: { contestId: cid, byOfficial: true } })).toBe(1)
  })
})

describe('real names (contest-rules.md 18)', () => {
  it('are shown to their owner and to organisers, to all where the contest shows them, and searched where shown', async () => {
    await arena.site.prisma.user.update({
      where: { id: people.bob.id },
      data: { realname: 'Robert Winter', school: 'Harbour School' },
    })
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 5)
    await sent(people.bob, cid, problems.sum.id, 6)
    const realnameOf = async (who: Person, wish = {}) =>
      (await rank(who, cid, wish)).data.records.find(({ username }: Row) => username === 'bob')?.realname
    expect(await realnameOf(people.ada)).toBeNull()
    expect(await realnameOf(people.bob)).toBe('Robert Winter')
    expect(await realnameOf(people.owner)).toBe('Robert Winter')
    expect(namesOf(await rank(people.team7, cid, { keyword: 'winter' }))).toEqual([])
    expect(namesOf(await rank(people.team7, cid, { keyword: 'harbour' }))).toEqual(['bob'])
    expect(namesOf(await rank(people.team7, cid, { keyword: 'BO' }))).toEqual(['bob'])

    const shown = await makeContest({ rankShowName: 'realname' })
    await put(shown, problems.path.id, 'A')
    await sent(people.bob, shown, problems.path.id, 6)
    const [row] = (await rank(people.ada, shown, { keyword: 'winter' })).data.records
    expect(row).toMatchObject({ username: 'bob', realname: 'Robert Winter' })
  })
})

describe('a row of the board (contest-rules.md 19)', () => {
  it('belongs to one participant, registered or not', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    for (const minute of [1, 2, 3]) await sent(people.ada, cid, problems.sum.id, minute)
    expect(namesOf(await rank(people.bob, cid))).toEqual(['ada'])
  })
})

describe('the board over REST (contest-rules.md 20)', () => {
  it('repeats the rows of the viewer and of followed users in front, and has fifty rows a page', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    for (const [who, minute] of [
      [people.ada, 30],
      [people.bob, 20],
      [people.team7, 10],
    ] as const)
      await sent(who, cid, problems.sum.id, minute)
    const answer = await rank(people.ada, cid, { limit: undefined, concernedList: [people.bob.id] })
    expect(namesOf(answer)).toEqual(['ada', 'bob', 'team7', 'bob', 'ada'])
    expect(answer.data).toMatchObject({ total: 5, size: 50, current: 1 })
    const second = await rank(people.ada, cid, { limit: 2, currentPage: 2, concernedList: [people.bob.id] })
    expect(namesOf(second)).toEqual(['team7', 'bob'])
  })
})

describe('submitting (contest-rules.md 22)', () => {
  it('is for organisers alone before the start, and what they send then is on no board', async () => {
    const cid = await makeContest({ startTime: minutes(10).toJSON() })
    await put(cid, problems.spare.id, 'A')
    expect((await submit(people.ada, cid, 'A')).status).not.toBe(200)
    expect((await submit(people.owner, cid, 'A')).status).toBe(200)
    await arena.site.prisma.submission.updateMany({
      where: { contestId: cid },
      data: { state: 'DONE', verdict: 'ACCEPTED' },
    })
    expect((await rank(people.owner, cid)).data.total).toBe(0)
  })
})

describe('lists of submissions over REST (contest-rules.md 25)', () => {
  it('are those from before the start, for organisers, or from the start on, with those after the end when asked', async () => {
    const times = { startTime: minutes(-60).toJSON(), endTime: minutes(-10).toJSON() }
    const cid = await makeContest({ ...times, duration: 3000, allowEndSubmit: true })
    await put(cid, problems.sum.id, 'A')
    await sent(people.owner, cid, problems.sum.id, -5)
    await sent(people.ada, cid, problems.sum.id, 5)
    await sent(people.ada, cid, problems.sum.id, 55)
    const list = (who: Person, asked: string) =>
      call(who, 'GET', `/api/contest-submissions?contestID=${cid}&limit=30&currentPage=1&${asked}`)
    const total = async (who: Person, asked: string) => (await list(who, asked)).data?.total ?? 0
    expect(await total(people.owner, 'beforeContestSubmit=true')).toBe(1)
    expect(await total(people.ada, 'beforeContestSubmit=true')).toBe(0)
    const { id: cpid } = await arena.site.prisma.contestProblem.findFirstOrThrow({
      where: { contestId: cid },
    })
    expect((await list(people.ada, 'beforeContestSubmit=false')).data.records).toMatchObject([{ cpid }])
    expect(await total(people.ada, 'beforeContestSubmit=false')).toBe(1)
    expect(await total(people.ada, 'beforeContestSubmit=false&containsEnd=true')).toBe(2)
    const query =
      'query ($cid: Int!) { submissions(filter: { contestNumber: $cid }) { totalCount edges { node { number } } } }'
    for (const [who, count] of [
      [people.owner, 3],
      [people.ada, 2],
    ] as const) {
      const { data } = await arena.site.graphql(query, { cid }, who)
      expect(data.submissions.totalCount).toBe(count)
      expect(data.submissions.edges).toHaveLength(count)
    }
    expect((await call(null, 'GET', '/api/get-recent-other-contest')).data).toEqual([])
  })

  it('hear of what was sent before the start for organisers alone', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const early = await sent(people.owner, cid, problems.sum.id, -5)
    const later = await sent(people.bob, cid, problems.sum.id, 5)
    const heardBy = async (who: Person) => {
      const stream = await arena.site.subscribe(
        'subscription ($cid: Int!) { submissionsChanged(filter: { contestNumber: $cid }) { submission { number } } }',
        { cid },
        who,
      )
      return { stream, next: async () => (await stream.next()).data.submissionsChanged.submission.number }
    }
    const [owner, ada] = await Promise.all([heardBy(people.owner), heardBy(people.ada)])
    for (const { id, userId, problemId } of [early, later]) {
      const event = { submissionId: id, userId, problemId, contestId: cid }
      await emit(contextOf(arena.site, null), 'submission.judged', event)
    }
    expect(new Set([await owner.next(), await owner.next()])).toEqual(new Set([early.id, later.id]))
    expect(await ada.next()).toBe(later.id)
    for (const { stream } of [owner, ada]) stream.close()
  })
})

describe('a board with other contests beside it (contest-rules.md 25)', () => {
  it('adds submissions to the same labels at the same second, for organisers of both contests of one type', async () => {
    const here = await makeContest()
    await put(here, problems.sum.id, 'A')
    await sent(people.ada, here, problems.sum.id, 30)
    const there = await makeContest({ startTime: minutes(-600).toJSON(), endTime: minutes(-500).toJSON() })
    await put(there, problems.path.id, 'A')
    await put(there, problems.spare.id, 'Z')
    await sent(people.bob, there, problems.path.id, 10)
    await sent(people.bob, there, problems.spare.id, 20)
    const score = await makeContest({ type: 1 })
    await put(score, problems.sum.id, 'A')
    await sent(people.team7, score, problems.sum.id, 1)
    const asked = { externalCidList: [there, score, 987654] }
    const both = await rank(people.owner, here, asked)
    expect(namesOf(both)).toEqual(['bob', 'ada'])
    expect(both.data.records[0]).toMatchObject({ ac: 1, total: 1, totalTime: 600 })
    expect(both.data.records[0].submissionInfo).toEqual({
      A: { isAC: true, isFirstAC: true, ACTime: 600, errorNum: 0 },
    })
    expect(both.data.records[1].submissionInfo.A).toMatchObject({ isFirstAC: false })
    for (const who of [people.ada, people.rival])
      expect(new Set(namesOf(await rank(who, here, asked)))).toEqual(new Set(['ada']))
    // What the other contest keeps sealed, or took after its end, is so here.
    const frozen = await makeContest({
      startTime: minutes(-70).toJSON(),
      endTime: minutes(-10).toJSON(),
      sealRank: true,
      sealRankTime: minutes(-40).toJSON(),
      autoRealRank: false,
      allowEndSubmit: true,
    })
    await put(frozen, problems.sum.id, 'A')
    await sent(people.bob, frozen, problems.sum.id, 35)
    await sent(people.team7, frozen, problems.sum.id, 65)
    const beside = async (wish: object) => {
      const { data } = await rank(people.owner, here, { externalCidList: [frozen], ...wish })
      const rows = data.records as { username: string; submissionInfo: { A: object } }[]
      return Object.fromEntries(rows.map(({ username, submissionInfo }) => [username, submissionInfo.A]))
    }
    expect(await beside({})).toMatchObject({ ada: { isFirstAC: true }, bob: { tryNum: 1 } })
    expect(await beside({})).not.toHaveProperty('team7')
    expect(await beside({ forceRefresh: true })).toMatchObject({ bob: { isAC: true, ACTime: 2100 } })
    expect(namesOf(await rank(people.owner, here))).toEqual(['ada'])
  })
})

describe('what is sent in a contest (contest-rules.md 28)', () => {
  it('counts for nobody outside of it: neither solved, nor tried, nor in the tally of its problem', async () => {
    const tally = async () => {
      const { data } = await call(people.ada, 'GET', '/api/get-problem-detail?problemId=SPARE')
      return data.problemCount
    }
    const cid = await makeContest()
    await put(cid, problems.spare.id, 'A')
    // Somebody shows the problem to all again while the contest goes on.
    await arena.site.prisma.problem.update({
      where: { id: problems.spare.id },
      data: { visibility: 'PUBLIC' },
    })
    const before = await tally()
    await sent(people.team7, cid, problems.spare.id, 5)
    const status = await call(people.team7, 'POST', '/api/get-user-problem-status', {
      pidList: [problems.spare.id],
      isContestProblemList: false,
      cid: null,
      gid: null,
    })
    expect(status.data[problems.spare.id]).toMatchObject({ status: -10 })
    expect(await tally()).toEqual(before)
  })
})

it('has the longest title of a problem, and none that is longer', async () => {
  const cid = await makeContest()
  await put(cid, problems.sum.id, 'A')
  const titled = (displayTitle: string) =>
    call(people.owner, 'PUT', '/api/admin/contest/contest-problem', {
      cid,
      pid: problems.sum.id,
      displayTitle,
    })
  expect(await titled('T'.repeat(255))).toMatchObject({
    status: 200,
    data: { displayTitle: 'T'.repeat(255) },
  })
  expect((await titled('T'.repeat(256))).status).toBe(400)
})

describe('a problem that comes back (contest-rules 21)', () => {
  it('has its place, title and colour again', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    await put(cid, problems.spare.id, 'B')
    const looks = { title: 'Kites', color: '#336699' }
    const linked = { contestId_problemId: { contestId: cid, problemId: problems.sum.id } }
    await arena.site.prisma.contestProblem.update({ where: linked, data: looks })
    const ask = (mutation: string, more: object) =>
      arena.site.graphql(
        `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { __typename } }`,
        { input: { contestId: globalId('Contest', cid), problemNumber: problems.sum.id, ...more } },
        people.owner,
      )
    expect((await ask('removeContestProblem', {})).errors).toBeUndefined()
    expect((await ask('addContestProblem', { label: 'A' })).errors).toBeUndefined()
    const rows = await arena.site.prisma.contestProblem.findMany({
      where: { contestId: cid },
      orderBy: { position: 'asc' },
    })
    expect(rows).toMatchObject([
      { problemId: problems.sum.id, displayId: 'A', ...looks },
      { problemId: problems.spare.id },
    ])
  })
})
