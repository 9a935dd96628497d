import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { dayOf } from '#server/modules/user/checkIn.ts'
import { activeDays } from '#server/modules/userHome/figures.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { addGroup } from '../../support/groups.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { runSql } from '../../support/postgres.ts'
import { type Site, startSite } from '../../support/site.ts'

const DAY_MS = 24 * 3600_000
const ZONE = 'Asia/Shanghai'

let site: Site
const people: Record<string, Person> = {}
const problems: Record<string, number> = {}
const person = (name: string) => people[name] as Person

beforeAll(async () => {
  site = await startSite()
  for (const name of ['root', 'teacher', 'ada', 'bob', 'newcomer', 'spammer', 'gone'])
    people[name] = await addPerson(site, name, {
      role: name === 'root' ? 'ROOT' : name === 'teacher' ? 'ADMIN' : 'USER',
      email: `${name}@example.org`,
    })
  await site.prisma.user.updateMany({
    where: { usernameKey: { in: ['ada', 'spammer'] } },
    data: {
      realname: 'Augusta King',
      number: 'S-1815',
      course: 'Analysis',
      school: 'Home',
      signature: '**Buy** numbers',
      github: 'https://github.com/ada',
      blog: 'https://ada.example',
      gender: 'female',
      nickname: 'Countess',
      titleName: 'Pioneer',
      titleColor: '#336699',
    },
  })
  await site.prisma.user.update({ where: { usernameKey: 'spammer' }, data: { disabled: true } })
  await site.prisma.user.update({ where: { usernameKey: 'gone' }, data: { endedAt: new Date() } })
  for (const difficulty of ['EASY', 'MID', 'HARD'] as const)
    problems[difficulty] = (await addJudgeable(site, difficulty, { difficulty })).id
  problems.OI = (await addJudgeable(site, 'OI', { scoring: 'OI', difficulty: 'MID' })).id
  problems.HIDDEN = (
    await addJudgeable(site, 'HIDDEN', { visibility: 'HIDDEN', authorId: person('teacher').id })
  ).id
  const tag = await site.prisma.tag.create({ data: { names: { 'en-US': 'sums', 'zh-CN': '求和' } } })
  await site.prisma.problemTag.createMany({
    data: ['EASY', 'MID', 'HIDDEN'].map((name) => ({ problemId: problems[name] ?? 0, tagId: tag.id })),
  })
})
afterAll(() => site.close())

/** A judged submission, counted as the server does it. */
async function judged(
  name: string,
  problem: string,
  verdict: Verdict,
  fields: Partial<Prisma.SubmissionUncheckedCreateInput> = {},
): Promise<number> {
  const { id } = await site.prisma.submission.create({
    data: {
      problemId: problems[problem] ?? 0,
      userId: person(name).id,
      language: 'cpp17',
      codeLength: 10,
      ip: '127.0.0.1',
      state: 'DONE',
      verdict,
      ...fields,
    },
  })
  await settle(contextOf(site, null), id)
  return id
}

const HOME = `query ($uid: String, $username: String) {
  userHome(uid: $uid, username: $username) {
    uid viewerIsOwner isDisabled gender school github blog signature lastLoginAt
    user { username nickname titleName }
    private { email realname number course }
    rank { solved submitted score acm oi listed }
    activity { today days { date submitted accepted } }
    verdicts { verdict count }
    languages { languageName count }
    solvedByDifficulty { difficulty total displayIds }
    solvedByTag { name solved }
    bestScores
    checkIns { doneToday streak longest total days }
    solvedDisplayIds
    recentSubmissions { number problem { displayId } }
  }
}`

async function homeOf(variables: object, reader?: string) {
  const { data, errors } = await site.graphql(HOME, variables, reader ? { token: person(reader).token } : {})
  expect(errors).toBeUndefined()
  return data.userHome
}

const infoOf = (query: string, reader?: string) =>
  site.rest('GET', `/api/get-user-home-info?${query}`, reader ? { token: person(reader).token } : {})
const heatMapOf = (query: string, reader?: string) =>
  site.rest('GET', `/api/get-user-calendar-heatmap?${query}`, reader ? { token: person(reader).token } : {})

