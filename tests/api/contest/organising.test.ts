import { describe, expect, it } from 'vitest'
import { cloneContest } from '#server/modules/contest/organising/organising.ts'
import { website } from '#server/modules/site/site.ts'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { addContest, MINUTE } from '../../support/contests.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { contextOf, type Person } from '../../support/people.ts'
import { cellsOf } from '../../support/spreadsheets.ts'

/** What the organisers of a contest do, and what nobody else may, through both doors. */

const arena = openContestSite()
const { people, problems, call, makeContest, put, rank, sent } = arena

const ask = (who: Person | null, query: string, variables: object = {}) =>
  arena.site.graphql(query, variables, who ?? {})

describe('the list of the administration', () => {
  const LIST = `query ($filter: ManagedContestFilter) {
    managedContests(filter: $filter) { totalCount edges { node { number setting { canRemove } } } }
  }`
  const listed = async (who: Person, filter: object) => {
    const { data } = await ask(who, LIST, { filter })
    return data.managedContests?.edges.map(({ node }: { node: { number: number } }) => node.number) ?? null
  }

  it('narrows to status, type, access, visibility and words, and shows each organiser their own', async () => {
    const running = await makeContest({ title: 'Sieve one' })
    const hidden = await makeContest({ title: 'Sieve two', visible: false, auth: 1, pwd: 'x' })
    const coming = await makeContest({ title: 'Sieve three', type: 1, startTime: minutes(5).toJSON() })
    const keyword = 'sieve'
    expect(await listed(people.owner, { keyword })).toEqual([coming, hidden, running])
    expect(await listed(people.owner, { keyword, status: 'SCHEDULED' })).toEqual([coming])
    expect(await listed(people.owner, { keyword, type: 'ACM', isVisible: true })).toEqual([running])
    expect(await listed(people.owner, { keyword, access: 'PRIVATE' })).toEqual([hidden])
    expect(await listed(people.owner, { keyword: String(running) })).toContain(running)
    expect(await listed(people.root, { keyword })).toHaveLength(3)
    expect(await listed(people.rival, { keyword })).toEqual([])
    expect(await listed(people.ada, { keyword })).toBeNull()
  })

  it('tells only organisers what the deletion of a contest removes', async () => {
    const cid = await makeContest({ auth: 1, pwd: 'sesame' })
    await put(cid, problems.sum.id, 'A')
    await call(people.ada, 'POST', '/api/register-contest', { cid, password: 'sesame' })
    await sent(people.ada, cid, problems.sum.id, 5)
    const query = `query ($id: ID!) { node(id: $id) { ... on Contest { setting { canRemove
      dependents { submissionCount registrationCount noticeCount problemCount } } } } }`
    const settingFor = async (who: Person) =>
      (await ask(who, query, { id: globalId('Contest', cid) })).data.node.setting
    expect(await settingFor(people.owner)).toEqual({
      canRemove: false,
      dependents: { submissionCount: 1, registrationCount: 1, noticeCount: 0, problemCount: 1 },
    })
    expect(await settingFor(people.root)).toMatchObject({ canRemove: true })
    for (const who of [people.rival, people.ada]) expect(await settingFor(who)).toBeNull()
  })
})

