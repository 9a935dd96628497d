import { afterAll, expect, it, vi } from 'vitest'
import { PRIORITY, SETTLE_TASK, type Verdict } from '#judge/protocol.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/events.ts'
import { ensureJudgeRole } from '#server/launch/database/judgeRole.ts'
import { takeIn } from '#server/modules/submission/submission.ts'
import { tellSql } from '#server/modules/submission/submissionEvent.ts'
import { openContestSite } from '../support/contestSite.ts'
import { outcome, startFakeHost } from '../support/fakeHost.ts'
import { globalId } from '../support/judgeable.ts'
import { contextOf } from '../support/people.ts'
import { type ServerProcess, startServerProcess } from '../support/serverProcess.ts'

/** Jobs that react to what SQL tells, on servers and judge hosts. */

// No worker takes a witness, so that it can be counted.
vi.mock('#judge/reactions.ts', () => ({
  REACTIONS_IN_SQL: { 'submission.counted': ['settle', 'witness'] },
}))

const arena = openContestSite()
const { people, problems, makeContest, put } = arena
let other: ServerProcess | undefined
afterAll(() => other?.stop())

const jobsOf = async ({ db }: Pick<Context, 'db'>, job: string, submissionId: number) => {
  const [row] = await db.$queryRaw<[{ count: number }]>`
    select count(*)::int as "count" from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t."id" = j."task_id"
    where t."identifier" = ${job} and (j."payload"->>'submissionId')::int = ${submissionId}`
  return row.count
}

it('one is queued for an event, in its transaction, however many servers listen', async () => {
  const { site } = arena
  other = await startServerProcess(site)
  const problemId = problems.spare.id
  const { id } = await site.prisma.submission.create({
    data: {
      problemId,
      userId: people.ada.id,
      language: 'cpp17',
      codeLength: 1,
      ip: '127.0.0.1',
      state: 'DONE',
      verdict: 'ACCEPTED',
      code: { create: { source: 'x' } },
    },
  })
  const tell = async (ctx: Context) => {
    await ctx.db.$executeRaw`
      with counted as (select * from "Submission" where "id" = ${id})
      select ${tellSql('submission.counted', 'counted')} from counted`
    expect(await jobsOf(ctx, SETTLE_TASK, id)).toBe(1)
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

it('one is queued for each outcome in a contest, by a host that has a role of its own', async () => {
  const { site } = arena
  const { prisma } = site
  const role = await ensureJudgeRole(site.databaseUrl, 'secret')
  if (!role) throw new Error('The database does not let us make roles.')
  const host = await startFakeHost(role, { slots: 1 })
  const contestId = await makeContest()
  await put(contestId, problems.sum.id, 'A')
  const problem = { id: problems.sum.id }
  const sent = { problem, language: 'cpp17', source: 'int main() {}', contestId }
  const id = await takeIn(contextOf(site, people.ada), sent, PRIORITY.contest)
  const end = async (verdict: Verdict, score: number | null = null) => {
    const taken = await host.takeSubmission(id)
    taken.end({ ...outcome(verdict), score })
    const wanted = { state: 'DONE', countedVerdict: verdict, score }
    await expect.poll(() => prisma.submission.findUnique({ where: { id } })).toMatchObject(wanted)
    return jobsOf({ db: prisma }, 'witness', id)
  }
  const rejudge = async () => {
    const text = 'mutation ($id: ID!) { rejudgeSubmission(input: { id: $id }) { number } }'
    const { errors } = await site.graphql(text, { id: globalId('Submission', id) }, people.root)
    expect(errors).toBeUndefined()
  }
  expect(await end('WRONG_ANSWER')).toBe(1)
  await rejudge()
  // The same verdict is nothing new.
  expect(await end('WRONG_ANSWER')).toBe(1)
  await rejudge()
  expect(await end('ACCEPTED')).toBe(2)
  await rejudge()
  // A score may be another one.
  expect(await end('ACCEPTED', 50)).toBe(3)
  await host.stop()
  const name = `"${new URL(role).username}"`
  await prisma.$executeRawUnsafe(`drop owned by ${name}`)
  await prisma.$executeRawUnsafe(`drop role ${name}`)
})
