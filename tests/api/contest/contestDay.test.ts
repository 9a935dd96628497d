import { describe, expect, it } from 'vitest'
import { sweepPrints } from '#server/modules/contest/organising/printing.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { globalId } from '../../support/judgeable.ts'
import { contextOf, type Person } from '../../support/people.ts'

/** What helpers do on the day of a contest: balloons, prints, downloads (contest-rules.md 23). */

const arena = openContestSite()
const { people, problems, call, makeContest, put, sent } = arena

describe('balloons', () => {
  const RUNS = (cid: number) => `/api/get-contest-ac-info?cid=${cid}&limit=20&currentPage=1`
  const namesOf = (data: { records: { username: string; displayId: string; firstBlood: boolean }[] }) =>
    data.records.map(
      ({ username, displayId, firstBlood }) => `${displayId} ${username}${firstBlood ? ' first' : ''}`,
    )
  const claim = (who: Person | null, contestNumber: number, submissionNumber: number, isClaimed = true) =>
    arena.site.graphql(
      `mutation ($input: ClaimAcceptedRunInput!) { claimAcceptedRun(input: $input) { claimedBy } }`,
      { input: { contestNumber, submissionNumber, isClaimed } },
      who ?? {},
    )

  it('are one for each person and problem, unchecked first, then newest, live, for organisers alone', async () => {
    const cid = await makeContest({ sealRank: true, sealRankTime: minutes(-30).toJSON() })
    await put(cid, problems.sum.id, 'A')
    await put(cid, problems.path.id, 'B')
    const live = await arena.site.subscribe(
      'subscription ($cid: Int!) { acceptedRunsChanged(contestNumber: $cid) }',
      { cid },
      people.owner,
    )
    const first = await sent(people.ada, cid, problems.sum.id, 5)
    await sent(people.ada, cid, problems.sum.id, 6)
    await sent(people.bob, cid, problems.sum.id, 7)
    await sent(people.bob, cid, problems.path.id, 8, { verdict: 'WRONG_ANSWER' })
    await sent(people.team7, cid, problems.path.id, 40)
    await sent(people.owner, cid, problems.path.id, 1)
    await sent(people.root, cid, problems.path.id, 1)
    const list = await call(people.owner, 'GET', RUNS(cid))
    expect(list.data.total).toBe(3)
    expect(namesOf(list.data)).toEqual(['B team7 first', 'A bob', 'A ada first'])
    expect(list.data.records[2]).toMatchObject({
      ...{
        id: first.id,
        submitId: first.id,
        cid,
        pid: problems.sum.id,
        status: 1,
        time: 300,
        checked: false,
      },
    })
    for (const who of [people.ada, people.rival]) expect((await call(who, 'GET', RUNS(cid))).status).toBe(403)
    expect((await call(null, 'GET', RUNS(cid))).status).toBe(401)

    const claimed = await claim(people.owner, cid, first.id)
    expect(claimed.data.claimAcceptedRun).toEqual({ claimedBy: 'owner' })
    const again = await claim(people.root, cid, first.id)
    expect(again.errors?.[0]?.extensions?.code).toBe('RUN_CLAIMED')
    for (const who of [people.ada, people.rival, null])
      expect((await claim(who, cid, first.id)).data?.claimAcceptedRun ?? null).toBeNull()
    const check = (who: Person, checked: boolean) =>
      call(who, 'PUT', '/api/check-contest-ac-info', { id: first.id, cid, checked })
    expect((await check(people.ada, true)).status).toBe(403)
    expect((await check(people.owner, true)).status).toBe(200)
    const told = new Set<number>()
    while (!told.has(first.id)) told.add((await live.next()).data.acceptedRunsChanged)
    const other = await sent(people.bob, cid, problems.path.id, 3)
    const after = await call(people.owner, 'GET', RUNS(cid))
    expect(namesOf(after.data)).toEqual(['B team7', 'A bob', 'B bob first', 'A ada first'])
    expect(after.data.records.map(({ checked }: { checked: boolean }) => checked)).toEqual([
      ...[false, false, false, true],
    ])
    expect((await check(people.owner, false)).status).toBe(200)
    expect((await call(people.owner, 'GET', RUNS(cid))).data.records[3]).toMatchObject({ checked: false })
    expect(other.id).toBeGreaterThan(first.id)
    live.close()
  })

  it('are released only by who claimed them, and claimed by one of those who click at once', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const { id } = await sent(people.ada, cid, problems.sum.id, 5)
    const codeOf = ({ errors }: { errors?: { extensions?: { code?: string } }[] }) =>
      errors?.[0]?.extensions?.code ?? null
    const both = await Promise.all([claim(people.owner, cid, id), claim(people.root, cid, id)])
    expect(both.map(codeOf).sort()).toEqual(['RUN_CLAIMED', null])
    const [winner, loser] = codeOf(both[0]) ? [people.root, people.owner] : [people.owner, people.root]
    expect(codeOf(await claim(loser, cid, id, false))).toBe('RUN_CLAIMED')
    const query =
      'query ($cid: Int!) { contest(number: $cid) { acceptedRuns { edges { node { claimedBy } } } } }'
    const claimant = async () =>
      (await arena.site.graphql(query, { cid }, people.owner)).data.contest.acceptedRuns.edges[0].node
        .claimedBy
    expect(await claimant()).toBe(winner.username)
    expect((await claim(winner, cid, id, false)).data.claimAcceptedRun).toEqual({ claimedBy: null })
    expect((await claim(loser, cid, id, false)).data.claimAcceptedRun).toEqual({ claimedBy: null })
    expect((await claim(loser, cid, id)).data.claimAcceptedRun).toEqual({ claimedBy: loser.username })
  })
})