describe('the problem list of the administration', () => {
  const listed = async (cid: number, query: string, limit = 50) => {
    const path = `/api/admin/contest/get-problem-list?cid=${cid}&limit=${limit}${query}`
    const { data } = await call(people.owner, 'GET', path)
    return data.problemList.records.map(({ id }: { id: number }) => id)
  }
  const link = async (cid: number, pid: number) => {
    const path = `/api/admin/contest/contest-problem?cid=${cid}&pid=${pid}`
    return (await call(people.owner, 'GET', path)).data
  }

  it('lists what the contest has for every bank, and what it lacks for a type', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    expect(await listed(cid, '&oj=All')).toEqual([problems.sum.id])
    expect(await listed(cid, '&oj=Mine')).toEqual([problems.sum.id])
    expect(await listed(cid, '&oj=HDU')).toEqual([])
    await put(cid, problems.spare.id, 'B')
    expect(await listed(cid, '')).toEqual([problems.sum.id, problems.spare.id])
    expect(await listed(cid, '&currentPage=2', 1)).toEqual([problems.spare.id])
    for (const sign of ['%25', '_']) expect(await listed(cid, `&keyword=${sign}`)).toEqual([])
    const { id: away } = await addJudgeable(arena.site, 'AWAY')
    const data = { bank: 'HDU', bankKey: '4711', scoring: 'OI' as const }
    await arena.site.prisma.problem.update({ where: { id: away }, data })
    const others = await listed(cid, '&oj=All&problemType=0')
    expect(others).toEqual(expect.arrayContaining([away]))
    expect(others).not.toContain(problems.sum.id)
    expect(await listed(cid, '&oj=Mine&problemType=0')).not.toContain(away)
    expect(await listed(cid, '&oj=HDU&problemType=0')).toEqual([away])
  })

  it('takes a row of it with nothing but the colour, in the syntaxes of colour pickers', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const { id } = await link(cid, problems.sum.id)
    const paint = (who: Person, row: number, color: unknown) =>
      call(who, 'PUT', '/api/admin/contest/contest-problem', { id: row, color })
    const colours = { 'rgba(255, 69, 0, 0.6)': '#ff450099', 'rgb(1, 2, 3)': '#010203', '#0a0b0c': '#0a0b0c' }
    for (const [given, kept] of Object.entries(colours)) {
      expect(await paint(people.owner, id, given)).toMatchObject({ status: 200, data: { color: kept } })
      expect(await link(cid, problems.sum.id)).toMatchObject({ displayId: 'A', displayTitle: 'Problem A' })
    }
    for (const none of [null, '']) expect((await paint(people.owner, id, none)).data.color).toBe(null)
    for (const wrong of ['red', 'rgba(256, 0, 0, 1)', 'rgba(1, 2, 3, 2)'])
      expect((await paint(people.owner, id, wrong)).status).toBe(400)
    expect((await paint(people.owner, 999_999, '#000000')).status).toBe(404)
    expect((await paint(people.rival, id, '#000000')).status).toBe(403)
  })

  it('names the label that another of its problems has', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const body = { cid, pid: problems.spare.id, displayId: 'a' }
    const answer = await call(people.owner, 'POST', '/api/admin/contest/add-problem-from-public', body)
    expect(answer).toMatchObject({ status: 400, msg: 'Problem a already exists.' })
  })
})

describe('two organisers of one contest', () => {
  const UPDATE = `mutation ($input: UpdateContestInput!) { updateContest(input: $input) { version title description } }`

  it('are told of each other: what began from an older version is refused, and changes nothing', async () => {
    const cid = await makeContest({ title: 'Before' })
    const id = globalId('Contest', cid)
    const update = (who: Person, version: number, fields: object) =>
      ask(who, UPDATE, { input: { id, version, fields } })
    const { version } = await arena.site.prisma.contest.findUniqueOrThrow({ where: { id: cid } })
    const first = await update(people.owner, version, { title: 'Mine' })
    expect(first.data.updateContest).toMatchObject({ title: 'Mine' })
    const late = await update(people.root, version, { title: 'Also mine' })
    expect(late.errors?.[0]?.extensions?.code).toBe('CONFLICT')
    const after = await arena.site.prisma.contest.findUniqueOrThrow({ where: { id: cid } })
    expect(after.title).toBe('Mine')
    expect((await update(people.root, after.version, { title: 'Both' })).data.updateContest.title).toBe(
      'Both',
    )
  })
})

