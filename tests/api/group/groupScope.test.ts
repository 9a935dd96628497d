import { afterAll, beforeAll, expect, it } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import type { Role } from '#prisma/generated/enums.ts'
import { readerOf } from '#server/context.ts'
import { scopeOf } from '#server/modules/submission/listing.ts'
import { sitesProblems } from '#server/policy/problem.ts'
import {
  listedScope,
  listedSubmissions,
  visibleSubmissions,
  visibleSubmissionsAt,
} from '#server/policy/submission.ts'
import { COUNTS, PRACTICE } from '#server/policy/venue.ts'
import { type GroupRole, viewerOf } from '#server/policy/viewer.ts'
import { groupSql } from '#server/scope.ts'
import { addGroup } from '../../support/groups.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { randomBelow } from '../../support/seededRandom.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Sight of what was submitted in groups is said twice, as that of contests is (scope.test.ts). */

const ROLES: Role[] = ['ROOT', 'ADMIN', 'PROBLEM_ADMIN', 'USER', 'USER', 'USER', 'NO_SUBMIT']
const STANDINGS = [null, 'MEMBER', 'ADMIN', 'ROOT'] as const
const STATES = [
  { visibility: 'GROUP' },
  { visibility: 'HIDDEN' },
  { visibility: 'CONTEST_ONLY' },
  { visibility: 'PUBLIC', application: 'APPROVED', approvedAt: new Date() },
  // Was on the site, and was taken off it.
  { visibility: 'GROUP', approvedAt: new Date() },
  { visibility: 'HIDDEN', approvedAt: new Date() },
] as const

let site: Site
const people: Person[] = []
const groups: number[] = []
/** What each person is in which groups. */
const roles = new Map<string, ReadonlyMap<number, GroupRole>>()

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  const roll = randomBelow(20261123)
  for (const [index, role] of ROLES.entries()) people.push(await addPerson(site, `reader${index}`, { role }))
  const [owner] = people
  if (!owner) throw new Error('nobody')
  const problems: { id: number; groupId: number | null }[] = [
    await addJudgeable(site, 'S1'),
    await addJudgeable(site, 'S2', { visibility: 'HIDDEN', authorId: people[1]?.id }),
    await addJudgeable(site, 'S3', { visibility: 'CONTEST_ONLY', authorId: people[3]?.id }),
  ]
  for (const name of ['one', 'two', 'three']) {
    const { id: groupId } = await addGroup(site, owner, name)
    groups.push(groupId)
    for (const [at, state] of STATES.entries())
      problems.push(await addJudgeable(site, `G${groupId}X${at}`, { groupId, ...state }))
  }
  for (const { id } of people) {
    const given = groups.map((groupId) => [groupId, STANDINGS[roll(STANDINGS.length)] ?? null] as const)
    roles.set(id, new Map(given.flatMap(([groupId, role]) => (role ? [[groupId, role] as const] : []))))
  }
  await site.prisma.submission.createMany({
    data: Array.from({ length: 400 }, () => {
      const { id: problemId, groupId } = problems[roll(problems.length)] ?? { id: 0, groupId: null }
      return {
        problemId,
        // A problem that was on the site has submissions from then.
        groupId: roll(4) ? groupId : null,
        userId: people[roll(people.length)]?.id ?? '',
        language: 'cpp17',
        codeLength: 11,
        ip: '127.0.0.1',
      }
    }),
  })
})
afterAll(() => site.close())

const idsOfSql = async (condition: Prisma.Sql | null): Promise<number[]> => {
  const rows = await site.prisma.$queryRaw<{ id: number }[]>`
    select "id" from "Submission" where ${condition ?? Prisma.sql`false`} order by "id"`
  return rows.map(({ id }) => id)
}
const idsOfWhere = async (where: Prisma.SubmissionWhereInput): Promise<number[]> =>
  (await site.prisma.submission.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })).map(
    ({ id }) => id,
  )

it('filter and SQL find the same submissions of groups, which are those the viewer sees (area-rules G13)', async () => {
  const rows = await site.prisma.submission.findMany({
    where: { groupId: { not: null } },
    include: { problem: true },
    orderBy: { id: 'asc' },
  })
  const seen = new Set<number>()
  for (const person of [null, ...people]) {
    const viewer = person && viewerOf(person, roles.get(person.id))
    const reader = readerOf({ ...contextOf(site, null), viewer })
    for (const groupId of groups) {
      const role = viewer?.groups.get(groupId)
      const isWhole = role === 'ROOT' || person?.role === 'ROOT' || person?.role === 'PROBLEM_ADMIN'
      const isShared = ({ problem }: (typeof rows)[number]) =>
        ['GROUP', 'PUBLIC'].includes(problem.visibility)
      const shown = rows.filter((row) => row.groupId === groupId && (isWhole || (role && isShared(row))))
      const ids = shown.map(({ id }) => id)
      expect(await idsOfSql(groupSql(listedScope(reader, { groupId }), groupId))).toEqual(ids)
      for (const sight of [listedSubmissions, visibleSubmissions]) {
        expect(await idsOfWhere({ AND: [{}, sight(reader, { groupId })] })).toEqual(ids)
        expect(await idsOfWhere({ AND: [{ groupId }, sight(reader)] })).toEqual(ids)
      }
      for (const id of ids) seen.add(id)
    }
    // The lists of the site have none of them, no matter who reads.
    const listed = await idsOfWhere({ AND: [{ groupId: { not: null } }, listedSubmissions(reader, null)] })
    expect(listed).toEqual([])
  }
  expect(seen.size).toBe(rows.length)
})

it('the filter for one kind of place finds the rows that the filter for all places finds', async () => {
  const kinds = [
    [PRACTICE, COUNTS],
    [
      { contestId: null, groupId: 1 },
      { contestId: null, groupId: { not: null } },
    ],
  ] as const
  for (const person of [null, ...people]) {
    const reader = readerOf({
      ...contextOf(site, null),
      viewer: person && viewerOf(person, roles.get(person.id)),
    })
    for (const [venue, rows] of kinds)
      expect(await idsOfWhere({ AND: [rows, visibleSubmissionsAt(reader, venue)] })).toEqual(
        await idsOfWhere({ AND: [rows, visibleSubmissions(reader)] }),
      )
  }
})

it('leaves out of the lists of the site what its problems hide, but for authors among staff', async () => {
  const seen = new Set<number>()
  for (const person of [null, ...people]) {
    const ctx = { ...contextOf(site, null), viewer: person && viewerOf(person, roles.get(person.id)) }
    const practised = { OR: [{ groupId: null }, { approvedAt: { not: null } }] }
    const hidden = await site.prisma.problem.findMany({
      where: { AND: [practised, { NOT: sitesProblems(readerOf(ctx)) }] },
    })
    const seesAll = person?.role === 'ROOT' || person?.role === 'PROBLEM_ADMIN'
    const left = new Set((await scopeOf(ctx, {})).hidden)
    expect(left).toEqual(new Set(seesAll ? [] : hidden.map(({ id }) => id)))
    seen.add(left.size)
  }
  // Nothing for staff of all problems, one less for the author of one.
  expect(seen.size).toBe(3)
})
