import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Contest, Prisma, type Problem } from '#prisma/generated/client.ts'
import type { GroupStanding, Role } from '#prisma/generated/enums.ts'
import { readerOf } from '#server/context.ts'
import { viewerIn } from '#server/memberships.ts'
import { officialIds, officialSql, rootsOf } from '#server/officials.ts'
import { rightsOf } from '#server/policy/audience.ts'
import { managedContests } from '#server/policy/contest.ts'
import { PersonalRead } from '#server/policy/lent.ts'
import { byOfficials, CONTESTS, isOfficial, officials, organises, rolesOf } from '#server/policy/officials.ts'
import { canManageProblem, managedProblems } from '#server/policy/problem.ts'
import { type GroupRole, type SignedIn, viewerOf } from '#server/policy/viewer.ts'
import { timesOf } from '../../support/contests.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { chance } from '../../support/madeUpContest.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Who manages what, and whose word is official, is said as a rule, as filters and as SQL: all must say the same. */

const ROLES: Role[] = ['ROOT', 'ADMIN', 'ADMIN', 'PROBLEM_ADMIN', 'USER', 'USER', 'USER', 'USER', 'MUTED']
const STANDINGS: (GroupStanding | null)[] = ['APPLIED', 'REFUSED', 'MEMBER', 'ADMIN', 'ADMIN', 'ROOT', null]

let site: Site
const people: Person[] = []
let contests: Contest[] = []
let problems: Problem[] = []
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  const { below, one } = chance(18)
  for (const [index, role] of ROLES.entries()) people.push(await addPerson(site, `reader${index}`, { role }))
  const groups: (number | null)[] = [null]
  for (const name of ['first', 'second', 'third', 'closed']) {
    const group = await addGroup(site, one(people), name, { disabled: name === 'closed' })
    for (const person of people) await setStanding(site, group, person, one(STANDINGS))
    groups.push(group.id)
  }
  for (let count = 0; count < 40; count++) {
    const owned = { groupId: one(groups), removedAt: below(8) ? null : new Date() }
    const contest = await site.prisma.contest.create({
      data: {
        ...owned,
        type: 'ACM',
        ownerId: one(people).id,
        ...timesOf('running'),
        visible: owned.removedAt === null && below(2) === 0,
      },
    })
    await site.prisma.comment.createMany({
      data: people.map(({ id }) => ({ contestId: contest.id, authorId: id, content: 'x' })),
    })
    const { id: commentId } = await site.prisma.comment.findFirstOrThrow({ where: { contestId: contest.id } })
    await site.prisma.reply.createMany({
      data: people.map(({ id }) => ({ commentId, authorId: id, targetId: id, content: 'x' })),
    })
    // A removed problem is a hidden one without an author.
    const { id } = await addJudgeable(site, `O${count}`, {
      authorId: owned.removedAt === null && below(6) ? one(people).id : null,
      visibility: 'HIDDEN',
    })
    const isApproved = owned.removedAt === null && owned.groupId !== null && below(3) === 0
    const approval = { visibility: 'PUBLIC', application: 'APPROVED', approvedAt: new Date() } as const
    await site.prisma.problem.update({ where: { id }, data: { ...owned, ...(isApproved && approval) } })
  }
  contests = await site.prisma.contest.findMany({ orderBy: { id: 'asc' } })
  problems = await site.prisma.problem.findMany({ orderBy: { id: 'asc' } })
})
afterAll(() => site?.close())

const readers = async () => {
  const users = await site.prisma.user.findMany()
  const viewers = await Promise.all(users.map((user) => viewerIn(site.house, user)))
  return [null, ...viewers].map((viewer) => readerOf({ ...contextOf(site, null), viewer }))
}
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
const byId = { orderBy: { id: 'asc' }, select: { id: true } } as const

it('says of each contest and problem who manages it, as a rule and as a filter', async () => {
  let managed = 0
  for (const reader of await readers()) {
    const contestsWhere = async (where: Prisma.ContestWhereInput) =>
      idsOf(await site.prisma.contest.findMany({ where, ...byId }))
    const there = contests.filter(({ removedAt }) => removedAt === null)
    const organised = idsOf(there.filter((contest) => organises(reader, contest)))
    expect(await contestsWhere(managedContests(reader))).toEqual(organised)
    const own = problems.filter((problem) => problem.removedAt === null && canManageProblem(reader, problem))
    expect(idsOf(await site.prisma.problem.findMany({ where: managedProblems(reader), ...byId }))).toEqual(
      idsOf(own),
    )
    managed += organised.length + own.length
  }
  expect(managed).toBeGreaterThan(120)
})

