import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Contest, Prisma, type Submission } from '#prisma/generated/client.ts'
import type { Role } from '#prisma/generated/enums.ts'
import { readerOf } from '#server/context.ts'
import { viewerIn } from '#server/memberships.ts'
import { visibleComments, visibleReplies } from '#server/policy/comment.ts'
import { contestComments } from '#server/policy/contestComment.ts'
import { organises } from '#server/policy/officials.ts'
import type { Reader } from '#server/policy/reader.ts'
import {
  listedScope,
  listedSubmissions,
  visibleSubmissions,
  visibleSubmissionsAt,
} from '#server/policy/submission.ts'
import { COUNTS, PRACTICE } from '#server/policy/venue.ts'
import { COUNTS_SQL, contestSql } from '#server/scope.ts'
import { addGroup, setStanding } from '../support/groups.ts'
import { addJudgeable } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { randomBelow } from '../support/seededRandom.ts'
import { type Site, startSite } from '../support/site.ts'

/** Sight is said twice, to Prisma and to PostgreSQL: both must name the same rows, for whatever rows and readers. */

const MINUTE = 60_000
const ROLES: Role[] = ['ROOT', 'ADMIN', 'PROBLEM_ADMIN', 'USER', 'USER', 'NO_SUBMIT']
let site: Site
const people: Person[] = []
let contests: number[] = []
const now = new Date()
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  const roll = randomBelow(20261122)
  for (const [index, role] of ROLES.entries()) people.push(await addPerson(site, `reader${index}`, { role }))
  const problems = [
    await addJudgeable(site, 'S1', { authorId: people[1]?.id }),
    await addJudgeable(site, 'S2', { authorId: people[1]?.id, visibility: 'HIDDEN' }),
    await addJudgeable(site, 'S3', { visibility: 'HIDDEN' }),
  ]
  const group = await addGroup(site, { id: people[1]?.id ?? '' }, 'scope')
  const [root, member] = [people[3], people[4]]
  if (root) await setStanding(site, group, root, 'ROOT')
  if (member) await setStanding(site, group, member, 'MEMBER')
  const at = () => new Date(now.getTime() + (roll(240) - 120) * MINUTE)
  const anybody = () => people[roll(people.length)]?.id ?? ''
  for (let count = 0; count < 24; count++) {
    const [startsAt, freezesAt, endsAt, thawsAt] = [at(), at(), at(), at()].sort((a, b) => +a - +b)
    if (!startsAt || !freezesAt || !endsAt || !thawsAt) continue
    const { id } = await site.prisma.contest.create({
      data: {
        type: roll(2) ? 'ACM' : 'OI',
        ownerId: anybody(),
        startsAt,
        endsAt,
        freezesAt: roll(4) ? freezesAt : null,
        thawsAt: roll(3) ? thawsAt : null,
        groupId: roll(2) ? group.id : null,
      },
    })
    contests = [...contests, id]
  }
  const [removed] = contests
  await site.prisma.contest.update({ where: { id: removed ?? 0 }, data: { removedAt: now, visible: false } })
  await site.prisma.submission.createMany({
    data: Array.from({ length: 2000 }, () => ({
      problemId: problems[roll(problems.length)]?.id ?? 0,
      userId: anybody(),
      createdAt: at(),
      contestId: roll(4) ? (contests[roll(contests.length)] ?? null) : null,
      groupId: roll(5) ? null : group.id,
      language: 'cpp17',
      codeLength: 11,
      ip: '127.0.0.1',
    })),
  })
  for (const contestId of contests)
    for (const { id: authorId } of people) {
      const { id: commentId } = await site.prisma.comment.create({
        data: { contestId, authorId, content: 'a comment' },
      })
      const replies = people.map(({ id }) => ({ commentId, authorId: id, content: 'a reply' }))
      await site.prisma.reply.createMany({ data: replies })
    }
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

/** Everybody, and a guest, as they are by now. */
async function readers(unsealed = false): Promise<Reader[]> {
  const users = await site.prisma.user.findMany({ where: { id: { in: people.map(({ id }) => id) } } })
  const viewers = await Promise.all(users.map((user) => viewerIn(site.house, user)))
  return [null, ...viewers].map((viewer) => readerOf({ ...contextOf(site, null), viewer, now, unsealed }))
}