describe('a balloon of a run that counts no longer', () => {
  it('is none of the run that comes after it', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const first = await sent(people.ada, cid, problems.sum.id, 5)
    const check = (id: number, checked: boolean) =>
      call(people.owner, 'PUT', '/api/check-contest-ac-info', { id, cid, checked })
    const runs = async () => {
      const { data } = await call(people.owner, 'GET', `/api/get-contest-ac-info?cid=${cid}`)
      return data.records.map(({ id, checked }: { id: number; checked: boolean }) => [id, checked])
    }
    const claim = async (submissionNumber: number) => {
      const { data } = await arena.site.graphql(
        'mutation ($input: ClaimAcceptedRunInput!) { claimAcceptedRun(input: $input) { claimedBy checkedAt } }',
        { input: { contestNumber: cid, submissionNumber, isClaimed: true } },
        people.owner,
      )
      return data?.claimAcceptedRun
    }
    await claim(first.id)
    await check(first.id, true)
    expect(await runs()).toEqual([[first.id, true]])
    await call(people.owner, 'GET', `/api/admin/judge/manual-judge?submitId=${first.id}&status=-1`)
    expect(await runs()).toEqual([])
    const next = await sent(people.ada, cid, problems.sum.id, 60, { createdAt: new Date() })
    expect(await runs()).toEqual([[next.id, false]])
    expect(await claim(next.id)).toEqual({ claimedBy: 'owner', checkedAt: null })
    await check(next.id, true)
    expect(await runs()).toEqual([[next.id, true]])
    // The earlier run counts again, and the person has a balloon.
    await call(people.owner, 'GET', `/api/admin/judge/manual-judge?submitId=${first.id}&status=0`)
    expect(await runs()).toEqual([[first.id, true]])
  })
})