it('rule, filters, SQL and loaded ids agree on who is an official of each contest', async () => {
  const ctx = contextOf(site, null)
  const some = new Set<number>()
  for (const contest of contests) {
    const roots = await rootsOf(ctx, contest)
    const expected = people
      .filter((person) => isOfficial(CONTESTS, person, contest, roots))
      .map(({ id }) => id)
    const loaded = await officialIds(ctx, CONTESTS, contest)
    expect([...loaded].sort()).toEqual(expected)
    const users = await site.prisma.user.findMany({ where: officials(CONTESTS, contest) })
    expect(users.map(({ id }) => id).sort()).toEqual(expected)
    const rows = await site.prisma.$queryRaw<{ id: string }[]>`
      select p."id" from "User" p where ${officialSql(CONTESTS, contest, Prisma.sql`p`)} order by p."id"`
    expect(rows.map(({ id }) => id)).toEqual(expected)
    const others = await site.prisma.$queryRaw<{ id: string }[]>`
      select p."id" from "User" p where not ${officialSql(CONTESTS, contest, Prisma.sql`p`)}`
    expect(others.length).toBe(people.length - expected.length)
    // As a filter of one contest, and as the views that filters of all contests ask.
    const asView = { OR: [{ byOfficial: { isNot: null } }, { author: { role: { in: rolesOf(CONTESTS) } } }] }
    for (const official of [byOfficials(CONTESTS, contest), asView]) {
      const said = await site.prisma.comment.findMany({
        where: { AND: [{ contestId: contest.id }, official] },
      })
      expect(said.map(({ authorId }) => authorId).sort()).toEqual(expected)
      const answered = await site.prisma.reply.findMany({
        where: { AND: [{ comment: { contestId: contest.id } }, official] },
      })
      expect(answered.map(({ authorId }) => authorId).sort()).toEqual(expected)
    }
    some.add(expected.length)
  }
  expect(some.size).toBeGreaterThan(2)
})

it('a contest without an owner has only super administrators as officials', async () => {
  const rows = await site.prisma.$queryRaw<{ id: string }[]>`
    select u."id" from "User" u
    where not ${officialSql(CONTESTS, { ownerId: null, groupId: null }, Prisma.sql`u`)}`
  expect(rows.length).toBe(people.length - 1)
})

const GROUP = 7
const as = (role: Role, group: GroupRole | null = null): { viewer: SignedIn } => ({
  viewer: viewerOf({ id: 'me', username: 'me', role }, new Map(group === null ? [] : [[GROUP, group]])),
})
const whose = (asking: { viewer: SignedIn }, groupId: number | null) =>
  ['me', 'you'].map((ownerId) => organises(asking, { id: 1, ownerId, groupId }))

it.each<[Role, boolean, boolean]>([
  ['USER', false, false],
  ['ADMIN', true, false],
  ['PROBLEM_ADMIN', true, false],
  ['ROOT', true, true],
])('a contest of the site is organised by its owner while a role lends it: by %s', (role, mine, yours) => {
  expect(whose(as(role), null)).toEqual([mine, yours])
  // What somebody is in a group lends nothing there (area-rules G8).
  expect(whose(as(role, 'ROOT'), null)).toEqual([mine, yours])
})

it.each<[GroupRole | null, boolean, boolean]>([
  [null, false, false],
  ['MEMBER', false, false],
  ['ADMIN', true, false],
  ['ROOT', true, true],
])(
  'a contest of a group is organised by its owner as ADMIN, and by ROOT (area-rules G12): by %s',
  (group, mine, yours) => {
    for (const role of ['USER', 'ADMIN', 'PROBLEM_ADMIN'] as const)
      expect(whose(as(role, group), GROUP)).toEqual([mine, yours])
    expect(whose(as('ROOT', group), GROUP)).toEqual([true, true])
    expect(whose(as('USER', group), GROUP + 1)).toEqual([false, false])
  },
)

it.each<[Role, GroupRole | null, boolean, boolean]>([
  ['USER', 'MEMBER', false, false],
  ['USER', 'ADMIN', true, false],
  ['USER', 'ROOT', true, true],
  ['ADMIN', null, false, false],
  ['PROBLEM_ADMIN', null, true, true],
])(
  'a problem of a group is managed by its author as ADMIN, and by ROOT (area-rules G9): by %s, %s',
  (role, group, mine, yours) => {
    const managed = ['me', 'you'].map((authorId) =>
      canManageProblem(readerOf({ ...contextOf(site, null), ...as(role, group) }), {
        authorId,
        groupId: GROUP,
        visibility: 'GROUP',
      }),
    )
    expect(managed).toEqual([mine, yours])
  },
)

it('a shared stream reads the user id only where the role gives rights to own contests', () => {
  const asked = (role: Role, groupId: number | null) => {
    try {
      return organises({ viewer: rightsOf(as(role).viewer) }, { id: 1, ownerId: 'you', groupId })
    } catch (error) {
      if (error instanceof PersonalRead) return 'personal'
      throw error
    }
  }
  expect((['USER', 'ADMIN', 'ROOT'] as const).map((role) => asked(role, null))).toEqual([
    ...[false, 'personal', true],
  ])
  // What it is in a group it says of its own place alone.
  expect((['USER', 'ROOT'] as const).map((role) => asked(role, GROUP))).toEqual(['personal', true])
})
