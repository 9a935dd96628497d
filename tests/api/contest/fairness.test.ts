import { afterAll, beforeAll, expect, it } from 'vitest'
import { PRIORITY } from '#judge/protocol.ts'
import { cancelSubmission } from '#server/modules/judging/correction.ts'
import { sweepLostJobs } from '#server/modules/judging/lostJobs.ts'
import { rejudge, rejudgeSubmission } from '#server/modules/judging/rejudging.ts'
import { startTrial } from '#server/modules/judging/trial.ts'
import { switches } from '#server/modules/site/site.ts'
import { takeIn } from '#server/modules/submission/submission.ts'
import { judgeNext, outcome, startFakeHost } from '../../support/fakeHost.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let people: Record<'root' | 'alice' | 'bob' | 'carol', Person>
let problem: Awaited<ReturnType<typeof addJudgeable>>
beforeAll(async () => {
  site = await startSite()
  people = {
    root: await addPerson(site, 'chief', { role: 'ROOT' }),
    alice: await addPerson(site, 'alice'),
    bob: await addPerson(site, 'bob'),
    carol: await addPerson(site, 'carol'),
  }
  await switches.set(contextOf(site, people.root), { submitIntervalSeconds: 0 })
  problem = await addJudgeable(site, 'F1001')
})
afterAll(() => site.close())

const input = () => ({ problem: { id: problem.id }, language: 'cpp17', source: 'int main() {}' })

/** One after the other, as people send them; answers the numbers. */
async function send(who: Person, count: number, lane: number, problemId?: number): Promise<number[]> {
  const numbers: number[] = []
  const sent = { ...input(), ...(problemId && { problem: { id: problemId } }) }
  for (let i = 0; i < count; i++) numbers.push(await takeIn(contextOf(site, who), sent, lane))
  return numbers
}

it('one person with two hundred submissions holds nobody up', async () => {
  const flood = await send(people.alice, 200, PRIORITY.practice)
  const [bob] = await send(people.bob, 1, PRIORITY.practice)
  const carol = await send(people.carol, 3, PRIORITY.practice)
  const host = await startFakeHost(site.databaseUrl, { slots: 1 })
  const order = await judgeNext(host, 204)
  // Everybody's first, everybody's second, and so on; the flood keeps its own order.
  expect(order.slice(0, 7)).toEqual([flood[0], bob, carol[0], flood[1], carol[1], flood[2], carol[2]])
  expect(order.filter((number) => flood.includes(number))).toEqual(flood)
  await host.stop()
}, 60_000)

it('a user who joins a long queue waits for one submission of each other user at most', async () => {
  await send(people.alice, 40, PRIORITY.practice)
  await send(people.carol, 40, PRIORITY.practice)
  const host = await startFakeHost(site.databaseUrl, { slots: 1 })
  await judgeNext(host, 20)
  const first = await host.takeSubmission()
  const [bob] = await send(people.bob, 1, PRIORITY.practice)
  first.end(outcome('ACCEPTED'))
  expect(await judgeNext(host, 1)).toEqual([bob])
  await judgeNext(host, 59)
  await host.stop()
})

it('contest, test run, practice, rejudging: a huge rejudging waits for everybody', async () => {
  const rejudged = await send(people.root, 60, PRIORITY.rejudging)
  const practice = await send(people.bob, 40, PRIORITY.practice)
  const trial = await startTrial(contextOf(site, people.carol), { ...input(), input: '1', expected: null })
  const contest = await send(people.alice, 5, PRIORITY.contest)
  const { data } = await site.graphql('{ judging { lanes { lane waiting running expectedWaitMs } } }')
  expect(data.judging.lanes).toEqual([
    { lane: 'CONTEST', waiting: 5, running: 0, expectedWaitMs: null },
    { lane: 'TRIAL', waiting: 1, running: 0, expectedWaitMs: null },
    { lane: 'PRACTICE', waiting: 40, running: 0, expectedWaitMs: null },
    { lane: 'REJUDGING', waiting: 60, running: 0, expectedWaitMs: null },
  ])

  const host = await startFakeHost(site.databaseUrl, { slots: 1 })
  expect(await judgeNext(host, 5)).toEqual(contest)
  const taken = await host.takeTrial()
  expect(taken.task.trialId).toBe(trial.id)
  const waiting = (await site.graphql('{ judging { lanes { expectedWaitMs } } }')).data.judging.lanes
  // The pace is known by now, one host is busy, and who is served later waits longer: behind forty that take no time at
  // all it still shows in milliseconds.
  const waits = waiting.map(({ expectedWaitMs }: { expectedWaitMs: number }) => expectedWaitMs)
  expect(waits[0]).toBeGreaterThanOrEqual(0)
  expect(waits[2]).toBeGreaterThan(waits[1])
  expect(waits[3]).toBeGreaterThan(waits[2])
  taken.end({ ...outcome('ACCEPTED'), output: '', errorOutput: '' })
  expect(await judgeNext(host, 40)).toEqual(practice)
  expect(await judgeNext(host, 60)).toEqual(rejudged)
  await host.stop()
})

it('a rejudging that is under way lets newcomers through at once', async () => {
  await send(people.root, 10, PRIORITY.rejudging)
  const host = await startFakeHost(site.databaseUrl, { slots: 1 })
  await judgeNext(host, 3)
  const going = await host.takeSubmission()
  const [bob] = await send(people.bob, 1, PRIORITY.practice)
  going.end(outcome('ACCEPTED'))
  expect(await judgeNext(host, 1)).toEqual([bob])
  await judgeNext(host, 6)
  await host.stop()
})

it('rejudged submissions wait behind those without a first verdict, also when they were cancelled before', async () => {
  const { id: problemId } = await addJudgeable(site, 'F1002')
  const root = contextOf(site, people.root)
  const [judgedOnce, cancelled, queued] = [
    await send(people.alice, 1, PRIORITY.practice, problemId),
    await send(people.alice, 1, PRIORITY.practice, problemId),
    await send(people.carol, 1, PRIORITY.contest, problemId),
  ].flat()
  const numbers = [judgedOnce, cancelled, queued].map(Number)
  await cancelSubmission(root, Number(cancelled))
  await site.prisma.submission.update({
    where: { id: Number(judgedOnce) },
    data: { countedVerdict: 'WRONG_ANSWER' },
  })

  const inLane = async (): Promise<number[]> => {
    const { data } = await site.graphql('{ judging { lanes { waiting } } }')
    return data.judging.lanes.map(({ waiting }: { waiting: number }) => waiting)
  }
  await rejudge(root, { problemId })
  await expect.poll(inLane).toEqual([0, 0, 0, 3])
  const [bob] = await send(people.bob, 1, PRIORITY.practice)
  // One at a time asked for keeps to it as well, and so does one whose job got lost.
  await rejudgeSubmission(root, Number(cancelled))
  await site.prisma.judgement.updateMany({ data: { queuedAt: new Date(Date.now() - 3_600_000) } })
  await site.prisma.$executeRaw`
    delete from graphile_worker._private_jobs where "key" in (
      select "judgementId" from "Submission" where "id" = any(${numbers}::int[]))`
  expect(await sweepLostJobs(contextOf(site, null))).toBe(3)
  expect(await inLane()).toEqual([0, 0, 1, 3])

  const host = await startFakeHost(site.databaseUrl, { slots: 1 })
  const order = await judgeNext(host, 4)
  expect(order[0]).toBe(bob)
  expect(order.slice(1).sort()).toEqual(numbers.sort())
  await host.stop()
})
