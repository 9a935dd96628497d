import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Contest } from '#prisma/generated/client.ts'
import { emit } from '#server/events.ts'
import { addContest, addJudged, MINUTE, timesOf } from '../../support/contests.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Rows of contests that only organisers find in lists, through the graph, REST and streams. */

let site: Site
let root: Person
let owner: Person
let alice: Person
let bob: Person
let problemId: number
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'chief', { role: 'ROOT' })
  owner = await addPerson(site, 'owner', { role: 'ADMIN' })
  alice = await addPerson(site, 'alice')
  bob = await addPerson(site, 'bob')
  problemId = (await addJudgeable(site, 'L100', { visibility: 'HIDDEN' })).id
})
afterAll(() => site?.close())

async function hold(type: 'ACM' | 'OI'): Promise<Contest> {
  const contest = await addContest(site, { type, ownerId: owner.id, ...timesOf('frozen') })
  await site.prisma.contestProblem.create({
    data: { contestId: contest.id, problemId, displayId: 'A', title: 'Renamed', position: 0 },
  })
  return contest
}

const send = async (contest: Contest, person: Person, minute: number): Promise<number> => {
  const createdAt = new Date(contest.startsAt.getTime() + minute * MINUTE)
  return (await addJudged(site, person, { problemId, contestId: contest.id, createdAt })).id
}

const LIST = `query ($filter: SubmissionFilter) {
  submissions(first: 10, filter: $filter) { totalCount edges { node { number verdict } } } }`

/** Numbers of the rows that a viewer's list of a contest has, and their total. */
async function listed({ id: contestNumber }: Contest, person: Person, unsealed: boolean) {
  const filter = { contestNumber, ...(unsealed && { unsealed }) }
  const { submissions } = (await site.graphql(LIST, { filter }, person)).data
  const rows = submissions.edges.map(({ node }: { node: { number: number } }) => node.number).sort()
  expect(submissions.totalCount).toBe(rows.length)
  const path = `/api/contest-submissions?contestID=${contestNumber}&beforeContestSubmit=false&limit=30`
  const { data } = await site.rest('GET', `${path}${unsealed ? '&forceRefresh=true' : ''}`, person)
  expect(data.records.map(({ submitId }: { submitId: number }) => submitId).sort()).toEqual(rows)
  expect(data.total).toBe(rows.length)
  return rows
}

describe('a frozen contest', () => {
  it('keeps its frozen rows from organisers too, unless they ask, and from everybody else (contest-rules 11)', async () => {
    for (const type of ['ACM', 'OI'] as const) {
      const contest = await hold(type)
      const early = await send(contest, alice, 5)
      const late = await send(contest, alice, 45)
      for (const organiser of [root, owner]) {
        expect(await listed(contest, organiser, false)).toEqual([early])
        expect(await listed(contest, organiser, true)).toEqual([early, late])
      }
      for (const unsealed of [false, true]) {
        expect(await listed(contest, bob, unsealed)).toEqual([early])
        expect(await listed(contest, alice, unsealed)).toEqual(type === 'ACM' ? [early, late] : [early])
      }
    }
  })

  it('has the frozen rows of such a list rejudged with it', async () => {
    const contest = await hold('ACM')
    const ids = [await send(contest, alice, 5), await send(contest, alice, 45)]
    const rejudge = 'mutation ($input: RejudgeInput!) { rejudge(input: $input) { id } }'
    const target = { filter: { contestNumber: contest.id, unsealed: true } }
    const { errors } = await site.graphql(rejudge, { input: { target, reason: 'new tests' } }, root)
    expect(errors).toBeUndefined()
    const entries = await site.prisma.rejudgingEntry.findMany({ where: { submissionId: { in: ids } } })
    expect(entries).toHaveLength(2)
  })

  it('tells organisers who ask of frozen rows as they come, and nobody else', async () => {
    const contest = await hold('ACM')
    const follow = (person: Person, unsealed: boolean) =>
      site.subscribe(
        'subscription ($filter: SubmissionFilter) { submissionsChanged(filter: $filter) { submission { number } } }',
        { filter: { contestNumber: contest.id, unsealed } },
        { token: person.token },
      )
    const asking = await follow(owner, true)
    const others = [await follow(owner, false), await follow(bob, true)]
    const number = await send(contest, alice, 45)
    const told = { submissionId: number, userId: alice.id, problemId, contestId: contest.id, groupId: null }
    await emit(contextOf(site, null), 'submission.changed', told)
    expect(await asking.next()).toMatchObject({ data: { submissionsChanged: { submission: { number } } } })
    for (const each of others) expect(each.received).toEqual([])
    const early = await send(contest, alice, 5)
    await emit(contextOf(site, null), 'submission.changed', { ...told, submissionId: early })
    const next = { data: { submissionsChanged: { submission: { number: early } } } }
    for (const each of [asking, ...others]) expect(await each.next()).toMatchObject(next)
    for (const each of [asking, ...others]) each.close()
  })
})

it('rows of a removed problem are listed for organisers, and for all when it is added again (contest-rules 21)', async () => {
  const contest = await hold('ACM')
  const number = await send(contest, alice, 5)
  const where = { contestId_problemId: { contestId: contest.id, problemId } }
  await site.prisma.contestProblem.update({ where, data: { removedAt: new Date() } })
  for (const organiser of [root, owner]) expect(await listed(contest, organiser, false)).toEqual([number])
  for (const person of [alice, bob]) expect(await listed(contest, person, false)).toEqual([])
  await site.prisma.contestProblem.update({ where, data: { removedAt: null } })
  expect(await listed(contest, bob, false)).toEqual([number])
})
