import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reap } from '#judge/health/liveness.ts'
import type { CaseSpec, JudgeTask } from '#judge/protocol.ts'
import { openQueue, type TestHost, type TestQueue } from './support/queue.ts'
import { plainTask } from './support/workshop.ts'

let queue: TestQueue
let hosts: TestHost[] = []

const start = async (env?: Record<string, string>) => {
  const host = await queue.startHost(env)
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
/** Computes for some 700 ms on every case. */
const SLOW = '#include <stdio.h>\n#include <time.h>\nint main(){while(clock()<700000);puts("3");return 0;}'

const cases = (count: number): CaseSpec[] =>
  Array.from({ length: count }, (_, i) => ({
    index: i + 1,
    subtask: 0,
    score: 10,
    input: queue.keep('1 2\n', `${i + 1}.in`),
    answer: queue.keep('3\n', `${i + 1}.out`),
  }))

const task = (more: Partial<JudgeTask>): JudgeTask => ({
  ...plainTask,
  source: SUM,
  cases: cases(3),
  ...more,
})

const row = async (table: 'Submission' | 'Judgement' | 'Trial', id: number | string) =>
  (await queue.db.query(`select * from "${table}" where id = $1`, [id])).rows[0]

const runs = async (judgementId: string) =>
  (await queue.db.query('select * from "Run" where "judgementId" = $1 order by index', [judgementId])).rows

const jobs = async (name: string) =>
  (await queue.db.query('select * from graphile_worker.jobs where task_identifier = $1', [name])).rows

test('from the queue to the verdict', async () => {
  await start({ JUDGE_NAME: 'north' })
  const { submissionId, judgementId } = await queue.submit(task({}))
  await queue.heard('submission.judged', submissionId)

  const outcome = { state: 'DONE', verdict: 'ACCEPTED', tape: 'AAA', caseCount: 3, score: null }
  expect(await row('Submission', submissionId)).toMatchObject({ ...outcome, judgedBy: 'north' })
  expect(await row('Judgement', judgementId)).toMatchObject({ ...outcome, attempt: 1, hostName: 'north' })
  expect(await runs(judgementId)).toMatchObject([
    { index: 1, verdict: 'ACCEPTED', outputHead: '3\n' },
    { index: 2, verdict: 'ACCEPTED' },
    { index: 3, verdict: 'ACCEPTED' },
  ])
  expect(queue.events.filter(({ name }) => name === 'submission.progressed').length).toBeGreaterThan(0)
  expect((await jobs('settle')).length).toBe(1)
  expect(queue.events).toContainEqual({ name: 'queue.changed', payload: {} })
})

test('each case is told as it ends', async () => {
  await start()
  const { submissionId, judgementId } = await queue.submit(task({ source: SLOW, cases: cases(2) }))
  const tapes: string[] = []
  const look = async () => {
    const { tape } = await row('Judgement', judgementId)
    if (tapes.at(-1) !== tape) tapes.push(tape)
  }
  queue.listener.on('notification', look)
  await queue.heard('submission.judged', submissionId)
  queue.listener.off('notification', look)
  expect(tapes).toContain('A.')
})

test('what does not compile', async () => {
  await start()
  const { submissionId, judgementId } = await queue.submit(task({ source: 'int main() { return x }' }))
  await queue.heard('submission.judged', submissionId)
  expect(await row('Submission', submissionId)).toMatchObject({
    verdict: 'COMPILE_ERROR',
    tape: '',
    caseCount: null,
  })
  expect((await row('Judgement', judgementId)).message).toMatch(/main\.c:1/)
})

/** Resolves when the judgement has begun to run its cases. */
const running = async ({ judgementId, submissionId }: { judgementId: string; submissionId: number }) => {
  await until(async () => (await row('Judgement', judgementId)).tape.startsWith('A'), submissionId)
}

/** Asks again with every event that may be about the submission. */
function until(holds: () => Promise<boolean>, submissionId: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () =>
      void holds().then((held) => {
        if (!held) return
        queue.listener.off('notification', heard)
        resolve()
      }, reject)
    const heard = ({ payload }: { payload?: string | undefined }) => {
      const { name, payload: about } = JSON.parse(payload ?? '{}')
      if (name === 'queue.changed' || name.startsWith('trial.') || about.submissionId === submissionId) look()
    }
    queue.listener.on('notification', heard)
    look()
  })
}

