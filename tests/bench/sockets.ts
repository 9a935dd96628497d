/**
 * What many open submission lists cost: so many sockets follow the list as its page does while twenty submissions are
 * judged, the judge's own writing and the real server in a process of its own. After it, while as many are judged
 * again, a bare WebSocket server sends the same texts at the same moments to as many sockets. Then five times as many
 * sockets follow, against pages that ask for the list again at each event.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { EVENT_CHANNEL, type RunReport } from '#judge/protocol.ts'
import { Reports } from '#judge/queue/reports.ts'
import { ROOT } from '#server/env.ts'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { cpuOf, residentOf, startBuiltServer } from './support/builtServer.ts'
import { median, quantile } from './support/figures.ts'
import { fill } from './support/fillDatabase.ts'
import { openHttpConnection } from './support/httpConnection.ts'
import { clock, openSubscribers } from './support/subscribers.ts'

const SOCKETS = Number(process.argv[2] ?? 1000)
const SUBMISSIONS = 20
/** Both are measured so many times in turn: what else the machine does falls on both. */
const ROUNDS = 3
const CASES = 10
/** A case takes so long (ms), and a submission comes so long after the one before it. */
const CASE = 30
const APART = 100

/** The text of a document of the client. */
const documentOf = (name: string): string =>
  JSON.parse(
    /"text": (".*")/.exec(readFileSync(join(ROOT, `client/__generated__/${name}.graphql.ts`), 'utf8'))?.[1] ??
      '""',
  )

/** What the page of the list follows, and what it asks. */
const DOCUMENT = documentOf('SubmissionListPageSubscription')
const QUERY = documentOf('SubmissionListPageQuery')
/** So many pages ask for their list again, one after the other; what one takes holds for all. */
const ASKING = 300

const ACCEPTED: Omit<RunReport, 'index'> = {
  subtask: 0,
  verdict: 'ACCEPTED',
  timeMs: 12,
  memoryKb: 1024,
  score: null,
  message: null,
  outputHead: null,
}

type Database = { durable: pg.Pool; progress: pg.Pool }

/** Sends a submission and judges it, as server and host do; when its end was committed. */
async function judgeOne(db: Database) {
  const judgementId = randomUUID()
  const { rows } = await db.durable.query<{ id: number }>(
    `with sent as (
       insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "judgementId", "state")
       select p, u, 'cpp17o2', 10, '127.0.0.1', $1, 'RUNNING'
       from (select min("id") p from "Problem") a, (select min("id") u from "User") b returning *
     ), told as (
       select pg_notify('${EVENT_CHANNEL}', json_build_object('name', 'submission.created', 'payload', json_build_object(
         'submissionId', sent."id", 'userId', "userId", 'problemId', "problemId", 'contestId', null))::text) from sent
     ), judgement as (
       insert into "Judgement" ("id", "submissionId", "attempt", "state", "task", "startedAt")
       select $1, sent."id", 1, 'RUNNING', '{}', now() from sent
     )
     select sent."id" from sent, told`,
    [judgementId],
  )
  const reports = new Reports(db, judgementId, 1, { onLost: () => {}, busy: false })
  reports.note({ kind: 'running', caseCount: CASES })
  for (let index = 1; index <= CASES; index++) {
    await pause(CASE)
    reports.note({ kind: 'run', run: { ...ACCEPTED, index } })
  }
  const end = { verdict: 'ACCEPTED', timeMs: 12, memoryKb: 1024, score: null, oiRankScore: null } as const
  await reports.finish({ ...end, message: null } as never, { id: '0', life: 'none' })
  return { number: rows[0]?.id ?? 0, at: clock() }
}

async function judgeAll(db: Database) {
  const judged: ReturnType<typeof judgeOne>[] = []
  for (let i = 0; i < SUBMISSIONS; i++) {
    judged.push(judgeOne(db))
    await pause(APART)
  }
  return Promise.all(judged)
}

