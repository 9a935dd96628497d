import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Submission } from '#prisma/generated/client.ts'
import { Verdict } from '#prisma/generated/enums.ts'
import { contextOfHouse } from '#server/context.ts'
import { settle, sweepUnsettled } from '#server/modules/judging/settle.ts'
import { EMPTY_TALLY } from '#server/modules/problem/tally.ts'
import { TALLY_COLUMN } from '#server/modules/submission/tally.ts'
import { addGroup } from '../../support/groups.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson } from '../../support/people.ts'
import { randomBelow } from '../../support/seededRandom.ts'
import { type Site, startSite } from '../../support/site.ts'

/** What a group counts of its own, whatever becomes of outcomes, compared with a recount from the rows. */

const VERDICTS = Object.values(Verdict)
let site: Site
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
})
afterAll(() => site.close())

/** What rows in the order of their ids say, by place and problem, and for each person. */
function recount(rows: readonly Submission[]) {
  const tallies: Record<string, object> = {}
  const progress: Record<string, object> = {}
  for (const row of rows) {
    const { groupId, problemId, userId, verdict } = row
    if (!verdict) continue
    const place = `${groupId} ${problemId}`
    const tally = (tallies[place] ?? { ...EMPTY_TALLY }) as typeof EMPTY_TALLY
    tally.total++
    tally[TALLY_COLUMN[verdict]]++
    tallies[place] = tally
    const own = rows.filter((one) => one.userId === userId && `${one.groupId} ${one.problemId}` === place)
    const [first] = own.filter((one) => one.verdict === 'ACCEPTED')
    const scores = own.flatMap(({ oiRankScore }) => oiRankScore ?? [])
    progress[`${place} ${userId}`] = {
      verdict: (first ?? row).verdict,
      score: (first ?? row).score,
      oiRankScore: scores.length > 0 ? Math.max(...scores) : null,
      acceptedAt: first?.createdAt ?? null,
      acceptedSubmissionId: first?.id ?? null,
      lastSubmissionId: row.id,
    }
  }
  return { tallies, progress }
}

/** What the tables say. */
async function counted() {
  const [siteTallies, groupTallies, siteProgress, groupProgress] = await Promise.all([
    site.prisma.problemTally.findMany(),
    site.prisma.groupTally.findMany(),
    site.prisma.problemProgress.findMany(),
    site.prisma.groupProgress.findMany(),
  ])
  const tallies = [...siteTallies.map((row) => ({ ...row, groupId: null })), ...groupTallies]
  const progress = [...siteProgress.map((row) => ({ ...row, groupId: null })), ...groupProgress]
  return {
    tallies: Object.fromEntries(
      tallies.map(({ groupId, problemId, ...row }) => [`${groupId} ${problemId}`, row]),
    ),
    progress: Object.fromEntries(
      progress.map(({ groupId, problemId, userId, ...row }) => [`${groupId} ${problemId} ${userId}`, row]),
    ),
  }
}

it('tallies of the site and of groups equal a recount of their rows, without contests (area-rules G12, G13)', async () => {
  const roll = randomBelow(20261123)
  const of = <One>(some: readonly One[]): One => some[roll(some.length)] as One
  const people = [await addPerson(site, 'ada'), await addPerson(site, 'bob'), await addPerson(site, 'eve')]
  const [owner] = people
  if (!owner) throw new Error('nobody')
  const groups = [await addGroup(site, owner, 'tally1'), await addGroup(site, owner, 'tally2')]
  const problems = [await addJudgeable(site, 'TA1'), await addJudgeable(site, 'TA2')]
  const [startsAt, endsAt] = [new Date(0), new Date(1)]
  const contest = await site.prisma.contest.create({
    data: { type: 'ACM', ownerId: owner.id, groupId: groups[0]?.id, startsAt, endsAt },
  })
  const places = [
    { contestId: null, groupId: null },
    ...groups.map(({ id }) => ({ contestId: null, groupId: id })),
    { contestId: contest.id, groupId: contest.groupId },
  ]
  const ctx = () => contextOfHouse(site.house)
  const outcome = () => {
    const verdict = roll(6) ? of(VERDICTS) : 'ACCEPTED'
    return { verdict, score: roll(3) ? roll(100) : null, oiRankScore: roll(3) ? roll(14) : null }
  }
  for (let round = 0; round < 4; round++) {
    await site.prisma.submission.createMany({
      data: Array.from({ length: 60 }, () => ({
        problemId: of(problems).id,
        userId: of(people).id,
        ...of(places),
        ...outcome(),
        language: 'cpp17',
        codeLength: 11,
        ip: '127.0.0.1',
        state: 'DONE' as const,
      })),
    })
    // Outcomes that a rejudging or a person changed.
    for (const { id } of await site.prisma.submission.findMany({ select: { id: true } }))
      if (roll(4) === 0) await site.prisma.submission.update({ where: { id }, data: outcome() })
    // A score alone that changed is no work for the sweep: its own job settles it.
    for (const { id } of await site.prisma.submission.findMany({ select: { id: true } }))
      if (roll(3) > 0 || round === 3) await settle(ctx(), id)
    await sweepUnsettled(ctx())
  }
  const rows = await site.prisma.submission.findMany({ orderBy: { id: 'asc' } })
  const outside = rows.filter(({ contestId }) => contestId === null)
  expect(outside.length).toBeLessThan(rows.length)
  expect(await counted()).toEqual(recount(outside))
  expect(rows.filter(({ verdict, countedVerdict }) => verdict !== countedVerdict)).toEqual([])
})