test('killed in the middle, a judgement begins again on a living host within two seconds', async () => {
  const first = await start({ JUDGE_NAME: 'first' })
  const sent = await queue.submit(task({ source: SLOW, cases: cases(3) }))
  await running(sent)
  const second = await start({ JUDGE_NAME: 'second' })
  const killedAt = Date.now()
  await first.kill('SIGKILL')
  await until(async () => (await row('Judgement', sent.judgementId)).hostName === 'second', sent.submissionId)
  expect(Date.now() - killedAt).toBeLessThan(2000)
  await queue.heard('submission.judged', sent.submissionId)

  expect(await row('Judgement', sent.judgementId)).toMatchObject({
    attempt: 2,
    verdict: 'ACCEPTED',
    tape: 'AAA',
  })
  expect((await runs(sent.judgementId)).length).toBe(3)
  await second.kill('SIGTERM')
  expect(await jobs('judge')).toEqual([])
})

test('a host that hangs is replaced within ten seconds, and waking up it changes nothing', async () => {
  const hung = await start({ JUDGE_NAME: 'hung' })
  const sent = await queue.submit(task({ source: SLOW, cases: cases(3) }))
  await running(sent)
  await start({ JUDGE_NAME: 'fresh' })
  const hungAt = Date.now()
  hung.process.kill('SIGSTOP')
  await until(async () => (await row('Judgement', sent.judgementId)).hostName === 'fresh', sent.submissionId)
  expect(Date.now() - hungAt).toBeLessThan(10_000)
  hung.process.kill('SIGCONT')
  await hung.said('this life is over')
  // Before it takes anything again it says what happened, and proves itself.
  expect((await hung.said('out of service')).reason).toBe('@hostStalled')
  await hung.said('in service again')
  await queue.heard('submission.judged', sent.submissionId)
  expect(await row('Judgement', sent.judgementId)).toMatchObject({
    attempt: 2,
    hostName: 'fresh',
    verdict: 'ACCEPTED',
  })
  expect((await runs(sent.judgementId)).length).toBe(3)
  expect((await queue.db.query(`select from "JudgeHost" where name = 'hung'`)).rowCount).toBe(1)
})