describe('a home page is found', () => {
  it('by uid, else by name, else by the session (area-rules R7)', async () => {
    const uid = person('ada').id
    expect(await homeOf({ uid, username: 'bob' })).toMatchObject({ uid, viewerIsOwner: false })
    expect((await homeOf({ username: ' ADA ' })).uid).toBe(uid)
    expect(await homeOf({}, 'bob')).toMatchObject({ uid: person('bob').id, viewerIsOwner: true })
    expect((await infoOf(`uid=${uid}&username=bob`)).data.uid).toBe(uid)
    expect((await infoOf('username=Ada')).data.uid).toBe(uid)
    expect((await infoOf('', 'bob')).data.uid).toBe(person('bob').id)
    expect((await heatMapOf('', 'bob')).status).toBe(200)
  })

  it('for nobody where a guest names nobody, the name is unknown or its account was deleted (area-rules R7)', async () => {
    for (const variables of [{}, { username: 'nobody' }, { username: 'gone' }, { uid: person('gone').id }])
      expect(await homeOf(variables)).toBeNull()
    for (const query of ['', 'username=nobody', 'uid=12', 'username=gone', `uid=${person('gone').id}`])
      for (const ask of [infoOf, heatMapOf]) {
        const answer = await ask(query)
        expect(answer).toMatchObject({ status: 400, msg: 'There is no such user', data: null })
      }
  })

  it('with a dead token only where the reference system ignores it', async () => {
    const token = { token: 'dead' }
    expect(await site.rest('GET', '/api/get-user-home-info?username=ada', token)).toMatchObject({
      status: 401,
    })
    const path = '/api/get-user-calendar-heatmap?username=ada'
    expect(await site.rest('GET', path, token)).toMatchObject({ status: 200 })
  })
})

describe('private fields', () => {
  const own = { email: 'ada@example.org', realname: 'Augusta King', number: 'S-1815', course: 'Analysis' }

  it('reach their owner and user administrators only (area-rules R11)', async () => {
    const readers = { ada: own, root: own, teacher: null, bob: null, undefined: null }
    for (const [reader, seen] of Object.entries(readers)) {
      const home = await homeOf({ username: 'ada' }, reader === 'undefined' ? undefined : reader)
      expect(home.private).toEqual(seen)
      expect(home).toMatchObject({ school: 'Home', signature: '**Buy** numbers', gender: 'female' })
    }
  })

  it('are in no public type, node or list, and in no answer of REST (area-rules R11)', async () => {
    const { data } = await site.graphql('{ __type(name: "User") { fields { name } } }')
    const names = data.__type.fields.map(({ name }: { name: string }) => name)
    for (const field of ['email', 'realname', 'number', 'course', 'private'])
      expect(names).not.toContain(field)
    for (const type of ['Account', 'Profile']) {
      const id = Buffer.from(`${type}:${person('ada').id}`).toString('base64')
      for (const reader of ['bob', 'teacher'])
        expect(
          (await site.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, person(reader))).data.node,
        ).toBeNull()
    }
    for (const reader of ['ada', 'root', 'bob', undefined]) {
      const text = JSON.stringify(await infoOf('username=ada', reader))
      for (const secret of Object.values(own)) expect(text).not.toContain(secret)
    }
  })

  it('do not reach subscribers either (area-rules R11)', async () => {
    const query = 'subscription { userHomeChanged(username: "ada") { school private { email } } }'
    const [bob, root] = await Promise.all(
      ['bob', 'root'].map((name) => site.subscribe(query, {}, person(name))),
    )
    await site.graphql(
      'mutation { changeProfile(input: { school: "Turin" }) { id } }',
      {},
      { token: person('ada').token },
    )
    expect(await bob?.next()).toEqual({ data: { userHomeChanged: { school: 'Turin', private: null } } })
    const seen = { school: 'Turin', private: { email: own.email } }
    expect(await root?.next()).toEqual({ data: { userHomeChanged: seen } })
    bob?.close()
    root?.close()
  })

  it('and texts of a disabled account reach user administrators only', async () => {
    const hidden = { gender: null, school: null, signature: null, github: null, blog: null }
    const home = await homeOf({ username: 'spammer' }, 'bob')
    expect(home).toMatchObject({ ...hidden, isDisabled: true, private: null })
    expect((await infoOf('username=spammer')).data).toMatchObject({ ...hidden, username: 'spammer' })
    expect(await homeOf({ username: 'spammer' }, 'root')).toMatchObject({
      school: 'Home',
      private: { realname: 'Augusta King' },
    })
  })
})

