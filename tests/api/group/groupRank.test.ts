import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { addGroupRoles, type Name } from '../../support/groupRoles.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf } from '../../support/people.ts'
import { MEMBERS, node, type Stage, testRoles, testStreams, tokenOf } from '../../support/roleTable.ts'
import { randomBelow } from '../../support/seededRandom.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'

/** The rank of a group: who is in it, what counts, in which order, and who reads it (area-rules G13). */

const stage = {} as Stage
let site: Site
const problems: Record<string, number> = {}

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  const { group, people } = stage
  await setStanding(site, group, people.owner, 'ROOT')
  for (const [day, { id }] of Object.values(people).entries())
    await site.prisma.user.update({
      where: { id },
      data: { createdAt: new Date(Date.UTC(2026, 0, day + 1)) },
    })
  await site.prisma.user.update({
    where: { id: people.admin.id },
    data: {
      nickname: 'The Memberish',
      titleName: 'Coach',
      titleColor: '#336699',
      signature: 's'.repeat(150),
    },
  })
  const own = { groupId: group.id, visibility: 'GROUP' as const }
  for (const difficulty of ['EASY', 'MID', 'HARD'] as const)
    problems[difficulty] = (await addJudgeable(site, `ALPHA${difficulty}`, { ...own, difficulty })).id
  problems.OI = (await addJudgeable(site, 'ALPHAOI', { ...own, scoring: 'OI' })).id
})
afterAll(() => site?.close())

