import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { joined } from '#server/modules/rank/moves.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'

let site: Site
const people: Record<string, Person> = {}
const problems: Record<string, number> = {}

beforeAll(async () => {
  site = await startSite()
  const names = ['root', 'ada', 'bob', 'cleo', 'Adam', 'gone']
  for (const [day, name] of names.entries()) {
    const person = await addPerson(site, name, { role: name === 'root' ? 'ROOT' : 'USER' })
    people[name] = person
    const data = { createdAt: new Date(Date.UTC(2026, 0, day + 1)) }
    await site.prisma.user.update({ where: { id: person.id }, data })
  }
  await site.prisma.user.update({
    where: { usernameKey: 'bob' },
    data: { nickname: 'The Adder', realname: 'Adalbert', signature: 's'.repeat(150) },
  })
  await site.prisma.user.update({ where: { usernameKey: 'cleo' }, data: { realname: 'Adele' } })
  for (const difficulty of ['EASY', 'MID', 'HARD'] as const) {
    problems[difficulty] = (await addJudgeable(site, difficulty, { difficulty })).id
  }
  problems.OI = (await addJudgeable(site, 'OI', { scoring: 'OI' })).id
})
afterAll(() => site.close())

/** A judged submission in practice, counted as the server does it. */
async function judged(
  name: string,
  problem: string,
  verdict: Verdict,
  fields: Partial<Prisma.SubmissionUncheckedCreateInput> = {},
): Promise<number> {
  const { id } = await site.prisma.submission.create({
    data: {
      problemId: problems[problem] ?? 0,
      userId: people[name]?.id ?? '',
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

const LIST = `query ($type: Scoring!, $keyword: String, $first: Int, $offset: Int) {
  viewerRank(type: $type) { number }
  ranks(type: $type, keyword: $keyword, first: $first, offset: $offset) {
    totalCount edges { node { number solved submitted score user { username } } } } }`

type Node = { number: number; solved: number; submitted: number; score: number; user: { username: string } }

async function list(type: 'ACM' | 'OI', variables: object = {}, person?: Person) {
  const { data, errors } = await site.graphql(
    LIST,
    { type, ...variables },
    person ? { token: person.token } : {},
  )
  expect(errors).toBeUndefined()
  const rows = data.ranks.edges.map(
    ({ node: { number, solved, submitted, score, user } }: { node: Node }) =>
      `${number} ${user.username} ${solved}/${submitted} ${score}`,
  )
  return { rows, total: data.ranks.totalCount, viewer: data.viewerRank?.number ?? null }
}

const rest = (query: string) => site.rest('GET', `/api/get-rank-list?${query}`)

describe('the rank lists', () => {
  it('hold every enabled account, oldest first while nobody has solved anything (area-rules R1, R3)', async () => {
    expect((await list('ACM')).rows).toEqual([
      '1 root 0/0 0',
      '2 ada 0/0 0',
      '3 bob 0/0 0',
      '4 cleo 0/0 0',
      '5 Adam 0/0 0',
      '6 gone 0/0 0',
    ])
    await site.prisma.user.update({ where: { usernameKey: 'gone' }, data: { disabled: true } })
    expect(await list('ACM')).toMatchObject({ total: 5 })
    await site.prisma.user.update({
      where: { usernameKey: 'gone' },
      data: { disabled: false, endedAt: new Date() },
    })
    expect(await list('OI', {}, people.gone)).toMatchObject({ total: 5, viewer: null })
  })

  it('order ACM by problems solved, then by fewer submissions (area-rules R1)', async () => {
    await judged('bob', 'EASY', 'WRONG_ANSWER')
    await judged('bob', 'EASY', 'ACCEPTED')
    await judged('bob', 'EASY', 'ACCEPTED')
    await judged('cleo', 'MID', 'COMPILE_ERROR')
    await judged('cleo', 'MID', 'ACCEPTED')
    expect((await list('ACM')).rows.slice(0, 3)).toEqual(['1 cleo 1/2 12', '2 bob 1/3 10', '3 root 0/0 0'])
  })

  it('order OI by the best scores, an ACM problem as if scored 100 (area-rules R2)', async () => {
    await judged('ada', 'OI', 'PARTIALLY_ACCEPTED', { score: 90, oiRankScore: 9 })
    await judged('ada', 'OI', 'PARTIALLY_ACCEPTED', { score: 30, oiRankScore: 3 })
    await judged('Adam', 'HARD', 'ACCEPTED')
    expect((await list('OI')).rows).toEqual([
      '1 Adam 1/1 14',
      '2 cleo 1/2 12',
      '3 bob 1/3 10',
      '4 ada 0/2 9',
      '5 root 0/0 0',
    ])
    await site.prisma.problem.update({ where: { id: problems.EASY ?? 0 }, data: { difficulty: 'HARD' } })
    expect((await list('OI')).rows[0]).toBe('1 bob 1/3 14')
    await site.prisma.problem.update({ where: { id: problems.EASY ?? 0 }, data: { difficulty: 'EASY' } })
    expect((await list('OI')).rows[2]).toBe('3 bob 1/3 10')
  })

  it('move when a verdict is withdrawn, and when a submission is deleted', async () => {
    const id = await judged('ada', 'HARD', 'ACCEPTED')
    expect((await list('ACM')).rows).toContain('3 ada 1/3 23')
    await site.prisma.submission.update({ where: { id }, data: { verdict: 'WRONG_ANSWER' } })
    await settle(contextOf(site, null), id)
    expect((await list('ACM')).rows).toContain('5 ada 0/3 9')
    await site.prisma.submission.delete({ where: { id } })
    await site.prisma.problemProgress.deleteMany({
      where: { userId: people.ada?.id ?? '', problemId: problems.HARD ?? 0 },
    })
    expect((await list('ACM')).rows).toContain('5 ada 0/2 9')
  })

  it('do not count what was sent in contests (area-rules R6)', async () => {
    const before = await list('ACM')
    const contest = await addContest(site, {
      ...timesOf('over'),
      type: 'ACM',
      ownerId: people.root?.id ?? '',
    })
    await judged('ada', 'EASY', 'ACCEPTED', { contestId: contest.id })
    expect(await list('ACM')).toEqual(before)
  })

  it('are searched by user name and nickname, under the numbers of the whole list (area-rules R3, R4)', async () => {
    const found = await list('ACM', { keyword: ' aD' })
    expect(found).toMatchObject({ rows: ['1 Adam 1/1 14', '3 bob 1/3 10', '5 ada 0/2 9'], total: 3 })
    expect(await list('ACM', { keyword: 'ad', first: 1, offset: 1 })).toMatchObject({
      rows: ['3 bob 1/3 10'],
      total: 3,
    })
    expect(await list('ACM', { keyword: '%' })).toMatchObject({ rows: [], total: 0 })
    expect(await list('ACM', { first: 2, offset: 4 })).toMatchObject({ rows: ['5 ada 0/2 9'], total: 5 })
  })

  it('tell the viewer where they stand', async () => {
    expect((await list('ACM', {}, people.ada)).viewer).toBe(5)
    expect((await list('OI', {}, people.Adam)).viewer).toBe(1)
    expect((await list('ACM')).viewer).toBe(null)
  })

  it('tell open pages of moves, and of many in one transaction as a whole', async () => {
    const line = await site.subscribe(
      'subscription { ranksMoved { moves { uid before { solved submitted } after { solved submitted } } } }',
    )
    const next = async () => (await line.next()).data.ranksMoved.moves as Loose[] | null
    const disable = (disabled: boolean, usernameKey = 'cleo') =>
      site.prisma.user.update({ where: { usernameKey }, data: { disabled } })
    const uid = people.cleo?.id
    // What other tests moved a moment ago comes with the first.
    for (const disabled of [true, false]) {
      await disable(disabled, 'bob')
      await next()
    }
    await disable(true)
    expect(await next()).toEqual([{ uid, before: { solved: 1, submitted: 2 }, after: null }])
    await disable(false)
    expect(await next()).toEqual([{ uid, before: null, after: { solved: 1, submitted: 2 } }])
    await site.prisma.$executeRaw`insert into "User" ("id", "username", "usernameKey", "email", "emailKey",
      "passwordHash", "updatedAt") select 'm' || i, 'm' || i, 'm' || i, i || '@x.y', i || '@x.y', 'none', now()
      from generate_series(1, 150) i`
    expect(await next()).toEqual([{ uid: null, before: null, after: { solved: 0, submitted: 0 } }])
    await site.prisma.$executeRaw`update "User" set "disabled" = true where "id" ~ '^m[0-9]+$'`
    expect(await next()).toBe(null)
    await site.prisma.$executeRaw`delete from "User" where "id" ~ '^m[0-9]+$'`
    line.close()
  })

  it('have moves that are told together, each from its first figures to its last', () => {
    const at = (solved: number) => ({ solved, submitted: solved, score: 0 })
    const told = [
      { userId: 'ada', before: at(1), after: at(2) },
      { userId: 'bob', before: at(3), after: at(4) },
      { userId: 'ada', before: at(2), after: at(5) },
      { userId: 'bob', before: at(4), after: at(3) },
    ]
    const moves = told.reduce<ReturnType<typeof joined>>(joined, new Map())
    expect([...(moves?.values() ?? [])]).toEqual([{ userId: 'ada', before: at(1), after: at(5) }])
    expect(joined(moves, { userId: null, before: null, after: null })).toBe(null)
    const many = Array.from({ length: 101 }, (_, n) => ({ userId: `u${n}`, before: at(n), after: at(n + 1) }))
    expect(many.reduce<ReturnType<typeof joined>>(joined, new Map())).toBe(null)
  })

  it('have the shapes of the reference system in REST (area-rules R4, R5)', async () => {
    const { data } = await rest('limit=2&currentPage=0&type=0')
    expect(data).toMatchObject({ total: 5, size: 2, current: 1, pages: 3 })
    expect(data.records[0]).toEqual({
      uid: people.Adam?.id,
      username: 'Adam',
      nickname: null,
      signature: null,
      avatar: null,
      titleName: null,
      titleColor: null,
      total: 1,
      ac: 1,
      rating: null,
    })
    const names = async (query: string) =>
      (await rest(query)).data.records.map(({ username }: { username: string }) => username)
    expect(await names('type=ACM&limit=3')).toEqual(['Adam', 'cleo', 'bob'])
    expect(await names('type=1&searchUser=bob')).toEqual(['bob'])
    const [bob] = (await rest('type=OI&searchUser=adder')).data.records
    expect(bob).toMatchObject({ username: 'bob', score: 10, ac: 1, total: 3, signature: 's'.repeat(100) })
    expect(bob).not.toHaveProperty('rating')
    expect((await rest('')).data.size).toBe(30)
  })

  it('number what a search finds as the whole list does, with thousands of accounts of one moment', async () => {
    await site.prisma.$executeRaw`insert into "User" ("id", "username", "usernameKey", "email", "emailKey",
      "passwordHash", "updatedAt") select md5('n' || i), 'n' || i, 'n' || i, 'n' || i || '@x.y', 'n' || i || '@x.y',
      'none', now() from generate_series(1, 6000) i`
    const query = `query ($offset: Int) { ranks(type: ACM, keyword: "n59", first: 30, offset: $offset) {
      totalCount edges { node { number user { username } } } } }`
    const found: [string, number][] = []
    for (const offset of [0, 30, 60, 90]) {
      const { data } = await site.graphql(query, { offset })
      expect(data.ranks.totalCount).toBe(111)
      found.push(...data.ranks.edges.map(({ node }: Loose) => [node.user.username, node.number]))
    }
    const rows = await site.prisma.$queryRaw<{ username: string; number: bigint }[]>`
      select * from (select u."username", row_number() over (order by r."acm", r."createdAt", r."userId") as "number"
        from "UserRank" r join "User" u on u."id" = r."userId" where r."listed") placed
      where "username" like 'n59%' order by "number"`
    expect(found).toEqual(rows.map(({ username, number }) => [username, Number(number)]))
    await site.prisma.$executeRaw`delete from "User" where "username" ~ '^n[0-9]+$'`
  })
})