describe('the times of a contest', () => {
  const timesOf = async (cid: number) => {
    const { data } = await call(people.owner, 'GET', `/api/admin/contest?cid=${cid}`)
    return { end: Date.parse(data.endTime), seal: data.sealRankTime && Date.parse(data.sealRankTime) }
  }
  const change = (cid: number, fields: object) =>
    call(people.owner, 'PUT', '/api/admin/contest', { id: cid, ...fields })

  it('move the freeze with the end, unless it has begun (contest-rules 2)', async () => {
    const later = await makeContest({ sealRank: true, sealRankTime: minutes(30).toJSON() })
    const before = await timesOf(later)
    await change(later, { endTime: minutes(90).toJSON() })
    const after = await timesOf(later)
    expect(after.end - after.seal).toBe(before.end - before.seal)

    const start = minutes(30).toJSON()
    const whole = await makeContest({ startTime: start, sealRank: true, sealRankTime: start })
    await change(whole, { startTime: minutes(20).toJSON() })
    const { seal } = await timesOf(whole)
    expect(Math.abs(seal - minutes(20).getTime())).toBeLessThan(60_000)

    const frozen = await makeContest({ sealRank: true, sealRankTime: minutes(-10).toJSON() })
    const begun = (await timesOf(frozen)).seal
    await change(frozen, { endTime: minutes(120).toJSON() })
    expect((await timesOf(frozen)).seal).toBe(begun)
    expect((await rank(people.owner, frozen)).status).toBe(200)
  })

  it('leave a freeze that has begun where it is, and refuse in words what asks for another one', async () => {
    const cid = await makeContest({ sealRank: true, sealRankTime: minutes(-10).toJSON() })
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 45)
    const before = await timesOf(cid)
    const seen = async () => (await rank(people.bob, cid)).data.records[0]?.ac
    expect(await seen()).toBe(1)
    expect((await change(cid, { endTime: minutes(5).toJSON() })).status).toBe(200)
    expect((await timesOf(cid)).seal).toBe(before.seal)
    expect(await seen()).toBe(1)
    expect((await change(cid, { sealRankTime: new Date(before.seal).toJSON() })).status).toBe(200)
    // The form of the reference system names a freeze with every end.
    for (const lead of [(await timesOf(cid)).end - before.seal, 30 * MINUTE, 60 * MINUTE]) {
      const end = (await timesOf(cid)).end + 15 * MINUTE
      const longer = { endTime: new Date(end).toJSON(), sealRankTime: new Date(end - lead).toJSON() }
      expect(await change(cid, longer)).toMatchObject({ status: 200 })
      expect(await timesOf(cid)).toEqual({ end, seal: before.seal })
    }
    const refused = [
      { sealRank: false },
      { sealRankTime: minutes(-20).toJSON() },
      { endTime: minutes(90).toJSON(), sealRankTime: minutes(3).toJSON() },
      { sealRankTime: minutes(3).toJSON() },
      { startTime: minutes(-5).toJSON() },
      { endTime: minutes(-15).toJSON() },
    ]
    for (const fields of refused)
      expect(await change(cid, fields)).toMatchObject({
        status: 400,
        msg: expect.stringContaining("The freeze has started and can't be changed"),
      })
    expect((await timesOf(cid)).seal).toBe(before.seal)
  })

  it('never move a freeze into the past', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 45)
    const sealing = await change(cid, { sealRank: true, sealRankTime: minutes(-30).toJSON() })
    expect(sealing).toMatchObject({ status: 400, msg: expect.stringContaining('past') })
    // Its freeze is to come, and a shorter contest would have had it half an hour ago.
    expect((await change(cid, { sealRank: true, sealRankTime: minutes(15).toJSON() })).status).toBe(200)
    const now = Date.now()
    expect((await change(cid, { endTime: minutes(10).toJSON() })).status).toBe(200)
    expect((await timesOf(cid)).seal).toBeGreaterThanOrEqual(now)
    expect((await rank(people.bob, cid)).data.records[0]?.ac).toBe(1)
  })

  it('move by whole weeks in a clone whose freeze would have begun, so that they can be edited', async () => {
    const cid = await makeContest({ title: 'Weekly', sealRank: true, sealRankTime: minutes(-10).toJSON() })
    await ask(people.owner, 'mutation ($id: ID!) { cloneContest(input: { id: $id }) { number } }', {
      id: globalId('Contest', cid),
    })
    const from = await arena.site.prisma.contest.findUniqueOrThrow({ where: { id: cid } })
    const clone = await arena.site.prisma.contest.findFirstOrThrow({ where: { clonedFrom: cid } })
    const WEEK = 7 * 24 * 60 * 60_000
    expect(clone.startsAt.getTime() - from.startsAt.getTime()).toBe(WEEK)
    expect(clone.endsAt.getTime() - clone.startsAt.getTime()).toBe(
      from.endsAt.getTime() - from.startsAt.getTime(),
    )
    expect((await change(clone.id, { endTime: minutes(10_200).toJSON(), sealRank: false })).status).toBe(200)
  })
})

