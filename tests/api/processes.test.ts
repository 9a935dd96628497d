import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { switches } from '#server/modules/site/site.ts'
import { startFakeHost } from '../support/fakeHost.ts'
import { addJudgeable } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { runSql } from '../support/postgres.ts'
import { askSocket, openRawSocket, type RawSocket } from '../support/rawSocket.ts'
import { type ServerProcess, startServerProcess } from '../support/serverProcess.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let one: ServerProcess
let other: ServerProcess
let ada: Person
let problem: Awaited<ReturnType<typeof addJudgeable>>
const sockets: RawSocket[] = []

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  const root = await addPerson(site, 'root', { role: 'ROOT' })
  ada = await addPerson(site, 'ada')
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  problem = await addJudgeable(site, 'P1')
  const host = await startFakeHost(site.databaseUrl)
  await host.stop()
  ;[one, other] = await Promise.all([startServerProcess(site), startServerProcess(site)])
}, 120_000)
afterAll(async () => {
  for (const { socket } of sockets) socket.terminate()
  await Promise.all([one?.stop(), other?.stop()])
  await site?.close()
}, 30_000)

const connect = async (url: string, token?: string) => {
  const raw = await openRawSocket(url, { init: token ? { Authorization: token } : {} })
  sockets.push(raw)
  return raw
}
const settled = (raw: RawSocket) => askSocket(raw, 'settled', { query: '{ __typename }' })

async function ask(url: string, query: string, variables: object = {}, token = ada.token) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, 'accept-language': 'en-US' },
    body: JSON.stringify({ query, variables }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return (await response.json()) as { data: any; errors?: { message: string }[] }
}

const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
const submit = (url: string, at = 0) =>
  ask(url, SUBMIT, {
    input: {
      problemId: problem.globalId,
      language: 'cpp17',
      source: `int main() { return ${at}; } ${'/'.repeat(60)}`,
    },
  })
const FOLLOW = 'subscription { submissionsChanged { created submission { number state user { username } } } }'

describe('two servers on one database', () => {
  it('tell each other what happens', async () => {
    const listener = await connect(one.url)
    listener.send({ id: '1', type: 'subscribe', payload: { query: FOLLOW } })
    await settled(listener)
    const { data, errors } = await submit(other.url)
    expect(errors).toBeUndefined()
    const heard = await listener.frame(({ id }) => id === '1')
    expect(heard.payload.data.submissionsChanged).toMatchObject({
      created: true,
      submission: { number: data.submit.number, user: { username: 'ada' } },
    })
  })

  it('know each other’s logins, and their ends', async () => {
    const bob = await addPerson(site, 'bob')
    const raw = await connect(one.url, bob.token)
    await settled(raw)
    expect((await ask(other.url, 'mutation { logout { sessionId } }', {}, bob.token)).data).toMatchObject({
      logout: {},
    })
    expect((await raw.closed).code).toBe(4403)
    const after = await ask(one.url, '{ viewer { user { username } } }', {}, bob.token)
    expect(after.errors?.[0]).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } })
  })

  it('lose nothing that was answered when one is killed in the middle', async () => {
    const listener = await connect(one.url)
    listener.send({ id: '1', type: 'subscribe', payload: { query: FOLLOW } })
    await settled(listener)
    const before = await site.prisma.submission.count()

    const work = Array.from({ length: 40 }, (_, at) => submit(one.url, at).catch(() => null))
    // Some are answered, some are under way, some have not begun.
    await Promise.race(work)
    await one.kill()
    expect((await listener.closed).code).toBe(1006)
    const answers = await Promise.all(work)
    const answered = answers.flatMap((answer) =>
      answer?.data?.submit ? [answer.data.submit.number as number] : [],
    )
    expect(answered.length).toBeGreaterThan(0)

    // Every answer is a row, and every row is whole: with its code, a judgement, and a job for it.
    const rows = await site.prisma.$queryRaw<{ id: number; whole: boolean }[]>`
      select s."id", c."submissionId" is not null and j."id" is not null and s."judgementId" = j."id" as "whole"
      from "Submission" s
      left join "SubmissionCode" c on c."submissionId" = s."id"
      left join "Judgement" j on j."submissionId" = s."id"`
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(answered))
    expect(rows.every(({ whole }) => whole)).toBe(true)
    const [{ jobs } = { jobs: 0 }] = await site.prisma.$queryRaw<{ jobs: number }[]>`
      select count(*)::int as "jobs" from graphile_worker.jobs where task_identifier = 'judge'`
    expect(jobs).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(before)

    // Anyone who was connected comes back to the other one, and misses nothing from there on.
    const again = await connect(other.url)
    again.send({ id: '1', type: 'subscribe', payload: { query: FOLLOW } })
    await settled(again)
    const { data } = await submit(other.url)
    const heard = await again.frame(({ id }) => id === '1')
    expect(heard.payload.data.submissionsChanged.submission.number).toBe(data.submit.number)
    one = await startServerProcess(site)
    // A server that starts on a busy machine takes its time.
  }, 120_000)

  it('outlive the loss of every connection to the database', async () => {
    const listeners = await Promise.all([connect(one.url), connect(other.url)])
    const database = new URL(site.databaseUrl).pathname.slice(1)
    await runSql(
      site.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and pid <> pg_backend_pid()`,
    )
    for (const { closed } of listeners) expect((await closed).code).toBe(1012)
    for (const { url } of [one, other]) {
      const name = async () =>
        (await ask(url, '{ viewer { user { username } } }')).data?.viewer?.user.username
      await expect.poll(name, { timeout: 10_000 }).toBe('ada')
    }
    const back = await connect(one.url)
    back.send({ id: '1', type: 'subscribe', payload: { query: FOLLOW } })
    await settled(back)
    const { data } = await submit(other.url)
    expect((await back.frame(({ id }) => id === '1')).payload.data.submissionsChanged.submission.number).toBe(
      data.submit.number,
    )
  })

  it('stop in order, and send everybody to the other', async () => {
    const raw = await connect(one.url)
    raw.send({ id: '1', type: 'subscribe', payload: { query: FOLLOW } })
    await settled(raw)
    const [code, { code: reason }] = await Promise.all([one.stop(), raw.closed])
    expect([code, reason]).toEqual([0, 1012])
    expect((await ask(other.url, '{ viewer { user { username } } }')).data.viewer.user.username).toBe('ada')
  })
})
