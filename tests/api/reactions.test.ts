import { afterAll, beforeAll, expect, it } from 'vitest'
import { SETTLE_TASK } from '#judge/protocol.ts'
import type { Context } from '#server/context.ts'
import { emit, transact } from '#server/events.ts'
import { tellSql } from '#server/modules/submission/submissionEvent.ts'
import { addJudgeable } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { type ServerProcess, startServerProcess } from '../support/serverProcess.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let ada: Person
let other: ServerProcess | undefined
beforeAll(async () => {
  site = await startSite()
  ada = await addPerson(site, 'ada')
})
afterAll(async () => {
  await other?.stop()
  await site.close()
})

const told = async () =>
  (await site.prisma.notification.findMany({ where: { userId: ada.id }, orderBy: { createdAt: 'asc' } })).map(
    ({ messageKey, link }) => [messageKey, link],
  )

it('queues the jobs of an event in its transaction, and none when that is undone', async () => {
  const ctx = contextOf(site, ada)
  const at = (second: number) => new Date(Date.UTC(2020, 0, 1, 0, 0, second)).toISOString()
  const undone = transact(ctx, async (ctx) => {
    await emit(ctx, 'password.changed', { userId: ada.id, way: 'CHANGED', at: at(1) })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await emit(ctx, 'password.changed', { userId: ada.id, way: 'CHANGED', at: at(2) })
  await expect.poll(told).toHaveLength(1)
  await emit(ctx, 'password.changed', { userId: ada.id, way: 'RESET', at: at(3) })
  await expect.poll(told).toEqual([
    ['passwordChanged', '/setting'],
    ['passwordReset', null],
  ])
})

it('queues one job for an event that SQL tells, in its transaction, however many servers listen', async () => {
  other = await startServerProcess(site)
  const { id: problemId } = await addJudgeable(site, 'P1')
  const { id } = await site.prisma.submission.create({
    data: {
      ...{ problemId, userId: ada.id, language: 'cpp17', codeLength: 1, ip: '127.0.0.1' },
      ...{ state: 'DONE', verdict: 'ACCEPTED' },
      code: { create: { source: 'x' } },
    },
  })
  const tell = async ({ db }: Context) => {
    await db.$executeRaw`
      with counted as (select * from "Submission" where "id" = ${id})
      select ${tellSql('submission.counted', 'counted', [SETTLE_TASK])} from counted`
    const [jobs] = await db.$queryRaw<{ count: number }[]>`
      select count(*)::int as "count" from graphile_worker.jobs where "task_identifier" = ${SETTLE_TASK}`
    expect(jobs?.count).toBe(1)
  }
  const accepted = async () =>
    (await site.prisma.problemTally.findUnique({ where: { problemId } }))?.accepted ?? 0
  const ctx = contextOf(site, null)
  const undone = transact(ctx, async (ctx) => {
    await tell(ctx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await accepted()).toBe(0)
  await transact(ctx, tell)
  await expect.poll(accepted).toBe(1)
})