describe('prints', () => {
  const content = 'int main() { return 0; } // and a sentence that makes it long enough'
  const print = (who: Person | null, cid: number, text = content) =>
    call(who, 'POST', '/api/submit-print-text', { cid, content: text })
  const rest = () => arena.site.prisma.throttle.deleteMany()

  it('are taken from those who take part, not too short and not too often, and only where there is a printer', async () => {
    const cid = await makeContest({ openPrint: true })
    expect((await print(null, cid)).status).toBe(401)
    expect(await print(people.ada, cid, 'short')).toMatchObject({
      status: 400,
      msg: 'Content needs at least 50 characters',
    })
    for (const empty of ['', ' \n', '\0'.repeat(60)])
      expect(await print(people.ada, cid, empty)).toMatchObject({
        status: 400,
        msg: 'Content cannot be empty',
      })
    expect((await print(people.ada, cid)).status).toBe(200)
    expect((await print(people.ada, cid)).status).toBe(403)
    await rest()
    const asked = await arena.site.graphql(
      `mutation ($input: RequestContestPrintInput!) { requestContestPrint(input: $input) {
        username length printedAt } }`,
      { input: { contestId: globalId('Contest', cid), content } },
      people.ada,
    )
    expect(asked.data.requestContestPrint).toEqual({
      username: 'ada',
      length: content.length,
      printedAt: null,
    })
    await rest()
    expect((await print(people.ada, await makeContest())).status).toBe(403)
    const coming = await makeContest({ openPrint: true, startTime: minutes(5).toJSON() })
    await expect.poll(() => arena.site.house.timetable.at(new Date()).contests.closed.has(coming)).toBe(true)
    expect((await print(people.ada, coming)).status).toBe(403)
    const over = { openPrint: true, startTime: minutes(-90).toJSON(), endTime: minutes(-5).toJSON() }
    const ended = await makeContest(over)
    expect((await print(people.ada, ended)).status).toBe(403)
    expect((await print(people.owner, ended)).status).toBe(200)
    const locked = await makeContest({ openPrint: true, auth: 1, pwd: 'sesame' })
    expect((await print(people.ada, locked)).status).toBe(403)
    // Users who may see a contest without taking part cannot print.
    const guarded = await makeContest({ openPrint: true, auth: 2, pwd: 'sesame' })
    expect((await print(people.ada, guarded)).status).toBe(403)
    const accountLimitRule =
      '<prefix>team</prefix><suffix></suffix><start>1</start><end>9</end><extra></extra>'
    const ruled = await makeContest({ openPrint: true, openAccountLimit: true, accountLimitRule })
    expect((await print(people.ada, ruled)).status).toBe(403)
  })

  it('are listed, read and ticked by organisers alone, and go a week after the end', async () => {
    const cid = await makeContest({ openPrint: true })
    await rest()
    await print(people.ada, cid)
    await print(people.bob, cid, `${content} of bob`)
    const list = (who: Person) => call(who, 'GET', `/api/get-contest-print?cid=${cid}&limit=15&currentPage=1`)
    const { records } = (await list(people.owner)).data
    expect(records).toMatchObject([
      { username: 'bob', status: 0, cid, content: null },
      { username: 'ada', status: 0 },
    ])
    const [{ id }] = records
    const tick = (who: Person) => call(who, 'PUT', `/api/check-contest-print-status?id=${id}&cid=${cid}`)
    const read = (who: Person) =>
      fetch(`${arena.site.url}/api/file/download-contest-print-text?id=${id}`, {
        headers: { authorization: who.token },
      })
    for (const who of [people.ada, people.bob, people.rival]) {
      expect((await list(who)).status).toBe(403)
      expect((await tick(who)).status).toBe(403)
      expect(await (await read(who)).json()).toMatchObject({ status: 403 })
    }
    const text = await read(people.owner)
    expect(text.headers.get('content-disposition')).toContain('bob_Contest_Print.txt')
    expect(await text.text()).toBe(`${content} of bob`)
    expect((await tick(people.owner)).status).toBe(200)
    expect((await list(people.owner)).data.records).toMatchObject([
      { username: 'ada', status: 0 },
      { username: 'bob', status: 1 },
    ])
    const count = () => arena.site.prisma.contestPrint.count({ where: { contestId: cid } })
    await sweepPrints(contextOf(arena.site, null, minutes(6 * 24 * 60)))
    expect(await count()).toBe(2)
    await sweepPrints(contextOf(arena.site, null, minutes(8 * 24 * 60 + 60)))
    expect(await count()).toBe(0)
  })
})

describe('accepted code', () => {
  const read = async (who: Person, cid: number, splitType: string, excludeAdmin = true) => {
    const answer = await fetch(
      `${arena.site.url}/api/file/download-contest-ac-submission?cid=${cid}&excludeAdmin=${excludeAdmin}&splitType=${splitType}`,
      { headers: { authorization: who.token } },
    )
    if (answer.headers.get('content-type')?.includes('json')) return (await answer.json()).status
    const files = await unpackZip(new Uint8Array(await answer.arrayBuffer()))
    return [...files]
      .map(([name]) => name)
      .map((name) => name.replace(/\(\d{14}\)/, '(t)'))
      .sort()
  }

  it('comes as a zip by person or by problem, from the contest alone and to organisers alone', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 5)
    await sent(people.bob, cid, problems.sum.id, 6, { verdict: 'WRONG_ANSWER' })
    await sent(people.owner, cid, problems.sum.id, 7)
    await sent(people.bob, cid, problems.sum.id, -5)
    expect(await read(people.owner, cid, 'user')).toEqual(['ada/A_(t).cpp'])
    expect(await read(people.owner, cid, 'problem', false)).toEqual(['A/ada_(t).cpp', 'A/owner_(t).cpp'])
    for (const who of [people.ada, people.rival]) expect(await read(who, cid, 'user')).toBe(403)
  })

  it('is the last of each person and problem in OI, with its score', async () => {
    const cid = await makeContest({ type: 1 })
    const oi = problems.spare
    await arena.site.prisma.problem.update({ where: { id: oi.id }, data: { scoring: 'OI' } })
    await put(cid, oi.id, 'A')
    await sent(people.ada, cid, oi.id, 5, { score: 100 })
    await sent(people.ada, cid, oi.id, 9, { score: 40, verdict: 'PARTIALLY_ACCEPTED' })
    expect(await read(people.owner, cid, 'user')).toEqual(['ada/A_40_(t).cpp'])
  })
})