describe('a clone over a change of the clocks', () => {
  it.each([
    // The clocks of New York went back on 1 November 2026, and forward on 8 March.
    ['2026-10-31T18:00:00Z', '2026-11-07T18:30:00Z', '2026-11-07T19:00:00Z'],
    ['2026-10-20T18:00:00Z', '2026-11-29T12:00:00Z', '2026-12-01T19:00:00Z'],
    ['2026-03-07T19:00:00Z', '2026-03-14T18:30:00Z', '2026-03-21T18:00:00Z'],
  ])('from %s, at %s, starts at the same time of the day in the zone of the site', async (from, now, to) => {
    const { site } = arena
    const standard = await website.get(contextOf(site, people.root))
    await website.set(contextOf(site, people.root), { timeZone: 'America/New_York' })
    const startsAt = new Date(from)
    const at = (minute: number) => new Date(startsAt.getTime() + minute * MINUTE)
    const times = { startsAt, freezesAt: at(240), endsAt: at(300), thawsAt: at(300) }
    const contest = await addContest(site, {
      type: 'ACM',
      ownerId: people.owner.id,
      title: 'Weekly',
      ...times,
    })
    const clone = await cloneContest(contextOf(site, people.owner, new Date(now)), contest.id)
    await website.set(contextOf(site, people.root), { timeZone: standard.timeZone })
    expect(clone.startsAt).toEqual(new Date(to))
    const lasts = (one: { startsAt: Date; freezesAt: Date | null; endsAt: Date }) => [
      Number(one.freezesAt) - Number(one.startsAt),
      Number(one.endsAt) - Number(one.startsAt),
    ]
    expect(lasts(clone)).toEqual(lasts(contest))
  })
})

describe('a disqualification (contest-rules 27)', () => {
  const ACT = `mutation ($input: DisqualifyParticipantInput!) {
    disqualifyParticipant(input: $input) { disqualifiedAt submissionCount user { username } }
  }`
  const PEOPLE = `query ($cid: Int!, $disqualified: Boolean, $first: Int, $after: String) { contest(number: $cid) {
    participants(disqualified: $disqualified, first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      edges { node { registeredAt disqualifiedAt realname user { username } } } } } }`
  const named = (page: { records: { username: string; rank: number }[] }) =>
    page.records.map(({ username, rank }) => `${rank} ${username}`)

  it('moves a row to the end for staff and away for others, at once, and can be undone', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 5)
    await sent(people.bob, cid, problems.sum.id, 9)
    const ranks = async (who: Person) => named((await rank(who, cid)).data)
    expect(await ranks(people.team7)).toEqual(['1 ada', '2 bob'])
    const act = (who: Person | null, isDisqualified: boolean, userId = globalId('User', people.ada.id)) =>
      ask(who, ACT, {
        input: { contestId: globalId('Contest', cid), userId, isDisqualified, reason: 'Two accounts' },
      })
    for (const who of [null, people.bob, people.rival])
      expect((await act(who, true)).errors?.[0]?.extensions?.code).toBe(who ? 'FORBIDDEN' : 'UNAUTHENTICATED')
    expect((await act(people.owner, true, globalId('User', people.team7.id))).errors).toBeTruthy()
    const done = await act(people.owner, true)
    expect(done.data.disqualifyParticipant).toMatchObject({
      submissionCount: 1,
      user: { username: 'ada' },
      disqualifiedAt: expect.any(String),
    })
    await expect.poll(() => ranks(people.team7)).toEqual(['1 bob'])
    const { data } = await rank(people.owner, cid)
    expect(data.records.map(({ username }: { username: string }) => username)).toEqual(['bob', 'ada'])
    const path = `/api/file/download-contest-rank?cid=${cid}&forceRefresh=false`
    const headers = { authorization: people.owner.token, 'accept-language': 'en-US' }
    const sheet = await (await fetch(`${arena.site.url}${path}`, { headers })).arrayBuffer()
    expect((await cellsOf(Buffer.from(sheet)))[2]?.slice(0, 2)).toEqual(['disqualified', 'ada'])
    const listed = await ask(people.owner, PEOPLE, { cid, disqualified: true })
    expect(listed.data.contest.participants).toMatchObject({
      totalCount: 1,
      edges: [{ node: { user: { username: 'ada' } } }],
    })
    const first = (await ask(people.owner, PEOPLE, { cid, first: 1 })).data.contest.participants
    expect(first).toMatchObject({ totalCount: 2, edges: [{ node: { user: { username: 'ada' } } }] })
    const next = { cid, first: 1, after: first.pageInfo.endCursor }
    expect((await ask(people.owner, PEOPLE, next)).data.contest.participants).toMatchObject({
      pageInfo: { hasNextPage: false },
      edges: [{ node: { user: { username: 'bob' } } }],
    })
    for (const who of [people.bob, people.rival])
      expect((await ask(who, PEOPLE, { cid })).data.contest.participants).toBeNull()
    const entry = await arena.site.prisma.auditEntry.findFirstOrThrow({
      where: { action: 'contest.participantChanged' },
    })
    expect(entry.details).toMatchObject({ after: { 'disqualified.ada': true }, reason: 'Two accounts' })
    await act(people.owner, false)
    await expect.poll(() => ranks(people.team7)).toEqual(['1 ada', '2 bob'])
  })
})

