import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Contest } from '#prisma/generated/client.ts'
import { addContest, addJudged, MINUTE, type Phase, tellContest, timesOf } from '../../support/contests.ts'
import { addGroupRoles, type GroupRoles, NAMES, type Name } from '../../support/groupRoles.ts'
import { setStanding } from '../../support/groups.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Rules of contests that a group must not change, in a contest of a group. */

let site: Site
let stage: GroupRoles
let problemId: number

beforeAll(async () => {
  site = await startSite()
  stage = await addGroupRoles(site)
  const { group, people } = stage
  const fields = { groupId: group.id, authorId: people.author.id, visibility: 'GROUP' } as const
  problemId = (await addJudgeable(site, 'ALPHA1', fields)).id
})
afterAll(() => site?.close())

/** A contest of the group that one of its admins owns. */
async function contestOf(phase: Phase, fields: Partial<Contest> = {}): Promise<Contest> {
  const { group, people } = stage
  const made = await addContest(site, {
    ...timesOf(phase),
    type: 'ACM' as const,
    ownerId: people.author.id,
    groupId: group.id,
  })
  await site.prisma.contestProblem.create({
    data: { contestId: made.id, problemId, displayId: 'A', title: 'A', position: 1 },
  })
  const changed = { where: { id: made.id }, data: fields }
  const contest = (await site.prisma.contest.update(changed as never)) as Contest
  await tellContest(site, contest)
  return contest
}

const post = (name: Name, path: string, body: object) =>
  site.rest('POST', path, { body, token: stage.people[name].token })

it('shows the frozen board to all of a group, and what is behind the freeze to organisers who ask alone (contest-rules 11)', async () => {
  const { group, people } = stage
  const { id: cid, freezesAt } = await contestOf('frozen')
  const sentAt = (minutes: number) => new Date((freezesAt?.getTime() ?? 0) + minutes * MINUTE)
  for (const createdAt of [sentAt(-5), sentAt(5)])
    await addJudged(
      site,
      people.member,
      { problemId, contestId: cid, createdAt },
      createdAt < sentAt(0)
        ? { groupId: group.id, verdict: 'WRONG_ANSWER', score: 0, oiRankScore: 0 }
        : { groupId: group.id },
    )
  const cellOf = async (name: Name, forceRefresh: boolean) => {
    const { data } = await post(name, '/api/get-contest-rank', {
      cid,
      currentPage: 1,
      limit: 50,
      forceRefresh,
    })
    return data?.records[0].submissionInfo.A ?? null
  }
  const organisers: Name[] = ['author', 'root', 'owner', 'siteRoot']
  const lookers: Name[] = ['member', 'admin', ...organisers]
  for (const name of NAMES) {
    const [frozen, asked] = [await cellOf(name, false), await cellOf(name, true)]
    const isIn = lookers.includes(name)
    expect([name, frozen?.isAC ?? null, frozen?.tryNum ?? null]).toEqual([name, null, isIn ? 1 : null])
    expect([name, asked?.isAC ?? null]).toEqual([name, organisers.includes(name) ? true : null])
  }
})

it('takes registrations of members by the password, once, with few tries, until the end (contest-rules 15, 16)', async () => {
  const secret = { access: 'PRIVATE' as const, password: 'sesame' }
  const { id: cid } = await contestOf('running', secret)
  const { id: over } = await contestOf('over', secret)
  const register = async (name: Name, password: string, contest = cid) =>
    (await post(name, '/api/register-contest', { cid: contest, password })).status
  const looks = async (name: Name) =>
    (await site.rest('GET', `/api/get-contest-problem?cid=${cid}`, { token: stage.people[name].token }))
      .status
  // Anyone who knows the password is not in the group for that.
  for (const name of ['stranger', 'applicant', 'refused', 'left', 'siteAdmin'] as const)
    expect([name, await register(name, 'sesame'), await looks(name)]).toEqual([name, 404, 404])
  expect(await looks('member')).toBe(403)
  expect(await register('member', 'Sesame')).toBe(400)
  expect(await register('member', 'sesame')).toBe(403)
  await site.prisma.throttle.deleteMany()
  expect(await register('member', 'sesame')).toBe(200)
  expect(await register('member', 'sesame')).toBe(400)
  expect(await register('admin', 'sesame', over)).not.toBe(200)
  expect(await looks('member')).toBe(200)
  await setStanding(site, stage.group, stage.people.member, null)
  expect(await looks('member')).toBe(404)
  await setStanding(site, stage.group, stage.people.member, 'MEMBER')
  expect(await looks('member')).toBe(200)
})