describe('seats', () => {
  const give = (who: Person | null, cid: number, seats: { username: string; seat: string }[]) =>
    arena.site.graphql(
      'mutation ($input: GiveContestSeatsInput!) { giveContestSeats(input: $input) { id } }',
      { input: { contestId: globalId('Contest', cid), seats } },
      who ?? {},
    )
  const DAY = `query ($cid: Int!, $label: String) { contest(number: $cid) {
    acceptedRuns(label: $label) { totalCount openCount
      edges { node { label username name school seat isFirst isSealed } } }
    printQueue { edges { node { username name school seat } } }
    participants { edges { node { seat user { username } } } } participantCount } }`
  const day = async (who: Person, cid: number, label: string | null = null) =>
    (await arena.site.graphql(DAY, { cid, label }, who)).data.contest

  it('stand with the name and school of the board on balloons and prints, also before anybody submits', async () => {
    const cid = await makeContest({ openPrint: true, rankShowName: 'nickname' })
    await put(cid, problems.sum.id, 'A')
    await put(cid, problems.path.id, 'B')
    await arena.site.prisma.user.update({
      where: { id: people.ada.id },
      data: { nickname: 'Countess', school: 'Analytical' },
    })
    expect((await give(people.owner, cid, [{ username: 'ADA', seat: ' R3-07 ' }])).errors).toBeUndefined()
    expect(await day(people.owner, cid)).toMatchObject({
      participants: { edges: [{ node: { seat: 'R3-07', user: { username: 'ada' } } }] },
      participantCount: 0,
    })
    await sent(people.ada, cid, problems.sum.id, 5)
    await sent(people.bob, cid, problems.path.id, 6)
    const asked = { contestId: cid, userId: people.ada.id, content: 'x'.repeat(60) }
    await arena.site.prisma.contestPrint.create({ data: asked })
    const named = { username: 'ada', name: 'Countess', school: 'Analytical', seat: 'R3-07' }
    expect(await day(people.owner, cid)).toMatchObject({
      acceptedRuns: {
        totalCount: 2,
        edges: [{ node: { username: 'bob', name: 'bob', seat: null } }, { node: named }],
      },
      printQueue: { edges: [{ node: named }] },
    })
    expect((await day(people.owner, cid, 'B')).acceptedRuns).toMatchObject({
      totalCount: 1,
      openCount: 1,
      edges: [{ node: { label: 'B', username: 'bob' } }],
    })
    expect((await day(people.owner, cid, 'nothing')).acceptedRuns.totalCount).toBe(0)
    const other = await makeContest()
    await give(people.owner, other, [{ username: 'ada', seat: 'elsewhere' }])
    expect((await day(people.owner, cid)).printQueue.edges).toMatchObject([{ node: { seat: 'R3-07' } }])
    await give(people.owner, cid, [{ username: 'ada', seat: '' }])
    expect((await day(people.owner, cid)).printQueue.edges).toMatchObject([{ node: { seat: null } }])
  })

  it('reach pages of balloons and prints that are open', async () => {
    const cid = await makeContest({ openPrint: true })
    const follow = (query: string, id: object) => arena.site.subscribe(query, id, people.owner)
    const streams = [
      await follow('subscription ($id: Int!) { acceptedRunsChanged(contestNumber: $id) }', { id: cid }),
      await follow('subscription ($id: ID!) { contestPrintsChanged(contestId: $id) }', {
        id: globalId('Contest', cid),
      }),
    ]
    const other = await makeContest()
    await give(people.owner, other, [{ username: 'ada', seat: 'elsewhere' }])
    await give(people.owner, cid, [{ username: 'ada', seat: 'R3-07' }])
    const told = await Promise.all(streams.map((live) => live.next()))
    expect(told.map(({ data, errors }) => errors ?? data)).toEqual([
      { acceptedRunsChanged: null },
      { contestPrintsChanged: null },
    ])
    for (const live of streams) live.close()
  })

  it('are given by organisers alone, all of a list or none', async () => {
    const cid = await makeContest()
    const list = [
      { username: 'ada', seat: '1' },
      { username: 'nobody here', seat: '2' },
    ]
    const refused = await give(people.owner, cid, list)
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT' })
    expect(JSON.stringify(refused.errors)).toContain('nobody here')
    expect((await day(people.owner, cid)).participants.edges).toEqual([])
    for (const who of [people.ada, people.rival, null])
      expect((await give(who, cid, list.slice(0, 1))).errors?.[0]?.extensions?.code).toBe(
        who ? 'FORBIDDEN' : 'UNAUTHENTICATED',
      )
  })
})