it('the filter for one kind of place finds the rows that the filter for all places finds', async () => {
  const kinds = [
    [PRACTICE, COUNTS],
    [{ contestId: 1, groupId: null }, { contestId: { not: null } }],
    [
      { contestId: null, groupId: 1 },
      { contestId: null, groupId: { not: null } },
    ],
  ] as const
  for (const unsealed of [false, true])
    for (const reader of await readers(unsealed))
      for (const [venue, rows] of kinds)
        expect(await idsOfWhere({ AND: [rows, visibleSubmissionsAt(reader, venue)] })).toEqual(
          await idsOfWhere({ AND: [rows, visibleSubmissions(reader)] }),
        )
})

it('filter and SQL find the same submissions, for one contest and for all contests', async () => {
  expect(await idsOfSql(COUNTS_SQL)).toEqual(await idsOfWhere(COUNTS))
  const seen = new Set<number>()
  for (const unsealed of [false, true]) {
    for (const reader of await readers(unsealed)) {
      for (const contest of await site.prisma.contest.findMany()) {
        const { id: contestId } = contest
        const mine = await idsOfWhere({ AND: [{ contestId }, visibleSubmissions(reader)] })
        expect(mine).toEqual(await idsByRule(reader, contest))
        // Who is not let in does not get as far as the list of one contest.
        if (!isLetIn(reader, contest)) continue
        const [one, all] = [listedSubmissions(reader, contestId), listedSubmissions(reader)]
        const ids = await idsOfWhere({ AND: [{ contestId }, all] })
        expect(await idsOfWhere({ AND: [{ contestId }, one] })).toEqual(ids)
        expect(await idsOfSql(contestSql(listedScope(reader, contestId)))).toEqual(ids)
        expect(await idsOfWhere({ AND: [{ contestId }, visibleSubmissions(reader, contestId)] })).toEqual(
          mine,
        )
        for (const id of ids) seen.add(id)
      }
    }
  }
  // An organiser who asks for it sees every one of them, but of the contest that was removed.
  expect(seen.size).toBe(await site.prisma.submission.count({ where: { contest: { removedAt: null } } }))
})

/** Whether a contest without a password lets a reader in, by its clock and its group. */
const isLetIn = (reader: Reader, contest: Contest): boolean =>
  organises(reader, contest) ||
  (reader.viewer !== null &&
    contest.startsAt <= now &&
    (contest.groupId === null || reader.viewer.groups.has(contest.groupId)))

/** The rows of a contest that a reader opens one by one, by its times and nothing else (contest-rules.md 6). */
async function idsByRule(reader: Reader, contest: Contest): Promise<number[]> {
  const { viewer } = reader
  const where = { contestId: contest.id }
  const rows = await site.prisma.submission.findMany({ where, orderBy: { id: 'asc' } })
  if (!viewer || contest.removedAt || !isLetIn(reader, contest)) return []
  const isSealed =
    contest.freezesAt !== null && contest.freezesAt <= now && (!contest.thawsAt || now < contest.thawsAt)
  if (organises(reader, contest)) return rows.map(({ id }) => id)
  const isOpen = (row: Submission) =>
    !isSealed || row.userId === viewer.id || row.createdAt < (contest.freezesAt ?? now)
  return rows.filter(isOpen).map(({ id }) => id)
}

it('shows the same comments and replies of one contest and of all (contest-rules.md 24, area-rules.md G12)', async () => {
  const columns = { select: { id: true }, orderBy: { id: 'asc' } } as const
  const shown = { some: 0, all: 0 }
  for (const reader of await readers())
    for (const contest of await site.prisma.contest.findMany({ where: { visible: true } })) {
      const { id: contestId } = contest
      const isIn = isLetIn(reader, contest)
      const comments = (where: Prisma.CommentWhereInput) =>
        site.prisma.comment.findMany({ where: { AND: [{ contestId }, where] }, ...columns })
      const replies = (where: Prisma.ReplyWhereInput) =>
        site.prisma.reply.findMany({ where: { AND: [{ comment: { contestId } }, where] }, ...columns })
      const seen = await comments(visibleComments(reader))
      expect(seen).toEqual(isIn ? await comments(contestComments.within(reader, contestId).comments) : [])
      expect(await replies(visibleReplies(reader))).toEqual(
        isIn ? await replies(contestComments.within(reader, contestId).replies) : [],
      )
      if (isIn) shown[seen.length === people.length ? 'all' : 'some']++
    }
  expect(Math.min(shown.all, shown.some)).toBeGreaterThan(10)
})