describe('the rehearsal', () => {
  const CHECK = `query ($cid: Int!) { contest(number: $cid) { setting {
    rehearsal { code problemLabel about isBlocking showable { displayId } } } } }`
  const findings = async (who: Person, cid: number) => {
    const { data } = await ask(who, CHECK, { cid })
    return data.contest?.setting?.rehearsal.map(
      ({ code, problemLabel }: { code: string; problemLabel: string | null }) =>
        problemLabel ? `${problemLabel} ${code}` : code,
    )
  }

  it('says what is wrong before the start, to organisers alone', async () => {
    const empty = await makeContest({ visible: false })
    expect(await findings(people.owner, empty)).toEqual(['NO_PROBLEMS', 'NO_HOST', 'NOT_VISIBLE'])
    const cid = await makeContest({ sealRank: true, sealRankTime: minutes(30).toJSON() })
    const bare = await addJudgeable(arena.site, 'BARE', { cases: [] })
    const slow = await addJudgeable(arena.site, 'SLOW', { timeMs: 60_000 })
    const sound = await addJudgeable(arena.site, 'SOUND', {})
    for (const [at, { id }] of [bare, slow, sound].entries()) await put(cid, id, 'ABC'.charAt(at))
    await arena.site.prisma.problem.update({ where: { id: slow.id }, data: { visibility: 'HIDDEN' } })
    await arena.site.prisma.statement.deleteMany({ where: { problemId: bare.id, locale: 'en-US' } })
    const proof = await arena.site.prisma.judgement.create({
      data: { id: 'proof', state: 'DONE', verdict: 'ACCEPTED', task: {}, testsetId: sound.testsetId },
    })
    await arena.site.prisma.solution.create({
      data: {
        problemId: sound.id,
        name: 'main.cpp',
        language: 'cpp17',
        source: ' ',
        expected: ['ACCEPTED'],
        judgementId: proof.id,
      },
    })
    expect(await findings(people.owner, cid)).toEqual([
      'NO_HOST',
      'A NO_TESTS',
      'A PROBLEM_PUBLIC',
      'A STATEMENT_MISSING',
      'B PROBLEM_HIDDEN',
      'B NO_SOLUTION',
      'B TIME_LIMIT_APART',
      'C PROBLEM_PUBLIC',
      'THAWS_BY_ITSELF',
    ])
    await arena.site.prisma.problem.update({ where: { id: slow.id }, data: { outputOnly: true } })
    expect(await findings(people.owner, cid)).not.toContain('B TIME_LIMIT_APART')
    // Anyone who manages a hidden problem mends it from here.
    const own = await addJudgeable(arena.site, 'OWN', {})
    const data = { visibility: 'HIDDEN', authorId: people.owner.id } as const
    await arena.site.prisma.problem.update({ where: { id: own.id }, data: { ...data, visibility: 'PUBLIC' } })
    await put(cid, own.id, 'D')
    await arena.site.prisma.problem.update({ where: { id: own.id }, data })
    const seen = (await ask(people.owner, CHECK, { cid })).data.contest.setting.rehearsal
    const hidden = seen.filter(({ code }: { code: string }) => code === 'PROBLEM_HIDDEN')
    expect(hidden.map(({ showable }: { showable: object | null }) => showable)).toEqual([
      null,
      { displayId: 'OWN' },
    ])
    expect(await findings(people.ada, cid)).toBeUndefined()
    expect(await findings(people.rival, cid)).toBeUndefined()
  })
})

it('shows hidden announcements and the public figures of its problems to organisers only', async () => {
  const cid = await makeContest()
  await put(cid, problems.path.id, 'A')
  await sent(people.ada, cid, problems.path.id, 5)
  const announcement = { title: 'Draft', content: 'Not yet', status: 1 }
  await call(people.owner, 'POST', '/api/admin/contest/announcement', { cid, announcement })
  const query = `query ($cid: Int!) { contest(number: $cid) {
    managedNotices { title isHidden } notices { title }
    problems { setting { displayId submissionCount solverCount canEdit } } } }`
  const seenBy = async (who: Person) => (await ask(who, query, { cid })).data.contest
  expect(await seenBy(people.owner)).toEqual({
    managedNotices: [{ title: 'Draft', isHidden: true }],
    notices: [],
    problems: [{ setting: { displayId: 'PATH', submissionCount: 1, solverCount: 1, canEdit: false } }],
  })
  for (const who of [people.ada, people.rival])
    expect(await seenBy(who)).toMatchObject({ managedNotices: null, problems: [{ setting: null }] })
})
