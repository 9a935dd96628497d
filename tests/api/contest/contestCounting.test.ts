import pg from 'pg'
import { expect, it } from 'vitest'
import { HOST_CHANNEL } from '#judge/health/liveness.ts'
import { EVENT_CHANNEL, JUDGE_TASK, PRIORITY } from '#judge/protocol.ts'
import { takeIn } from '#server/modules/submission/submission.ts'
import { openContestSite } from '../../support/contestSite.ts'
import { outcome, startFakeHost } from '../../support/fakeHost.ts'
import { contextOf } from '../../support/people.ts'

/** How few statements a submission of a contest takes from sending to counting. */

const arena = openContestSite()
const { people, problems, makeContest, put } = arena

async function submit(): Promise<number> {
  const cid = await makeContest()
  await put(cid, problems.sum.id, 'A')
  const sent = {
    problem: { id: problems.sum.id },
    language: 'cpp17',
    source: 'int main() {}',
    contestId: cid,
  }
  return takeIn(contextOf(arena.site, people.ada), sent, PRIORITY.contest)
}

const ask = async (text: string, values: unknown[]) => {
  const client = new pg.Client({ connectionString: arena.site.databaseUrl })
  await client.connect()
  return (await client.query(text, values).finally(() => client.end())).rows
}

it('a submission writes the same job row that graphile-worker writes', async () => {
  const number = await submit()
  const own = ['id', 'key', 'created_at', 'updated_at', 'run_at']
  const row = 'select to_jsonb(j) - $2::text[] as row from graphile_worker._private_jobs j where key = $1'
  const [{ judgementId }] = await ask('select "judgementId" from "Submission" where id = $1', [number])
  const [written] = await ask(row, [judgementId, own])
  await ask(
    `select graphile_worker.add_job($1, $2::json, priority => $3, job_key => 'twin', flags => array['cpp17'])`,
    [JUDGE_TASK, JSON.stringify({ judgementId }), PRIORITY.contest],
  )
  const [made] = await ask(row, ['twin', own])
  expect(written).toEqual(made)
  await ask(`select graphile_worker.remove_job(key) from unnest($1::text[]) key`, [['twin', judgementId]])
})

it('a submission notifies judge hosts, and not the workers of servers', async () => {
  const listener = new pg.Client({ connectionString: arena.site.databaseUrl })
  await listener.connect()
  await listener.query(`listen "jobs:insert"; listen "${HOST_CHANNEL}"`)
  const called: string[] = []
  listener.on('notification', ({ channel }) => called.push(channel))
  const id = await submit()
  await listener.query('select')
  expect(called).toEqual([HOST_CHANNEL])
  await listener.end()
  await ask(
    `select graphile_worker.remove_job(j.key) from graphile_worker._private_jobs j
     join "Submission" s on s."judgementId" = j.key where s.id = $1`,
    [id],
  )
})

it('one statement ends a judgement, counts the submission and deletes its job', async () => {
  const listener = new pg.Client({ connectionString: arena.site.databaseUrl })
  await listener.connect()
  await listener.query(`listen ${EVENT_CHANNEL}`)
  const host = await startFakeHost(arena.site.databaseUrl, { slots: 1 })
  const number = await submit()
  const counted = new Promise<void>((resolve) =>
    listener.on('notification', ({ payload = '' }) => {
      const event = JSON.parse(payload)
      if (event.name === 'submission.counted' && event.payload.submissionId === number) resolve()
    }),
  )
  const taken = await host.takeSubmission(number)
  taken.end(outcome('WRONG_ANSWER'))
  await counted
  // Rows have the same xmin when one transaction wrote both last.
  const [row] = await ask(
    `select s."countedVerdict", s.xmin = j.xmin as "atOnce", j.task ? 'source' as "keepsSource",
       exists (select from graphile_worker._private_jobs w where w.key = j.id) as "isQueued"
     from "Submission" s join "Judgement" j on j.id = s."judgementId" where s.id = $1`,
    [number],
  )
  expect(row).toEqual({
    countedVerdict: 'WRONG_ANSWER',
    atOnce: true,
    keepsSource: false,
    isQueued: false,
  })
  await host.stop()
  await listener.end()
})
