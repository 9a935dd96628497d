import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Group } from '#prisma/generated/client.ts'
import type { Events } from '#server/events.ts'
import { switches } from '#server/modules/site/site.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { APPROVED, addGroup, setStanding } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import type { Site } from '../../support/site.ts'
import { openSubmitSite, type SubmitSite } from '../../support/submitSite.ts'

/** Where a submission belongs: the statement that stores it says so, and everything that tells of it repeats it. */

let sending: SubmitSite
let site: Site
let root: Person
let setter: Person
let group: Group
let other: Group
let own: Awaited<ReturnType<typeof addJudgeable>>
const approved = APPROVED

beforeAll(async () => {
  sending = await openSubmitSite()
  site = sending.site
  root = sending.root
  setter = await addPerson(site, 'setter', { role: 'PROBLEM_ADMIN' })
  group = await addGroup(site, setter, 'alpha')
  other = await addGroup(site, setter, 'beta')
  await setStanding(site, group, root, 'MEMBER')
  own = await addJudgeable(site, 'ALPHA1', { groupId: group.id, visibility: 'GROUP' })
})
afterAll(() => sending.close())

const groupOf = async (number: number) => {
  const { contestId, groupId } = await site.prisma.submission.findUniqueOrThrow({ where: { id: number } })
  return { contestId, groupId }
}

const addGroupContest = async (groupId: number | null) => {
  const contest = await addContest(site, { type: 'ACM', ownerId: root.id, ...timesOf('running') })
  await site.prisma.contest.update({ where: { id: contest.id }, data: { groupId } })
  const link = async (problemId: number, displayId: string) =>
    site.prisma.contestProblem.create({
      data: { contestId: contest.id, problemId, displayId, title: displayId, position: 1 },
    })
  return { ...contest, link }
}

it('tells of the group with everything that happens to a submission', async () => {
  const told = new Map<string, Set<unknown>>()
  const off = site.house.events.listen(({ name, payload }) => {
    if (!name.startsWith('submission.')) return
    const { groupId } = payload as Events['submission.created']
    told.set(name, (told.get(name) ?? new Set()).add(groupId))
  })
  const sent = await sending.judged(root, 'ACCEPTED', { problemId: own.globalId })
  await site.graphql(
    'mutation ($input: CorrectSubmissionInput!) { correctSubmission(input: $input) { number } }',
    { input: { id: sent.id, verdict: 'WRONG_ANSWER' } },
    root,
  )
  await expect.poll(() => told.has('submission.changed')).toBe(true)
  off()
  const here = new Set([group.id])
  expect(Object.fromEntries(told)).toEqual({
    'submission.created': here,
    'submission.progressed': here,
    'submission.judged': here,
    'submission.counted': here,
    'submission.changed': here,
  })
})

describe('the venue of a submission', () => {
  it('is the site for its problems, and for those of a group that were approved (area-rules G11)', async () => {
    expect(await groupOf((await sending.send(root)).number)).toEqual({ contestId: null, groupId: null })
    const problem = await addJudgeable(site, 'ALPHA2', { groupId: group.id, ...approved })
    const sent = await sending.send(root, { problemId: problem.globalId })
    expect(await groupOf(sent.number)).toEqual({ contestId: null, groupId: null })
  })

  it("is the group of a group's own problem (area-rules T12)", async () => {
    const sent = await sending.send(root, { problemId: own.globalId })
    expect(await groupOf(sent.number)).toEqual({ contestId: null, groupId: group.id })
  })

  it('is the contest, with its group, whatever problem it is (area-rules G12)', async () => {
    const contests = [await addGroupContest(null), await addGroupContest(other.id)]
    for (const contest of contests) {
      await contest.link(sending.problem.id, 'A')
      await contest.link(own.id, 'B')
      const groupId = contest === contests[0] ? null : other.id
      for (const problem of [sending.problem, own]) {
        const place = { problemId: problem.globalId, contestId: globalId('Contest', contest.id) }
        const sent = await sending.send(root, place)
        expect(await groupOf(sent.number)).toEqual({ contestId: contest.id, groupId })
      }
    }
  })

  it('is no part of what a client key compares: a problem may be approved between two tries', async () => {
    const problem = await addJudgeable(site, 'ALPHA3', { groupId: group.id, visibility: 'GROUP' })
    const input = { problemId: problem.globalId, clientKey: 'once' }
    const first = await sending.send(root, input)
    await site.prisma.problem.update({ where: { id: problem.id }, data: approved })
    expect(await sending.send(root, input)).toMatchObject({ number: first.number })
    expect(await groupOf(first.number)).toEqual({ contestId: null, groupId: group.id })
  })
})

describe("a group's own problem", () => {
  const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
  const TRY = 'mutation ($input: StartTrialInput!) { startTrial(input: $input) { id } }'
  const CAN = 'query ($id: ID!) { node(id: $id) { ... on Problem { viewerCanSubmit } } }'

  const codesOf = async (person: Person) => {
    const input = { problemId: own.globalId, language: 'cpp17o2', source: 'int main() {}' }
    const sent = await site.graphql(SUBMIT, { input }, person)
    const tried = await site.graphql(TRY, { input: { ...input, input: '1' } }, person)
    const can = await site.graphql(CAN, { id: own.globalId }, person)
    return [
      sent.errors?.[0]?.extensions?.code ?? 'sent',
      tried.errors?.[0]?.extensions?.code ?? 'tried',
      can.data?.node?.viewerCanSubmit ?? null,
    ]
  }

  it('takes submissions of members alone, not of the staff of the site (area-rules G8)', async () => {
    const member = await addPerson(site, 'member')
    await setStanding(site, group, member, 'MEMBER')
    expect(await codesOf(member)).toEqual(['sent', 'tried', true])
    const judge = await addPerson(site, 'judge', { role: 'PROBLEM_ADMIN' })
    expect(await codesOf(judge)).toEqual(['FORBIDDEN', 'FORBIDDEN', false])
    expect(await codesOf(await addPerson(site, 'stranger'))).toEqual(['NOT_FOUND', 'NOT_FOUND', null])
  })

  it('takes none while judging of groups is closed, and tells nobody else that it is there', async () => {
    const stranger = await addPerson(site, 'passer')
    await switches.set(contextOf(site, root), { openGroupJudge: false })
    expect(await codesOf(root)).toEqual(['JUDGING_CLOSED', 'JUDGING_CLOSED', false])
    expect(await codesOf(stranger)).toEqual(['NOT_FOUND', 'NOT_FOUND', null])
    await switches.set(contextOf(site, root), { openGroupJudge: true, openPublicJudge: false })
    expect(await codesOf(root)).toEqual(['sent', 'tried', true])
    await switches.set(contextOf(site, root), { openPublicJudge: true })
  })
})