/** A judged submission in the group, counted as the server does it. */
async function judged(
  name: Name,
  problem: string,
  verdict: Verdict,
  fields: Partial<Prisma.SubmissionUncheckedCreateInput> = {},
): Promise<number> {
  const { id } = await site.prisma.submission.create({
    data: {
      problemId: problems[problem] ?? 0,
      groupId: stage.group.id,
      userId: stage.people[name].id,
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

const LIST = `query ($gid: Int!, $type: Scoring!, $keyword: String, $first: Int, $offset: Int) { group(number: $gid) {
  viewerRank(type: $type) { number solved submitted score }
  ranks(type: $type, keyword: $keyword, first: $first, offset: $offset) {
    totalCount edges { node { number solved submitted score user { username } } } } } }`

type Node = { number: number; solved: number; submitted: number; score: number; user: { username: string } }

async function list(type: 'ACM' | 'OI', variables: object = {}, who: Name = 'member') {
  const token = tokenOf(stage, who)
  const { data, errors } = await site.graphql(LIST, { gid: stage.group.id, type, ...variables }, { token })
  expect(errors).toBeUndefined()
  const { ranks, viewerRank } = data.group
  const rows = ranks.edges.map(({ node: { number, solved, submitted, score, user } }: { node: Node }) => {
    return `${number} ${user.username.replace(/alpha$/, '')} ${solved}/${submitted} ${score}`
  })
  return { rows, total: ranks.totalCount, viewer: viewerRank?.number ?? null }
}

const rest = (query: string, who: Name = 'member') =>
  site.rest('GET', `/api/get-group-rank-list?${query}`, { token: tokenOf(stage, who) })

describe('the rank of a group', () => {
  it('has its members with enabled accounts, the oldest account first while nobody has solved anything (area-rules G13)', async () => {
    const { people, group } = stage
    expect((await list('ACM')).rows).toEqual([
      '1 member 0/0 0',
      '2 admin 0/0 0',
      '3 author 0/0 0',
      '4 root 0/0 0',
      '5 owner 0/0 0',
    ])
    await site.prisma.user.update({ where: { id: people.author.id }, data: { disabled: true } })
    expect(await list('OI')).toMatchObject({ total: 4, viewer: 1 })
    await site.prisma.user.update({ where: { id: people.author.id }, data: { disabled: false } })
    await setStanding(site, group, people.author, null)
    expect((await list('ACM')).rows).not.toContain('3 author 0/0 0')
    await setStanding(site, group, people.author, 'APPLIED')
    expect(await list('ACM')).toMatchObject({ total: 4 })
    await setStanding(site, group, people.author, 'ADMIN')
    expect(await list('ACM')).toMatchObject({ total: 5 })
  })

  it('orders ACM by problems solved, then by fewer submissions; OI by the best scores (area-rules G13)', async () => {
    await judged('member', 'EASY', 'WRONG_ANSWER')
    await judged('member', 'EASY', 'ACCEPTED')
    await judged('member', 'EASY', 'ACCEPTED')
    await judged('admin', 'MID', 'COMPILE_ERROR')
    await judged('admin', 'MID', 'ACCEPTED')
    await judged('root', 'OI', 'PARTIALLY_ACCEPTED', { score: 90, oiRankScore: 13 })
    await judged('root', 'OI', 'PARTIALLY_ACCEPTED', { score: 30, oiRankScore: 3 })
    const rest = ['4 author 0/0 0', '5 owner 0/0 0']
    expect((await list('ACM')).rows).toEqual([
      '1 admin 1/2 12',
      '2 member 1/3 10',
      '3 author 0/0 0',
      '4 owner 0/0 0',
      '5 root 0/2 13',
    ])
    expect((await list('OI')).rows).toEqual(['1 root 0/2 13', '2 admin 1/2 12', '3 member 1/3 10', ...rest])
    await site.prisma.problem.update({ where: { id: problems.EASY ?? 0 }, data: { difficulty: 'HARD' } })
    expect((await list('OI')).rows[0]).toBe('1 member 1/3 14')
    await site.prisma.problem.update({ where: { id: problems.EASY ?? 0 }, data: { difficulty: 'EASY' } })
    expect((await list('OI')).rows[2]).toBe('3 member 1/3 10')
  })

  it('moves when a verdict is withdrawn, and when a submission is deleted', async () => {
    const id = await judged('owner', 'HARD', 'ACCEPTED')
    expect((await list('ACM')).rows).toContain('1 owner 1/1 14')
    await site.prisma.submission.update({ where: { id }, data: { verdict: 'WRONG_ANSWER' } })
    await settle(contextOf(site, null), id)
    expect((await list('ACM')).rows).toContain('4 owner 0/1 0')
    await site.prisma.submission.delete({ where: { id } })
    await site.prisma.groupProgress.deleteMany({ where: { problemId: problems.HARD ?? 0 } })
    expect((await list('ACM')).rows).toContain('4 owner 0/0 0')
  })

  it('counts neither contests of the group, nor practice, nor other groups (area-rules G12, G13)', async () => {
    const before = [await list('ACM'), await list('OI')]
    const { people, group } = stage
    const times = { ...timesOf('over'), type: 'ACM' as const, ownerId: people.owner.id }
    const contest = await addContest(site, { ...times, groupId: group.id })
    await judged('owner', 'EASY', 'ACCEPTED', { contestId: contest.id })
    await judged('owner', 'EASY', 'ACCEPTED', { groupId: null })
    const other = await addGroup(site, people.owner, 'beta')
    await setStanding(site, other, people.owner, 'ROOT')
    await judged('owner', 'EASY', 'ACCEPTED', { groupId: other.id })
    expect([await list('ACM'), await list('OI')]).toEqual(before)
    expect((await list('ACM', { gid: other.id }, 'owner')).rows).toEqual(['1 owner 1/1 10'])
    // Of the site's rank, practice alone is the other way round.
    const { data } = await site.graphql(
      '{ ranks(type: ACM, first: 1) { edges { node { solved submitted } } } }',
    )
    expect(data.ranks.edges[0].node).toEqual({ solved: 1, submitted: 1 })
  })

  it('is searched by user name and nickname, under the numbers of the whole rank (area-rules R3, R4)', async () => {
    const found = await list('ACM', { keyword: ' mEmber' })
    expect(found).toMatchObject({ rows: ['1 admin 1/2 12', '2 member 1/3 10'], total: 2, viewer: 2 })
    expect(await list('ACM', { keyword: 'member', first: 1, offset: 1 })).toMatchObject({
      rows: ['2 member 1/3 10'],
      total: 2,
    })
    expect(await list('ACM', { keyword: 'member', offset: 9 })).toMatchObject({ rows: [], total: 2 })
    expect(await list('ACM', { keyword: '%' })).toMatchObject({ rows: [], total: 0 })
    expect(await list('ACM', { keyword: 'stranger' })).toMatchObject({ rows: [], total: 0 })
    expect(await list('ACM', { first: 2, offset: 4 })).toMatchObject({ rows: ['5 root 0/2 13'], total: 5 })
  })

  it('keeps the figures of those who leave for their return (area-rules G5)', async () => {
    const { people, group } = stage
    await setStanding(site, group, people.admin, null)
    expect((await list('ACM')).rows[0]).toBe('1 member 1/3 10')
    await judged('admin', 'EASY', 'ACCEPTED')
    expect(await list('ACM')).toMatchObject({ total: 4, viewer: 1 })
    await setStanding(site, group, people.admin, 'ADMIN')
    expect((await list('ACM')).rows[0]).toBe('1 admin 2/3 22')
    expect((await list('ACM', {}, 'siteRoot')).viewer).toBe(null)
  })

  it('has the shape of the reference system in REST, without a rating (area-rules G13)', async () => {
    const { people, group } = stage
    const { data } = await rest(`gid=${group.id}&limit=2&currentPage=0&type=0`)
    expect(data).toMatchObject({ total: 5, size: 2, current: 1, pages: 3 })
    expect(data.records[0]).toEqual({
      uid: people.admin.id,
      username: 'adminalpha',
      nickname: 'The Memberish',
      signature: 's'.repeat(100),
      avatar: null,
      titleName: 'Coach',
      titleColor: '#336699',
      total: 3,
      ac: 2,
      score: 22,
    })
    const names = async (query: string) =>
      (await rest(`gid=${group.id}&${query}`)).data.records.map(
        ({ username }: { username: string }) => username,
      )
    expect(await names('type=1&limit=2')).toEqual(['adminalpha', 'rootalpha'])
    expect(await names('searchUser=Memberish')).toEqual(['adminalpha'])
    expect((await rest(`gid=${group.id}`)).data.size).toBe(30)
    expect((await rest(`gid=${group.id + 999}`)).status).toBe(404)
  })

  it('tells open pages of moves, until their viewer may not see it (area-rules G5)', async () => {
    const { people, group } = stage
    const pupil = await addPerson(site, 'pupil')
    await setStanding(site, group, pupil, 'MEMBER')
    const query = `subscription ($id: ID!) { groupRanksMoved(groupId: $id) {
      moves { uid before { solved submitted } after { solved submitted } } } }`
    const line = await site.subscribe(query, { id: globalId('Group', group.id) }, { token: pupil.token })
    const next = async () => (await line.next()).data.groupRanksMoved.moves as Loose[] | null
    const disable = (disabled: boolean) =>
      site.prisma.user.update({ where: { id: people.author.id }, data: { disabled } })
    // Moves of the moments before come with the first.
    for (const disabled of [true, false]) {
      await disable(disabled)
      await next()
    }
    await judged('author', 'MID', 'ACCEPTED')
    const [before, after] = [0, 1].map((count) => ({ solved: count, submitted: count }))
    expect(await next()).toEqual([{ uid: people.author.id, before, after }])
    await site.prisma.$executeRaw`insert into "User" ("id", "username", "usernameKey", "email", "emailKey",
      "passwordHash", "updatedAt") select 'm' || i, 'm' || i, 'm' || i, i || '@x.y', i || '@x.y', 'none', now()
      from generate_series(1, 150) i`
    await site.prisma.$executeRaw`insert into "GroupMember" ("groupId", "userId", "standing")
      select ${group.id}, "id", 'MEMBER' from "User" where "id" ~ '^m[0-9]+$'`
    expect(await next()).toBe(null)
    await site.prisma.$executeRaw`delete from "User" where "id" ~ '^m[0-9]+$'`
    expect(await next()).toBe(null)
    await setStanding(site, group, pupil, null)
    await judged('author', 'HARD', 'ACCEPTED')
    expect((await line.next().catch(() => ({ data: null })))?.data ?? null).toBe(null)
    line.close()
  })

  it('equals a recount after random submissions, verdicts, memberships and deletions (area-rules G13)', async () => {
    const roll = randomBelow(20261126)
    const of = <One>(some: readonly One[]): One => some[roll(some.length)] as One
    const names = ['member', 'admin', 'author', 'stranger', 'left'] as const
    const ids: number[] = []
    for (let step = 0; step < 120; step++) {
      const verdict = of(['ACCEPTED', 'WRONG_ANSWER', 'PARTIALLY_ACCEPTED', 'COMPILE_ERROR'] as const)
      const oiRankScore = roll(2) ? roll(14) : null
      const what = roll(10)
      if (what < 6) ids.push(await judged(of(names), of(Object.keys(problems)), verdict, { oiRankScore }))
      else if (what < 8 && ids.length > 0) {
        const id = of(ids)
        await site.prisma.submission.update({ where: { id }, data: { verdict, oiRankScore } })
        await settle(contextOf(site, null), id)
      } else
        await setStanding(
          site,
          stage.group,
          stage.people[of(names)],
          of(['MEMBER', 'ADMIN', 'APPLIED', 'REFUSED', null] as const),
        )
    }
    const rows = await site.prisma.$queryRaw<Loose[]>`
      select r."userId", r."listed", r."solved", r."submitted", r."score" from "GroupRank" r
      where r."groupId" = ${stage.group.id} order by 1`
    const counted = await site.prisma.$queryRaw<Loose[]>`
      select r."userId",
        exists (select from "GroupMember" m where m."groupId" = r."groupId" and m."userId" = r."userId"
          and m."standing" in ('MEMBER', 'ADMIN', 'ROOT')) as "listed",
        (select count(*)::int from "GroupProgress" p where p."groupId" = r."groupId" and p."userId" = r."userId"
          and p."verdict" = 'ACCEPTED') as "solved",
        (select count(*)::int from "Submission" s where s."groupId" = r."groupId" and s."userId" = r."userId"
          and s."contestId" is null) as "submitted",
        (select coalesce(sum(rank_score(p."verdict", p."oiRankScore", b."difficulty")), 0)::int
          from "GroupProgress" p join "Problem" b on b."id" = p."problemId"
          where p."groupId" = r."groupId" and p."userId" = r."userId") as "score"
      from "GroupRank" r where r."groupId" = ${stage.group.id} order by 1`
    expect(rows.length).toBeGreaterThan(5)
    expect(rows).toEqual(counted)
    for (const [name, standing] of [
      ['member', 'MEMBER'],
      ['admin', 'ADMIN'],
      ['author', 'ADMIN'],
      ['stranger', null],
      ['left', null],
    ] as const)
      await setStanding(site, stage.group, stage.people[name], standing)
  })
})

testRoles(stage, async () => stage.group.id, {
  'reads its rank': {
    who: MEMBERS,
    rest: (gid) => ['GET', `/api/get-group-rank-list?gid=${gid}&type=1`],
    graph: (gid) => node('Group', gid, 'ranks(type: ACM) { totalCount edges { node { number } } }'),
  },
})

testStreams(stage, async () => stage.group.id, {
  groupRanksMoved: {
    who: MEMBERS,
    text: (gid) => [
      'subscription ($id: ID!) { groupRanksMoved(groupId: $id) { moves { uid } } }',
      { id: globalId('Group', gid) },
    ],
    tell: () => judged('member', 'MID', 'WRONG_ANSWER'),
  },
})