type Server = Awaited<ReturnType<typeof startBuiltServer>>
/** A text that the first socket got, and when (ms). */
type Script = readonly { at: number; text: string }[]

const PAYLOAD = { query: DOCUMENT, variables: { filter: null } }

/** Waits until nothing came for a second. */
async function quiet(count: () => number) {
  for (let seen = -1; seen !== count(); ) {
    seen = count()
    await pause(1000)
  }
}

/** What it costs the server to tell all who follow of the submissions of a round, and how long each end takes (ms). */
async function follow(server: Server, db: Database) {
  const before = residentOf(server.process)
  /** When the last socket heard of the end of each submission, and how many did. */
  const ends = new Map<number, { last: number; times: number }>()
  const script: { at: number; text: string }[] = []
  let frames = 0
  const audience = await openSubscribers(server.url, SOCKETS, PAYLOAD, (message, socket) => {
    frames++
    if (socket === 0) script.push({ at: clock(), text: String(message) })
    if (!message.includes('"state":"DONE"')) return
    const number = Number(/"number":(\d+)/.exec(String(message))?.[1])
    const end = ends.get(number) ?? { last: 0, times: 0 }
    ends.set(number, { last: clock(), times: end.times + 1 })
  })
  const atRest = residentOf(server.process)
  const cpuBefore = cpuOf(server.process)
  let most = atRest
  const watching = setInterval(() => {
    most = Math.max(most, residentOf(server.process))
  }, 50)
  const all = await judgeAll(db)
  await quiet(() => frames)
  clearInterval(watching)
  const cpu = cpuOf(server.process) - cpuBefore
  await audience.close()
  const waits = all.map(({ number, at }) => Math.max(0, (ends.get(number)?.last ?? Number.NaN) - at))
  const deaf = all.filter(({ number }) => (ends.get(number)?.times ?? 0) < SOCKETS).length
  const kb = { atRest: (atRest - before) / SOCKETS, most: (most - before) / SOCKETS }
  return { script: script as Script, frames, cpu, waits, deaf, kb }
}

/** The same texts at the same moments from a server that does nothing else, while as much is judged. */
async function followBare(script: Script, db: Database) {
  const bare = fork(join(ROOT, 'tests/bench/support/fanOut.mjs'), { execArgv: [] })
  const [{ url }] = (await once(bare, 'message')) as [{ url: string }]
  let frames = 0
  let last = 0
  const waits: number[] = []
  const audience = await openSubscribers(url, SOCKETS, PAYLOAD, () => {
    frames++
    last = clock()
  })
  const before = cpuOf(bare)
  const judged = judgeAll(db)
  const start = clock() - (script[0]?.at ?? 0)
  for (const { at, text } of script) {
    await pause(Math.max(0, at + start - clock()))
    const sentAt = clock()
    const wanted = frames + SOCKETS
    bare.send(text)
    while (frames < wanted && clock() < sentAt + 5000) await pause(1)
    waits.push(last - sentAt)
  }
  const cpu = cpuOf(bare) - before
  await audience.close()
  bare.disconnect()
  await judged
  await pause(1000)
  return { frames, cpu, waits }
}

