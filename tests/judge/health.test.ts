import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { availableMemory } from '#judge/health.ts'
import { reap } from '#judge/liveness.ts'
import type { JudgeTask } from '#judge/protocol.ts'
import { freePort } from '#server/launch/postgres.ts'
import { openQueue, type TestHost, type TestQueue } from './support/queue.ts'
import { plainTask } from './support/workshop.ts'

let queue: TestQueue
let hosts: TestHost[] = []

const start = async (env: Record<string, string> = {}) => {
  const host = await queue.startHost({ JUDGE_LANGUAGES: 'c11', ...env })
  hosts.push(host)
  return host
}

beforeAll(async () => {
  queue = await openQueue()
})
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.kill('SIGKILL')))
  hosts = []
  await reap(queue.db)
})
afterAll(() => queue.close())

const SUM = '#include <stdio.h>\nint main(){int a,b;scanf("%d%d",&a,&b);printf("%d\\n",a+b);return 0;}'
const SLOW = '#include <stdio.h>\n#include <time.h>\nint main(){while(clock()<700000);puts("3");return 0;}'

const task = (input: string, more: Partial<JudgeTask> = {}): JudgeTask => ({
  ...plainTask,
  source: SUM,
  cases: [
    {
      ...{ index: 1, subtask: 0, score: 10 },
      input: queue.keep(input, '1.in'),
      answer: queue.keep('3\n', '1.out'),
    },
  ],
  ...more,
})

const outcome = async ({ judgementId }: { judgementId: string }) =>
  (await queue.db.query('select * from "Judgement" where id = $1', [judgementId])).rows[0]

const judged = async (sent: { submissionId: number; judgementId: string }) => {
  await queue.heard('submission.judged', sent.submissionId)
  return outcome(sent)
}

/** Asks again with every event; listens before it asks, so that none slips by. */
async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const next = new Promise((resolve) => queue.listener.once('notification', resolve))
    const answer = await ask()
    if (answer !== null) return answer
    await next
  }
}

/** What a host says of itself, as soon as it gives a reason (or none any more). */
const hostWhen = (name: string, given: boolean) =>
  until(async () => {
    const { rows } = await queue.db.query('select name, reason from "JudgeHost" where name = $1', [name])
    return rows.length > 0 && (rows[0].reason !== null) === given ? rows[0] : null
  })

test.runIf(process.getuid?.() === 0)('a full disk: others do the work, and it comes back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder])
  try {
    const small = await start({ JUDGE_NAME: 'small', CACHE_DIR: folder, JUDGE_LEAST_DISK_MIB: '32' })
    expect(await judged(await queue.submit(task('1 2\n')))).toMatchObject({ hostName: 'small' })

    await writeFile(join(folder, 'ballast'), Buffer.alloc(80 * 1024 ** 2))
    await small.said('out of service')
    expect((await hostWhen('small', true)).reason).toMatch(/^@hostDisk \{"free":\d+\}$/)
    await start({ JUDGE_NAME: 'large' })
    const elsewhere = await queue.submit(task('1 2 \n'))
    expect(await judged(elsewhere)).toMatchObject({ hostName: 'large', verdict: 'ACCEPTED', attempt: 1 })

    await hosts[1]?.kill('SIGTERM')
    const waiting = await queue.submit(task('1 2  \n'))
    await rm(join(folder, 'ballast'))
    await small.said('in service again')
    expect(await judged(waiting)).toMatchObject({ hostName: 'small', verdict: 'ACCEPTED' })
    await hostWhen('small', false)
    await small.kill('SIGTERM')
  } finally {
    execFileSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  }
})

test('test data that arrives damaged is waited for, and judged when it is whole', async () => {
  const host = await start({ JUDGE_NAME: 'careful' })
  const damaged = task('1 2\n\n')
  const hash = damaged.cases[0]?.input.hash ?? ''
  const whole = queue.blobs.get(hash) ?? Buffer.alloc(0)
  queue.blobs.set(hash, Buffer.from('9 9\n\n'))
  const sent = await queue.submit(damaged)
  await host.said('out of service')
  expect((await hostWhen('careful', true)).reason).toMatch(/^@hostTestset\nblob [0-9a-f]{64} arrived as/)
  await until(async () => (await outcome(sent)).state === 'QUEUED' || null)
  queue.blobs.set(hash, whole)
  await host.said('in service again')
  expect(await judged(sent)).toMatchObject({ verdict: 'ACCEPTED', attempt: 2 })
})

test('a testset that is damaged at the site fails its submissions and nobody else', async () => {
  const host = await start()
  const damaged = task('1 2\n\n\n')
  queue.blobs.set(damaged.cases[0]?.input.hash ?? '', Buffer.from('no'))
  const sent = await queue.submit(damaged)
  await host.said('out of service')
  const other = await queue.submit(task('2 1\n'))
  const failed = await judged(sent)
  expect(failed).toMatchObject({ verdict: 'JUDGE_ERROR' })
  expect(failed.message).toMatch(/^@hostFailed\nblob [0-9a-f]{64} arrived as/)
  expect(await judged(other)).toMatchObject({ verdict: 'ACCEPTED' })
})

test('told twice to stop, a host gives back what it does and leaves in order', async () => {
  const host = await start()
  const cases = Array.from({ length: 20 }, (_, i) => ({
    ...{ index: i + 1, subtask: 0, score: 0 },
    input: queue.keep('1 2\n', '1.in'),
    answer: queue.keep('3\n', '1.out'),
  }))
  const sent = await queue.submit(task('', { source: SLOW, cases }))
  await until(async () => (await outcome(sent)).tape.startsWith('A') || null)
  host.process.kill('SIGTERM')
  await host.said('stopping')
  await host.kill('SIGTERM')
  expect(host.process.exitCode).toBe(0)
  await expect(host.said('a rejection nobody handled')).rejects.toThrow('never said')
  const { rows } = await queue.db.query('select locked_at from graphile_worker.jobs where key = $1', [
    sent.judgementId,
  ])
  expect(rows).toEqual([{ locked_at: null }])
  await queue.db.query(`update "Judgement" set state = 'DONE' where id = $1`, [sent.judgementId])
})

test('the figures of a host', async () => {
  const port = await freePort()
  await start({ JUDGE_METRICS_PORT: String(port) })
  await judged(await queue.submit(task('0 3\n')))
  const read = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const text = await (await read('/metrics')).text()
  expect(text).toContain('# TYPE judge_judged_total counter\njudge_judged_total{verdict="ACCEPTED"} 1\n')
  expect(text).toMatch(/judge_run_seconds_bucket\{le="\+Inf"\} 1\n/)
  expect(text).toMatch(/judge_cache_bytes\{kind="testsets"\} [1-9]/)
  expect(text).toContain('judge_in_service 1\n')
  expect(text).toMatch(/process_resident_memory_bytes [1-9]\d{6,}\n/)
  expect((await read('/')).status).toBe(404)
})

test('available memory is read from the words of the kernel', () => {
  expect(availableMemory('MemTotal:  8000 kB\nMemAvailable:    1024 kB\n')).toBe(1024 ** 2)
  expect(availableMemory('')).toBe(null)
})
