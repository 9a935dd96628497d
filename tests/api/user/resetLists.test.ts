import { afterAll, beforeAll, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { saveProblem } from '#server/modules/problem/authoring/authoring.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem, problemInput } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Lists of submissions in which many rows come and go at once, because a problem or a contest opens or closes. */

let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(() => site.close())

const LIST = `subscription ($filter: SubmissionFilter) {
  submissionsChanged(filter: $filter) { change created submission { number } } }`
const RESET = { data: { submissionsChanged: { change: 'RESET', created: false, submission: null } } }

const send = (problemId: number, contestId: number | null = null) =>
  site.prisma.submission.create({
    data: { problemId, contestId, userId: root.id, language: 'cpp17', codeLength: 11, ip: '127.0.0.1' },
  })
const tell = (name: 'created' | 'judged', sent: { id: number; problemId: number }) =>
  emit(contextOf(site, null), `submission.${name}`, {
    submissionId: sent.id,
    problemId: sent.problemId,
    userId: root.id,
    contestId: null,
  })
const told = (change: string, { id }: { id: number }) => ({
  data: { submissionsChanged: { change, created: change === 'CREATED', submission: { number: id } } },
})

it('open lists are told once to reload when a problem is hidden, and then nothing of its submissions', async () => {
  const [problem, other] = [await addProblem(site, root, 'R1'), await addProblem(site, root, 'R2')]
  const publish = (visibility: 'PUBLIC' | 'HIDDEN') =>
    saveProblem(contextOf(site, root), {
      ...problemInput('R1', { visibility, testcases: null }),
      id: problem.id,
    })
  const list = await site.subscribe(LIST)
  const ofOther = await site.subscribe(LIST, { filter: { problem: 'R2', exactProblem: true } })
  const [secret, open] = [await send(problem.id), await send(other.id)]
  await tell('created', secret)
  expect(await list.next()).toEqual(told('CREATED', secret))

  await publish('HIDDEN')
  expect(await list.next()).toEqual(RESET)
  await publish('HIDDEN')
  await tell('judged', secret)
  await tell('created', open)
  expect(await list.next()).toEqual(told('CREATED', open))
  expect(await ofOther.next()).toEqual(told('CREATED', open))

  await publish('PUBLIC')
  expect(await list.next()).toEqual(RESET)
  await tell('judged', secret)
  expect(await list.next()).toEqual(told('CHANGED', secret))
  expect([list.received, ofOther.received]).toEqual([[], []])
  for (const one of [list, ofOther]) one.close()
})

it('only lists of a contest are told to reload when it changes', async () => {
  const contest = await site.prisma.contest.create({
    data: { type: 'ACM', ownerId: root.id, startsAt: new Date(0), endsAt: new Date(Date.now() + 3_600_000) },
  })
  const contestId = Buffer.from(`Contest:${contest.id}`).toString('base64')
  const list = await site.subscribe(LIST, { filter: { contestId } }, { token: root.token })
  const practice = await site.subscribe(LIST)
  await emit(contextOf(site, null), 'contest.changed', { contestId: contest.id })
  expect(await list.next()).toEqual(RESET)
  expect(practice.received).toEqual([])
  for (const one of [list, practice]) one.close()
})

/** Submissions of a new public problem, whose change is told at once. */
async function addBurst(displayId: string) {
  const problem = await addProblem(site, root, displayId, { visibility: 'PUBLIC' })
  const many = await site.prisma.submission.createManyAndReturn({
    data: Array.from({ length: 400 }, () => ({
      problemId: problem.id,
      userId: root.id,
      language: 'cpp17',
      codeLength: 11,
      ip: '127.0.0.1',
    })),
    select: { id: true, problemId: true },
  })
  const [first] = many
  if (!first) throw new Error('no row')
  const change = () =>
    site.prisma.$transaction(async (db) => {
      const ctx = { ...contextOf(site, null), db }
      for (const { id, problemId } of many)
        await emit(ctx, 'submission.changed', {
          submissionId: id,
          problemId,
          userId: root.id,
          contestId: null,
        })
    })
  return { first, change }
}

it('open lists are told once to reload when more rows change at once than are told one by one', async () => {
  const { first, change } = await addBurst('R3')
  const list = await site.subscribe(LIST)
  await change()
  await expect.poll(() => list.received).toContainEqual(RESET)
  expect(list.received.filter((one) => JSON.stringify(one) === JSON.stringify(RESET))).toHaveLength(1)
  // Later changes are told one by one again.
  await tell('judged', first)
  await expect.poll(() => list.received.at(-1)).toEqual(told('CHANGED', first))
  list.close()
})

it('a list that is opened after a burst is told the next change as a row', async () => {
  const { first, change } = await addBurst('R4')
  const before = site.house.events.version('submission.changed')
  await change()
  await expect.poll(() => site.house.events.version('submission.changed')).toBe(before + 400)
  const list = await site.subscribe(LIST)
  await tell('judged', first)
  expect(await list.next()).toEqual(told('CHANGED', first))
  list.close()
})

it('a list that is opened while others wait for their reload is told what changes then', async () => {
  const { first, change } = await addBurst('R5')
  const list = await site.subscribe(LIST)
  const before = site.house.events.version('submission.changed')
  await change()
  await expect.poll(() => site.house.events.version('submission.changed'), { interval: 1 }).toBe(before + 400)
  const later = await site.subscribe(LIST)
  await tell('judged', first)
  expect([RESET, told('CHANGED', first)]).toContainEqual(await later.next())
  for (const one of [list, later]) one.close()
})
