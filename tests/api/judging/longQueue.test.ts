import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { JUDGE_TASK, LANE_WIDTH, PRIORITY } from '#judge/protocol.ts'
import { sweepLostJobs } from '#server/modules/judging/lostJobs.ts'
import { switches } from '#server/modules/site/site.ts'
import { takeIn } from '#server/modules/submission/submission.ts'
import { type FakeHost, outcome, startFakeHost } from '../../support/fakeHost.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let alice: Person
let bob: Person
let problemId: number
beforeAll(async () => {
  site = await startSite()
  const root = await addPerson(site, 'chief', { role: 'ROOT' })
  alice = await addPerson(site, 'alice')
  bob = await addPerson(site, 'bob')
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  problemId = (await addJudgeable(site, 'L1001')).id
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.prisma.$executeRaw`delete from "Submission"`
  await site.prisma.$executeRaw`delete from graphile_worker._private_jobs`
})

const send = (who: Person) =>
  takeIn(
    contextOf(site, who),
    { problem: { id: problemId }, language: 'cpp17', source: '' },
    PRIORITY.practice,
  )

/** As if `who` had sent so many, one after the other, an hour ago; each stands where its turn has put it. */
async function flood(who: Person, count: number, lane: number, language = 'cpp17'): Promise<void> {
  const number = await send(who)
  const { id, task } = await site.prisma.judgement.findFirstOrThrow({ where: { submissionId: number } })
  await site.prisma.submission.delete({ where: { id: number } })
  await site.prisma.$executeRaw`delete from graphile_worker._private_jobs where "key" = ${id}`
  await site.prisma.$executeRaw`
    with sent as (
      insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "judgementId")
      select ${problemId}, ${who.id}, ${language}, 1, '', gen_random_uuid()::text from generate_series(1, ${count}::int)
      returning "id", "judgementId"
    ), made as (
      insert into "Judgement" ("id", "submissionId", "task")
      select "judgementId", "id", ${JSON.stringify({ ...(task as object), language })}::jsonb from sent
    ), numbered as (
      select "judgementId", row_number() over (order by "id") - 1 as "turn" from sent
    )
    select count(*) from graphile_worker.add_jobs(array(
      select row(${JUDGE_TASK}, json_build_object('judgementId', "judgementId"), null, now() - interval '1 hour', null,
        "judgementId", ${lane}::int + case when ${lane}::int = ${PRIORITY.rejudging}::int then 0
          else least("turn", ${LANE_WIDTH - 1}::int) end, array[${language}])::graphile_worker.job_spec
      from numbered order by "turn"))`
  await site.prisma.$executeRawUnsafe('analyze graphile_worker._private_jobs')
  await site.prisma.$executeRawUnsafe('analyze "Submission"')
}

/** How long the middle one of so many judgements takes from the end of the one before (ms). */
async function pace(host: FakeHost, count: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const began = performance.now()
    const taken = await host.takeSubmission()
    times.push(performance.now() - began)
    taken.end(outcome('ACCEPTED'))
  }
  return times.sort((a, b) => a - b)[count >> 1] ?? 0
}

it('one person with ten thousand in the queue holds nobody up', async () => {
  await flood(alice, 10_000, PRIORITY.practice)
  const host = await startFakeHost(site.databaseUrl, { slots: 1 })
  await pace(host, 5)
  const going = await host.takeSubmission()
  const began = performance.now()
  const number = await send(bob)
  // Sending is not slow either, for the one with the long queue least of all expected.
  await send(alice)
  expect(performance.now() - began).toBeLessThan(2000)
  const { lanes } = (await site.graphql('{ judging { lanes { lane waiting expectedWaitMs } } }')).data.judging
  const practice = lanes.find(({ lane }: { lane: string }) => lane === 'PRACTICE')
  expect(practice.waiting).toBe(9_996)
  going.end(outcome('ACCEPTED'))
  const next = await host.takeSubmission()
  expect(next.task.submissionId).toBe(number)
  next.end(outcome('ACCEPTED'))
  await host.stop()
}, 60_000)

