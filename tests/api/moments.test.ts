import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Contest } from '#prisma/generated/client.ts'
import type { ContestType } from '#prisma/generated/enums.ts'
import { emit } from '#server/events.ts'
import { addContest, addJudged, MINUTE, type Phase, tellContest, timesOf } from '../support/contests.ts'
import { addJudgeable, globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { type Following, type Site, startSite } from '../support/site.ts'

/** A contest begins, freezes, ends and thaws: open lists and details show it at that moment, without a reload. */

let site: Site
let problem: Awaited<ReturnType<typeof addJudgeable>>
/** What the server itself listens to. */
let base = 0
const people = {} as Record<'owner' | 'ada' | 'bob' | 'root', Person>
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  people.owner = await addPerson(site, 'owner', { role: 'ADMIN' })
  people.root = await addPerson(site, 'root', { role: 'ROOT' })
  people.ada = await addPerson(site, 'ada')
  people.bob = await addPerson(site, 'bob')
  problem = await addJudgeable(site, 'M1')
  base = site.house.events.listenerCount()
})
afterAll(() => site.close())

const open: { close(): void }[] = []
afterEach(() => {
  for (const line of open.splice(0)) line.close()
})
async function follow(person: Person | null, query: string, variables: object): Promise<Following<never>> {
  const line = await site.subscribe<never>(query, variables, { token: person?.token })
  open.push(line)
  return line
}

const LIST = `subscription ($filter: SubmissionFilter) {
  submissionsChanged(filter: $filter) { change submission { number verdict } } }`
const followList = (person: Person | null, contest: Contest | null) =>
  follow(person, LIST, { filter: contest && { contestId: globalId('Contest', contest.id) } })
const toldOf = async (line: Following<never>) =>
  ((await line.next()) as { data: { submissionsChanged: unknown } }).data.submissionsChanged

const ONE = `subscription ($id: ID!) {
  submissionChanged(id: $id) { number verdict timeMs outcomeHidden } }`
const followOne = (person: Person, { id }: { id: number }) =>
  follow(person, ONE, { id: globalId('Submission', id) })
const seenOf = async (line: Following<never>) =>
  ((await line.next()) as { data: { submissionChanged: unknown } | null }).data?.submissionChanged ?? null

const listed = async (person: Person, contest: Contest): Promise<number[]> => {
  const { data } = await site.graphql(
    `query ($filter: SubmissionFilter) { submissions(filter: $filter) { edges { node { number } } } }`,
    { filter: { contestId: globalId('Contest', contest.id) } },
    { token: person.token },
  )
  return data.submissions.edges.map(({ node }: { node: { number: number } }) => node.number)
}

const SOON = 500
const RESET = { change: 'RESET', submission: null }

/** A contest in a phase, with a submission of ada, and another one of hers that `late` sends after the freeze. */
async function stageOf(type: ContestType, phase: Phase) {
  const times = timesOf(phase)
  const contest = await addContest(site, { type, ownerId: people.owner.id, ...times })
  const sent = (createdAt: Date) =>
    addJudged(site, people.ada, { problemId: problem.id, contestId: contest.id, createdAt })
  const early = await sent(new Date(times.startsAt.getTime() + MINUTE))
  return { contest, early, late: (freezesAt = times.freezesAt) => sent(new Date(freezesAt.getTime() + 1000)) }
}

/** Puts one time of a contest, which is to come, a moment away; those who follow hear nothing of that. */
async function bringNear(contest: Contest, moment: 'startsAt' | 'freezesAt' | 'endsAt' | 'thawsAt') {
  const at = new Date(Date.now() + SOON)
  const changed = await site.prisma.contest.update({ where: { id: contest.id }, data: { [moment]: at } })
  await tellContest(site, changed)
  return at
}

/** What a line says next is said at a moment: not before, and at once. */
async function atMoment<Told>(at: Date, told: Promise<Told>): Promise<Told> {
  const said = await told
  const late = Date.now() - at.getTime()
  expect(late).toBeGreaterThanOrEqual(0)
  expect(late).toBeLessThan(1000)
  return said
}

