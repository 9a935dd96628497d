import { afterAll, beforeAll, expect, it } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import type { Role } from '#prisma/generated/enums.ts'
import { readerOf } from '#server/context.ts'
import { listedScope, listedSubmissions } from '#server/policy/submission.ts'
import { COUNTS } from '#server/policy/venue.ts'
import { COUNTS_SQL, contestSql } from '#server/scope.ts'
import { dice } from '../support/dice.ts'
import { addGroup } from '../support/groups.ts'
import { addJudgeable } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

/** Sight is said twice, to Prisma and to PostgreSQL: both must name the same rows, for whatever rows and readers. */

const MINUTE = 60_000
const ROLES: Role[] = ['ROOT', 'ADMIN', 'PROBLEM_ADMIN', 'USER', 'USER', 'NO_SUBMIT']
let site: Site
const people: Person[] = []
let contests: number[] = []
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  const roll = dice(20261122)
  for (const [index, role] of ROLES.entries()) people.push(await addPerson(site, `reader${index}`, { role }))
  const problems = [
    await addJudgeable(site, 'S1', { authorId: people[1]?.id }),
    await addJudgeable(site, 'S2', { authorId: people[1]?.id, visibility: 'HIDDEN' }),
    await addJudgeable(site, 'S3', { visibility: 'HIDDEN' }),
  ]
  const group = await addGroup(site, { id: people[1]?.id ?? '' }, 'scope')
  const now = Date.now()
  const at = () => new Date(now + (roll(240) - 120) * MINUTE)
  const anybody = () => people[roll(people.length)]?.id ?? ''
  for (let count = 0; count < 24; count++) {
    const [startsAt, freezesAt, endsAt, thawsAt] = [at(), at(), at(), at()].sort((a, b) => +a - +b)
    if (!startsAt || !freezesAt || !endsAt || !thawsAt) continue
    const { id } = await site.prisma.contest.create({
      data: {
        ...{ type: roll(2) ? 'ACM' : 'OI', ownerId: anybody(), startsAt, endsAt },
        freezesAt: roll(4) ? freezesAt : null,
        thawsAt: roll(3) ? thawsAt : null,
      },
    })
    contests = [...contests, id]
  }
  await site.prisma.submission.createMany({
    data: Array.from({ length: 2000 }, () => ({
      ...{ problemId: problems[roll(problems.length)]?.id ?? 0, userId: anybody(), createdAt: at() },
      contestId: roll(4) ? (contests[roll(contests.length)] ?? null) : null,
      groupId: roll(5) ? null : group.id,
      ...{ language: 'cpp17', codeLength: 11, ip: '127.0.0.1' },
    })),
  })
  await site.house.timetable.renew()
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

it('names the same rows in both forms', async () => {
  expect(await idsOfSql(COUNTS_SQL)).toEqual(await idsOfWhere(COUNTS))
  const seen = new Set<number>()
  for (const person of [null, ...people]) {
    for (const unsealed of [false, true]) {
      const reader = readerOf({ ...contextOf(site, person), unsealed })
      const visible = listedSubmissions(reader)
      for (const contestId of contests) {
        const ids = await idsOfSql(contestSql(listedScope(reader), contestId))
        expect(ids).toEqual(await idsOfWhere({ AND: [{ contestId }, visible] }))
        for (const id of ids) seen.add(id)
      }
    }
  }
  // An organiser who asks for it sees every one of them.
  expect(seen.size).toBe(await site.prisma.submission.count({ where: { contestId: { not: null } } }))
})