test('a lost session is a new life, and the work goes on', async () => {
  const host = await start()
  const sent = await queue.submit(task({ source: SLOW, cases: cases(2) }))
  await running(sent)
  await queue.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user and datname = current_database()`,
  )
  await host.said('this life is over')
  await queue.heard('submission.judged', sent.submissionId)
  expect(await row('Judgement', sent.judgementId)).toMatchObject({ attempt: 2, verdict: 'ACCEPTED' })
})

test('a cancelled judgement is dropped', async () => {
  const host = await start()
  const sent = await queue.submit(task({ source: SLOW, cases: cases(20) }))
  await running(sent)
  await queue.db.query(`update "Judgement" set state = 'DONE', verdict = 'CANCELLED' where id = $1`, [
    sent.judgementId,
  ])
  const next = await queue.submit(task({}))
  await queue.heard('submission.judged', next.submissionId)
  expect(await row('Judgement', sent.judgementId)).toMatchObject({ verdict: 'CANCELLED', attempt: 1 })
  expect((await runs(sent.judgementId)).length).toBeLessThan(4)
  await host.kill('SIGTERM')
  expect(await jobs('judge')).toEqual([])
})

test('told to stop, a host ends what it does and leaves', async () => {
  const host = await start({ JUDGE_NAME: 'polite' })
  const sent = await queue.submit(task({ source: SLOW, cases: cases(2) }))
  await running(sent)
  await host.kill('SIGTERM')
  expect(host.process.exitCode).toBe(0)
  expect(await row('Judgement', sent.judgementId)).toMatchObject({ attempt: 1, verdict: 'ACCEPTED' })
  expect((await queue.db.query('select from "JudgeHost"')).rowCount).toBe(0)
})

test('test data that the site does not have is an error of the judge', async () => {
  await start()
  const hash = 'f'.repeat(64)
  const lost = cases(1).map((spec) => ({ ...spec, input: { hash, size: 4, name: '1.in' } }))
  const sent = await queue.submit(task({ cases: lost }))
  await queue.heard('submission.judged', sent.submissionId)
  const { verdict, message } = await row('Judgement', sent.judgementId)
  expect(verdict).toBe('JUDGE_ERROR')
  expect(message).toBe(`@hostFailed\nthe site has no blob ${hash}`)
})

test('a language that no host knows is an error of the judge', async () => {
  await start()
  const sent = await queue.submit(task({ language: 'cobol' }))
  // What hosts do themselves when none has come that has it for a minute.
  await queue.db.query(`update graphile_worker._private_jobs set flags = null where key = $1`, [
    sent.judgementId,
  ])
  await queue.heard('submission.judged', sent.submissionId)
  expect(await row('Submission', sent.submissionId)).toMatchObject({ verdict: 'JUDGE_ERROR' })
  expect((await row('Judgement', sent.judgementId)).message).toBe('@languageMissing {"language":"cobol"}')
})

test('what one host cannot judge, another one does', async () => {
  await start({ JUDGE_NAME: 'old', JUDGE_LANGUAGES: 'c11' })
  const sent = await queue.submit(task({}))
  await queue.heard('submission.judged', sent.submissionId)
  const python = { language: 'python3', source: 'print(3)' }
  await start({ JUDGE_NAME: 'new', JUDGE_LANGUAGES: 'python3' })
  const others = await Promise.all([
    queue.submit(task(python)),
    queue.submit(task({})),
    queue.submit(task(python)),
  ])
  await Promise.all(others.map(({ submissionId }) => queue.heard('submission.judged', submissionId)))
  const rows = await Promise.all(others.map(({ submissionId }) => row('Submission', submissionId)))
  expect(rows.map(({ verdict, judgedBy }) => [verdict, judgedBy])).toEqual([
    ['ACCEPTED', 'new'],
    ['ACCEPTED', 'old'],
    ['ACCEPTED', 'new'],
  ])
})

test('a trial, cut at a thousand characters', async () => {
  await start()
  const { version, limits } = plainTask
  const more = { version, limits, language: 'c11', fileIo: null, userFiles: {}, ignoreTrailingBlanks: true }
  const sum = await queue.tryOut({ ...more, source: SUM, input: '4 5', expected: '9' })
  const long = '#include <stdio.h>\nint main(){for(int i=0;i<2000;i++)putchar(97);fputs("oops",stderr);}'
  const cut = await queue.tryOut({ ...more, source: long, input: '', expected: null })
  const bad = await queue.tryOut({ ...more, source: 'nonsense', input: '', expected: null })
  const crashing =
    '#include <stdio.h>\n#include <stdlib.h>\nint main(){puts("so far");fflush(stdout);abort();}'
  const crash = await queue.tryOut({ ...more, source: crashing, input: '', expected: null })
  for (const id of [sum, cut, bad, crash])
    await until(async () => (await row('Trial', id)).state === 'DONE', 0)
  expect(await row('Trial', sum)).toMatchObject({ state: 'DONE', verdict: 'ACCEPTED', output: '9\n' })
  const { output, errorOutput } = await row('Trial', cut)
  expect([output, errorOutput]).toEqual([`${'a'.repeat(1000)}...`, 'oops'])
  expect(await row('Trial', bad)).toMatchObject({ verdict: 'COMPILE_ERROR', output: '' })
  expect(await row('Trial', crash)).toMatchObject({ verdict: 'RUNTIME_ERROR', output: 'so far\n' })
})