describe('the figures', () => {
  it('of a new account are empty', async () => {
    expect(await homeOf({ username: 'newcomer' })).toMatchObject({
      rank: { solved: 0, submitted: 0, score: 0, listed: 6 - 1 },
      activity: { today: dayOf(new Date(), ZONE), days: [] },
      verdicts: [],
      languages: [],
      solvedByTag: [],
      bestScores: [],
      checkIns: { doneToday: false, streak: 0, longest: 0, total: 0, days: Array(14).fill(false) },
      solvedDisplayIds: [],
      recentSubmissions: [],
    })
    const { data } = await infoOf('username=newcomer')
    expect(data).toMatchObject({
      total: 0,
      rating: null,
      scoreList: [],
      solvedList: [],
      solvedGroupByDifficulty: { 0: [], 1: [], 2: [] },
    })
    expect(data.recentLoginTime).toMatch(/\+0000$/)
  })

  it('count practice, compile errors included (area-rules R9)', async () => {
    await judged('ada', 'EASY', 'COMPILE_ERROR')
    await judged('ada', 'EASY', 'ACCEPTED', { language: 'python3' })
    await judged('ada', 'MID', 'ACCEPTED')
    await judged('ada', 'HARD', 'WRONG_ANSWER')
    await judged('ada', 'OI', 'PARTIALLY_ACCEPTED', { score: 90, oiRankScore: 9 })
    await judged('ada', 'HIDDEN', 'ACCEPTED')
    const home = await homeOf({ username: 'ada' })
    expect(home).toMatchObject({
      rank: { solved: 3, submitted: 6, acm: 1, oi: 1 },
      verdicts: [
        { verdict: 'ACCEPTED', count: 3 },
        { verdict: 'PARTIALLY_ACCEPTED', count: 1 },
        { verdict: 'WRONG_ANSWER', count: 1 },
        { verdict: 'COMPILE_ERROR', count: 1 },
      ],
      activity: { days: [{ date: dayOf(new Date(), ZONE), submitted: 6, accepted: 3 }] },
      solvedByTag: [{ name: 'sums', solved: 2 }],
    })
    expect(home.languages.map(({ count }: { count: number }) => count)).toEqual([5, 1])
    expect((await infoOf('username=ada')).data.total).toBe(6)
  })

  it('do not count contests and groups (area-rules R6)', async () => {
    const figures = async () => [await homeOf({ username: 'ada' }), (await heatMapOf('username=ada')).data]
    const before = await figures()
    const ownerId = person('root').id
    const contest = await addContest(site, { ...timesOf('over'), type: 'ACM', ownerId })
    const group = await addGroup(site, person('root'), 'G')
    await judged('ada', 'HARD', 'ACCEPTED', { contestId: contest.id })
    await judged('ada', 'HARD', 'ACCEPTED', { groupId: group.id })
    expect(await figures()).toEqual(before)
  })

  it('name solved problems as far as the reader sees them; scores are complete (area-rules R8)', async () => {
    const listed = async (reader?: string) => {
      const home = await homeOf({ username: 'ada' }, reader)
      const names = home.solvedDisplayIds
      const info = (await infoOf('username=ada', reader)).data
      expect(info.solvedList).toEqual(names)
      expect(home.solvedByDifficulty).toEqual([
        { difficulty: 'EASY', total: 1, displayIds: ['EASY'] },
        { difficulty: 'MID', total: 2, displayIds: ['MID'] },
        { difficulty: 'HARD', total: 1, displayIds: [] },
      ])
      expect(info.solvedGroupByDifficulty).toEqual({
        0: [{ id: problems.EASY, problemId: 'EASY', difficulty: 0 }],
        1: [{ id: problems.MID, problemId: 'MID', difficulty: 1 }],
        2: [],
      })
      // EASY, MID, HARD unsolved, OI, HIDDEN.
      expect(home.bestScores).toEqual([10, 12, 0, 9, expect.any(Number)])
      expect(info.scoreList).toEqual(home.bestScores)
      return names
    }
    expect(await listed()).toEqual(['EASY', 'MID'])
    expect(await listed('ada')).toEqual(['EASY', 'MID'])
    expect(await listed('teacher')).toEqual(['EASY', 'MID', 'HIDDEN'])
    expect(await listed('root')).toEqual(['EASY', 'MID', 'HIDDEN'])
  })

  it('list recent submissions as far as the reader sees them (area-rules R8)', async () => {
    const seen = async (reader?: string) => {
      const { recentSubmissions } = await homeOf({ username: 'ada' }, reader)
      return [recentSubmissions.length, recentSubmissions[0].problem?.displayId]
    }
    expect(await seen()).toEqual([5, 'OI'])
    expect(await seen('ada')).toEqual([5, 'OI'])
    expect(await seen('root')).toEqual([6, 'HIDDEN'])
  })

  it("have the last 365 days of the site's time zone (area-rules R9)", async () => {
    const { id } = person('bob')
    // Noon of 10 May in Shanghai.
    const now = new Date('2025-05-10T04:00:00Z')
    const sent = (createdAt: string) =>
      judged('bob', 'EASY', 'WRONG_ANSWER', { createdAt: new Date(createdAt) })
    await sent('2024-05-10T15:59:59Z')
    await sent('2024-05-10T16:00:00Z')
    await sent('2025-05-09T15:59:59Z')
    await sent('2025-05-09T16:00:00Z')
    await sent('2025-05-10T03:00:00Z')
    const { today, days } = await activeDays(contextOf(site, null, now), id)
    expect(today).toBe('2025-05-10')
    expect(days.map(({ date, submitted }) => `${date} ${submitted}`)).toEqual([
      '2024-05-11 1',
      '2025-05-09 1',
      '2025-05-10 2',
    ])
    const { data } = await heatMapOf('username=ada')
    const date = dayOf(new Date(), ZONE)
    expect(data).toEqual({ endDate: date, dataList: [{ date, count: 6 }] })
  })

  it('tell the check-ins: the current streak, the longest and all', async () => {
    const today = Date.parse(`${dayOf(new Date(), ZONE)}T00:00:00Z`)
    const back = [1, 2, 5, 6, 7, 8, 40]
    await site.prisma.checkIn.createMany({
      data: back.map((days) => ({
        userId: person('bob').id,
        day: new Date(today - days * DAY_MS),
        fortune: 1,
      })),
    })
    const { checkIns } = await homeOf({ username: 'bob' })
    expect(checkIns).toMatchObject({ doneToday: false, streak: 2, longest: 4, total: 7 })
    expect(checkIns.days.map(Number).join('')).toBe('00000111100110')
  })

  it('reach an open page when a submission is counted', async () => {
    const page = await site.subscribe(
      'subscription ($uid: String) { userHomeChanged(uid: $uid) { rank { solved submitted } } }',
      { uid: person('newcomer').id },
    )
    await judged('newcomer', 'EASY', 'ACCEPTED')
    expect(await page.next()).toEqual({
      data: { userHomeChanged: { rank: { solved: 1, submitted: 1 } } },
    })
    page.close()
  })
})