describe('at the moment at which a contest (contest-rules.md 1)', () => {
  it('begins, its rows are there', async () => {
    const { contest, early } = await stageOf('ACM', 'before')
    const list = await followList(people.bob, contest)
    expect(await listed(people.bob, contest)).toEqual([])
    const at = await bringNear(contest, 'startsAt')
    expect(await atMoment(at, toldOf(list))).toEqual(RESET)
    expect(await listed(people.bob, contest)).toEqual([early.id])
  })

  it('freezes, open lists are reloaded, and submissions of others are told no longer', async () => {
    const { contest, early, late } = await stageOf('ACM', 'running')
    const list = await followList(people.bob, contest)
    const own = await followList(people.ada, contest)
    const at = await bringNear(contest, 'freezesAt')
    expect(await atMoment(at, toldOf(list))).toEqual(RESET)
    expect(await atMoment(at, toldOf(own))).toEqual(RESET)
    const frozen = await late(at)
    expect(await listed(people.bob, contest)).toEqual([early.id])
    expect(await listed(people.ada, contest)).toEqual([frozen.id, early.id])
  })

  it('ends, time and memory of other submissions are shown', async () => {
    const { contest, early } = await stageOf('ACM', 'running')
    const one = await followOne(people.bob, early)
    expect(await seenOf(one)).toMatchObject({ number: early.id, verdict: 'ACCEPTED', timeMs: null })
    const at = await bringNear(contest, 'endsAt')
    expect(await atMoment(at, seenOf(one))).toMatchObject({ verdict: 'ACCEPTED', timeMs: 5 })
  })

  it('is thawed, outcomes are shown and lists have their rows', async () => {
    const { contest, early, late } = await stageOf('OI', 'over')
    const sealed = await late()
    const one = await followOne(people.ada, sealed)
    expect(await seenOf(one)).toMatchObject({ verdict: null, outcomeHidden: 'SEALED' })
    const lists = await Promise.all([people.ada, people.bob].map((person) => followList(person, contest)))
    expect(await listed(people.bob, contest)).toEqual([early.id])
    const at = await bringNear(contest, 'thawsAt')
    expect(await atMoment(at, seenOf(one))).toMatchObject({ verdict: 'ACCEPTED', outcomeHidden: null })
    for (const list of lists) expect(await toldOf(list)).toEqual(RESET)
    expect(await listed(people.bob, contest)).toEqual([sealed.id, early.id])
  })
})

it('subscribers to practice share one stream, whatever contests are frozen', async () => {
  for (const phase of ['before', 'frozen'] as const) await stageOf('ACM', phase)
  const lists = await Promise.all([people.ada, people.bob].map((person) => followList(person, null)))
  const streams = () => site.house.events.listenerCount() - base
  await expect.poll(streams).toBe(1)
  const { id, problemId, userId } = await site.prisma.submission.create({
    data: {
      problemId: problem.id,
      userId: people.ada.id,
      language: 'cpp17',
      codeLength: 1,
      ip: '',
      code: { create: { source: '' } },
    },
  })
  const payload = { submissionId: id, problemId, userId, contestId: null }
  await emit(contextOf(site, null), 'submission.created', payload)
  const submission = { number: id, verdict: null }
  for (const list of lists) expect(await toldOf(list)).toEqual({ change: 'CREATED', submission })
  expect(streams()).toBe(1)
})

describe('a contest that is changed', () => {
  it('hides what is frozen by its new times from open pages at once', async () => {
    const { contest, early } = await stageOf('ACM', 'running')
    const [list, one, own] = [
      await followList(people.bob, contest),
      await followOne(people.bob, early),
      await followOne(people.ada, early),
    ]
    for (const line of [one, own]) expect(await seenOf(line)).toMatchObject({ verdict: 'ACCEPTED' })
    const freezesAt = new Date(early.createdAt.getTime() - 1000)
    await tellContest(
      site,
      await site.prisma.contest.update({ where: { id: contest.id }, data: { freezesAt } }),
    )
    expect(await toldOf(list)).toEqual(RESET)
    expect(await listed(people.bob, contest)).toEqual([])
    // The detail is refused, as it would be to anyone who opens it now.
    await expect(one.next()).resolves.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
    expect(await seenOf(own)).toMatchObject({ verdict: 'ACCEPTED' })
  })

  it('is nothing to lists of practice, nor to those of other contests', async () => {
    const other = await stageOf('ACM', 'running')
    const { contest } = await stageOf('ACM', 'running')
    const [practice, others, its] = [
      await followList(people.bob, null),
      await followList(people.bob, other.contest),
      await followList(people.bob, contest),
    ]
    const at = await bringNear(contest, 'freezesAt')
    expect(await atMoment(at, toldOf(its))).toEqual(RESET)
    expect(practice.received).toEqual([])
    expect(others.received).toEqual([])
  })
})

it('refuses a detail as soon as its problem is hidden', async () => {
  const hidden = await addJudgeable(site, 'M2')
  const { id } = await site.prisma.submission.create({
    data: {
      problemId: hidden.id,
      userId: people.ada.id,
      language: 'cpp17',
      codeLength: 1,
      ip: '',
      code: { create: { source: '' } },
    },
  })
  const one = await followOne(people.bob, { id })
  expect(await seenOf(one)).toMatchObject({ number: id })
  await site.prisma.problem.update({ where: { id: hidden.id }, data: { visibility: 'HIDDEN' } })
  await emit(contextOf(site, null), 'problem.hidden', { problemId: hidden.id })
  await expect(one.next()).resolves.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
})