it('a queued submission without a usable job gets a new one', async () => {
  const number = await send(bob)
  const forgotten = await send(alice)
  const old = await site.prisma.submission.findUniqueOrThrow({ where: { id: forgotten } })
  await site.prisma.judgement.updateMany({ data: { queuedAt: new Date(Date.now() - 3_600_000) } })
  // Its hosts died with it more often than the queue puts up with.
  await site.prisma.$executeRaw`
    update graphile_worker._private_jobs set "attempts" = "max_attempts" where "key" = ${old.judgementId}`
  // And a host gave this one back, took up another, and died before it let go of it.
  await site.prisma.$executeRaw`
    select graphile_worker.add_job(${JUDGE_TASK}, '{"judgementId":"gone"}', max_attempts => 1)`
  await site.prisma.$executeRaw`update graphile_worker._private_jobs set "attempts" = 1 where "key" is null`
  const shown = async () => (await site.graphql('{ judging { waiting } }')).data.judging.waiting
  expect(await shown()).toBe(1)
  expect(await sweepLostJobs(contextOf(site, null))).toBe(1)
  expect(await sweepLostJobs(contextOf(site, null))).toBe(0)
  expect(await shown()).toBe(2)
  const host = await startFakeHost(site.databaseUrl, { slots: 1 })
  const judged = []
  for (let i = 0; i < 2; i++) {
    const taken = await host.takeSubmission()
    judged.push(taken.task.submissionId)
    taken.end(outcome('ACCEPTED'))
  }
  expect(judged.sort()).toEqual([number, forgotten].sort())
  await host.stop()
  const [left] = await site.prisma.$queryRaw<{ jobs: number }[]>`
    select count(*)::int as "jobs" from graphile_worker.jobs where "task_identifier" = ${JUDGE_TASK}`
  expect(left?.jobs).toBe(0)
})

/** How many rows of the queue were looked at so far. */
async function rowsRead(): Promise<number> {
  const [row] = await site.prisma.$queryRaw<{ rows: bigint }[]>`
    select sum("seq_tup_read" + "idx_tup_fetch")::bigint as "rows" from pg_stat_user_tables
    where "relname" = '_private_jobs'`
  return Number(row?.rows ?? 0)
}

/** Server and host look for strays every five seconds; beyond that a look through the whole queue is rare. */
const looksDue = (since: number) => 5 + (2 * (Date.now() - since)) / 5_000

it('hosts and servers do not scan the queue during a rejudging of a hundred thousand', async () => {
  const host = await startFakeHost(site.databaseUrl, { slots: 1 })
  await flood(alice, 100, PRIORITY.rejudging)
  const short = await pace(host, 40)
  await flood(alice, 100_000, PRIORITY.rejudging)
  const [before, began] = [await rowsRead(), Date.now()]
  const long = await pace(host, 40)
  expect(((await rowsRead()) - before) / 100_000).toBeLessThan(looksDue(began))
  expect(long).toBeLessThan(3 * short + 20)

  const number = await send(bob)
  ;(await host.takeSubmission()).end(outcome('ACCEPTED'))
  const next = await host.takeSubmission()
  expect(next.task.submissionId).toBe(number)
  next.end(outcome('ACCEPTED'))
  await host.stop()
}, 180_000)

it('a host does not scan fifty thousand submissions that it cannot judge', async () => {
  const host = await startFakeHost(site.databaseUrl, { name: 'c', slots: 1, languages: ['cpp17'] })
  // Somebody has it, and is busy.
  const other = await startFakeHost(site.databaseUrl, { name: 'py', slots: 1, languages: ['python3'] })
  await flood(bob, 100, PRIORITY.practice)
  const short = await pace(host, 40)
  await flood(alice, 50_000, PRIORITY.contest, 'python3')
  const busy = await other.takeSubmission()
  await flood(bob, 100, PRIORITY.practice)
  const [before, began] = [await rowsRead(), Date.now()]
  const long = await pace(host, 40)
  expect(((await rowsRead()) - before) / 50_000).toBeLessThan(looksDue(began))
  expect(long).toBeLessThan(3 * short + 20)
  busy.end(outcome('ACCEPTED'))
  await Promise.all([host.stop(), other.stop()])
}, 180_000)