describe('the cost', () => {
  it('of counting the submissions of one account among many is an index without its rows', async () => {
    const { id } = person('root')
    // Past the triggers, which would count them one by one.
    await runSql(
      site.databaseUrl,
      `set session_replication_role = replica;
       delete from "Submission" where "ip" = '::1';
       insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "state", "verdict",
         "countedVerdict", "createdAt")
       select ${problems.EASY}, case when n % 20 = 0 then '${id}' else '${person('bob').id}' end, 'cpp17', 10,
         '::1', 'DONE', 'WRONG_ANSWER', 'WRONG_ANSWER', now() - n * interval '9 minutes'
       from generate_series(1, 100000) as n`,
    )
    // Index-only scans need pages that are visible to all; a transaction that runs meanwhile keeps vacuum from it.
    const visiblePages = async () => {
      await site.prisma.$executeRawUnsafe('vacuum analyze "Submission"')
      const [row] = await site.prisma.$queryRaw<{ pages: number }[]>`
        select relallvisible as "pages" from pg_class where oid = '"Submission"'::regclass`
      return row?.pages
    }
    await expect.poll(visiblePages).toBeGreaterThan(1000)
    const home = await homeOf({ uid: id })
    expect(home.verdicts).toEqual([{ verdict: 'WRONG_ANSWER', count: 5_000 }])
    for (const column of ['countedVerdict', 'language', 'createdAt']) {
      const plan = await site.prisma.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(
        `explain select "${column}", count(*) from "Submission" where "userId" = '${id}'
           and "contestId" is null and "groupId" is null group by 1`,
      )
      const text = plan.map((line) => line['QUERY PLAN']).join('\n')
      expect(text).toMatch(/Index Only Scan using "Submission_userId_id_idx"/)
    }
  })
})