it('has balloons in OI, too: one for the first full score of each person and problem', async () => {
  const cid = await makeContest({ type: 1, sealRank: true, sealRankTime: minutes(-30).toJSON() })
  await arena.site.prisma.problem.update({ where: { id: problems.spare.id }, data: { scoring: 'OI' } })
  await put(cid, problems.spare.id, 'A')
  await sent(people.ada, cid, problems.spare.id, 5, { score: 40, verdict: 'PARTIALLY_ACCEPTED' })
  await sent(people.ada, cid, problems.spare.id, 8, { score: 100 })
  await sent(people.ada, cid, problems.spare.id, 9, { score: 100 })
  await sent(people.bob, cid, problems.spare.id, 45, { score: 100 })
  const query = `query ($cid: Int!) { contest(number: $cid) {
    acceptedRuns { edges { node { username seconds isFirst isSealed } } } } }`
  const { data } = await arena.site.graphql(query, { cid }, people.owner)
  expect(data.contest.acceptedRuns.edges).toEqual([
    { node: { username: 'bob', seconds: 2700, isFirst: false, isSealed: true } },
    { node: { username: 'ada', seconds: 480, isFirst: true, isSealed: false } },
  ])
})

it('counts tries of problems after the end for who asks, and frozen ones for organisers who ask', async () => {
  const query = `query ($cid: Int!, $late: Boolean, $open: Boolean) { contest(number: $cid) {
    problems { tally(late: $late, unsealed: $open) { accepted total } } } }`
  const total = async (who: Person, cid: number, wish: object) =>
    (await arena.site.graphql(query, { cid, ...wish }, who)).data.contest.problems[0].tally.total
  const times = { startTime: minutes(-60).toJSON(), endTime: minutes(-10).toJSON(), duration: 3000 }
  const over = await makeContest({ ...times, allowEndSubmit: true })
  const frozen = await makeContest({ sealRank: true, sealRankTime: minutes(-30).toJSON() })
  for (const cid of [over, frozen]) {
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 5)
    await sent(people.ada, cid, problems.sum.id, 55)
  }
  for (const who of [people.ada, people.owner])
    expect([await total(who, over, {}), await total(who, over, { late: true })]).toEqual([1, 2])
  for (const [who, opened] of [
    [people.ada, 1] as const,
    [people.rival, 1] as const,
    [people.owner, 2] as const,
  ])
    expect([await total(who, frozen, {}), await total(who, frozen, { open: true })]).toEqual([1, opened])
})

it('offers the graph the same lists, for organisers alone', async () => {
  const cid = await makeContest({ openPrint: true })
  await put(cid, problems.sum.id, 'A')
  await sent(people.ada, cid, problems.sum.id, 5)
  const query = `query ($cid: Int!) { contest(number: $cid) {
    acceptedRuns(last: 1) { totalCount openCount edges { node { label username isFirst } } }
    printQueue { totalCount openCount } } }`
  const seen = await arena.site.graphql(query, { cid }, people.owner)
  expect(seen.data.contest).toEqual({
    acceptedRuns: {
      totalCount: 1,
      openCount: 1,
      edges: [{ node: { label: 'A', username: 'ada', isFirst: true } }],
    },
    printQueue: { totalCount: 0, openCount: 0 },
  })
  const ids = { id: globalId('Contest', cid) }
  for (const who of [people.ada, people.rival]) {
    const hidden = await arena.site.graphql(query, { cid }, who)
    expect(hidden.data.contest).toEqual({ acceptedRuns: null, printQueue: null })
    const stream = await arena.site.subscribe(
      'subscription ($id: ID!) { contestPrintsChanged(contestId: $id) }',
      ids,
      who,
    )
    expect((await stream.next()).errors[0].extensions.code).toBe('FORBIDDEN')
    stream.close()
  }
})