/** What a frame takes (us) with five times as many sockets, and what a page takes that asks again. */
async function followOrAsk(server: Server, db: Database) {
  let frames = 0
  // A hall is one address, a city is not: no address has more than a few of these.
  const crowd = await openSubscribers(server.url, 5 * SOCKETS, PAYLOAD, () => void frames++, {
    addressOf: (socket) => `10.0.0.${1 + (socket % 200)}`,
  })
  const before = cpuOf(server.process)
  await judgeAll(db)
  await quiet(() => frames)
  const following = (cpuOf(server.process) - before) / frames
  await crowd.close()
  const asker = await openHttpConnection(server.url, {
    'accept-language': 'en-US',
    'accept-encoding': 'gzip, br',
  })
  // A variable that nobody declared makes each of these a question of its own.
  const ask = (page: number) =>
    asker.ask(JSON.stringify({ query: QUERY, variables: { filter: null, first: 30, offset: 0, page } }))
  for (let page = 0; page < ASKING; page++) await ask(page)
  const askingBefore = cpuOf(server.process)
  for (let page = ASKING; page < 2 * ASKING; page++) await ask(page)
  const asking = (cpuOf(server.process) - askingBefore) / ASKING
  asker.close()
  return { frames, following, asking }
}

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fill(database.url, { problems: 20, users: 20, submissions: 1000 })
  const durable = new pg.Pool({ connectionString: database.url, max: 4 })
  const progress = new pg.Pool({
    connectionString: database.url,
    max: 4,
    options: '-c synchronous_commit=off',
  })
  const db = { durable, progress }
  const server = await startBuiltServer(database.url, { TRUST_PROXY: 'loopback' })

  // A server that runs for some minutes has compiled its code and filled its caches.
  const warm = await openSubscribers(server.url, 20, PAYLOAD, () => {})
  await judgeAll(db)
  await pause(1000)
  await warm.close()

  const rounds: { ours: Awaited<ReturnType<typeof follow>>; bare: Awaited<ReturnType<typeof followBare>> }[] =
    []
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await follow(server, db)
    rounds.push({ ours, bare: await followBare(ours.script, db) })
  }
  const crowd = await followOrAsk(server, db)

  const sum = (of: (round: (typeof rounds)[number]) => number) =>
    rounds.reduce((total, round) => total + of(round), 0)
  const frames = sum(({ ours }) => ours.frames)
  const cpu = sum(({ ours }) => ours.cpu)
  const bareCpu = sum(({ bare }) => bare.cpu)
  const waits = rounds.flatMap(({ ours }) => ours.waits)
  const bareWaits = rounds.flatMap(({ bare }) => bare.waits)
  const p95 = quantile(waits, 0.95)
  const bareP95 = quantile(bareWaits, 0.95)
  // Later rounds find the memory that the first one asked for.
  const kb = rounds[0]?.ours.kb ?? { atRest: Number.NaN, most: Number.NaN }
  console.log(
    `${SOCKETS} sockets, ${ROUNDS} times ${SUBMISSIONS} submissions, ${frames} frames, ` +
      `${(frames / SOCKETS / SUBMISSIONS / ROUNDS).toFixed(1)} a submission; ` +
      `${sum(({ ours }) => ours.deaf)} ends not heard by all`,
  )
  console.log(
    `cpu of the server ${(cpu / 1e6).toFixed(2)} s, of the bare fan-out ${(bareCpu / 1e6).toFixed(2)} s ` +
      `(${(bareCpu / sum(({ bare }) => bare.frames)).toFixed(1)} us a frame)`,
  )
  console.log(
    `from commit to the last socket: median ${median(waits).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; ` +
      `bare: median ${median(bareWaits).toFixed(0)} ms, p95 ${bareP95.toFixed(0)} ms`,
  )
  console.log(
    `${5 * SOCKETS} sockets: ${crowd.frames} frames, ${crowd.following.toFixed(1)} us each; ` +
      `a page that asks again: ${crowd.asking.toFixed(0)} us`,
  )
  console.log(`asking/following: ${(crowd.asking / crowd.following).toFixed(0)}`)
  console.log(`kb-per-socket-at-rest: ${kb.atRest.toFixed(0)}`)
  console.log(`kb-per-socket: ${kb.most.toFixed(0)}`)
  console.log(`last-socket-p95-ms: ${p95.toFixed(0)}`)
  console.log(`sockets/bare: ${(p95 / bareP95).toFixed(2)}`)
  console.log(`event-cpu-us: ${(cpu / frames).toFixed(1)}`)

  await server.stop()
  await Promise.all([durable.end(), progress.end()])
  await database.drop()
  await postgres.stop()
}

await main()
