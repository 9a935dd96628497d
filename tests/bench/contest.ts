/**
 * A contest of five hours at sixty times its speed: 1,000 contestants send 10,000 programs in through the graph, a fake host
 * judges them, and 2,000 sockets watch the board. The server's clock is honest: it is a contest of five minutes that is as
 * dense as that, so that a second here is a minute there. Each second the board is compared with one that is counted offline
 * from the database. The baseline is what a bare listener of the database takes to hear of the same verdicts.
 * Then the ceiling: what is judged in a second when fake hosts answer at once and everybody sends as fast as they can.
 * Everything shares the machine with the server and its database: the senders, hosts and watchers, too.
 *
 *     npm run bench -- contest [SECONDS]     # 300; all else shrinks with it, but for the people
 */
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { boardOf, type Snapshot } from '#server/shared/board/wire.ts'
import { createDatabase } from '../support/database.ts'
import { startFakeHost } from '../support/fakeHost.ts'
import { startTestServer } from '../support/postgres.ts'
import { attemptsOf, isEqual, settingOf } from './support/boardEquality.ts'
import { cpuOf, startBuiltServer } from './support/builtServer.ts'
import { quantile } from './support/figures.ts'
import { flood } from './support/flood.ts'
import { signIn } from './support/httpConnection.ts'
import { below, judgeAll, one, openSender, VERDICTS } from './support/sending.ts'
import { clock, openSubscribers } from './support/subscribers.ts'
import { fillVenue, openVenue, type Venue } from './support/venue.ts'
import { VerdictWatch } from './support/verdictWatch.ts'

const LASTS = Number(process.argv[2] ?? 300)
const CONTESTANTS = 1000
const WATCHERS = LASTS < 60 ? 500 : 2000
const SUBMISSIONS = Math.round((LASTS * 10_000) / 300)
const PROBLEMS = 12
const SLOTS = 48
/** How long a fake host takes over a program (ms). */
const JUDGING = [40, 400] as const
/** The ceiling is measured over so many seconds. */
const FLOOD_SECONDS = (20 * Math.min(LASTS, 300)) / 300

const FOLLOW = `subscription ($number: Int!) { scoreboardPatches(number: $number, view: PUBLIC, late: false) {
  from version changes } }`

/** Starts what compares boards beside the bench; what it found once the contest has ended. */
async function startChecker(given: {
  databaseUrl: string
  url: string
  venue: Venue
}): Promise<{ checks: number; unequal: number }> {
  const program = fileURLToPath(new URL('support/boardChecker.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, program, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const part of child.stdout) said += part
  return JSON.parse(said)
}

async function replay(databaseUrl: string, url: string, tokens: readonly string[], db: pg.Client) {
  const shape = { contestants: CONTESTANTS, problems: PROBLEMS, lasts: LASTS, startsIn: 15_000 }
  const venue = await openVenue(databaseUrl, shape)
  const { contest, problems, startsAt, endsAt } = venue
  const setting = settingOf(venue)
  const snapshot = async () =>
    (await (await fetch(`${url}/api/contest-scoreboard/${contest}`)).json()) as Snapshot
  await pause(startsAt - Date.now() + 200)
  const watch = new VerdictWatch(snapshot)
  const audience = await openSubscribers(
    url,
    WATCHERS,
    { query: FOLLOW, variables: { number: contest } },
    (message, socket) => watch.heard(message, socket),
    { addressOf: (socket) => `127.0.0.${1 + Math.floor(socket / 1000)}` },
  )

  // What a bare listener of the database takes to hear of the same verdicts.
  const ended = new Map<number, number>()
  const bare: number[] = []
  const listener = new pg.Client({ connectionString: databaseUrl })
  await listener.connect()
  await listener.query(`listen ${EVENT_CHANNEL}`)
  listener.on('notification', ({ payload = '' }) => {
    if (!payload.includes('submission.judged')) return
    const from = ended.get(JSON.parse(payload).payload.submissionId)
    if (from !== undefined) bare.push(clock() - from)
  })

  const sent = new Map<number, { who: string; problem: number }>()
  const host = await startFakeHost(databaseUrl, { slots: SLOTS, name: 'replay' })
  const stopJudging = judgeAll(host, SLOTS, async (number) => {
    await pause(JUDGING[0] + below(JUDGING[1] - JUDGING[0]))
    // A host can be quicker than the answer to who sent it.
    while (!sent.has(number)) await pause(2)
    const { who, problem } = sent.get(number) ?? { who: '', problem: 0 }
    ended.set(number, clock())
    watch.judged(who, problem)
    return one(VERDICTS)
  })

  const idOf = new Map<number, string>()
  const { rows } = await db.query(
    `select "id", substr("username", 5)::int as "place" from "User" where "username" ~ '^user\\d+$'`,
  )
  for (const { id, place } of rows) idOf.set(place - 1, id)
  const sender = openSender(url, tokens, contest)
  let failed = 0
  // One try at a problem at a time, so that a person's outcomes come in the order of the tries.
  const busy = new Set<string>()
  const send = async () => {
    const [person, problem] = [below(CONTESTANTS), one(problems)]
    const who = idOf.get(person) ?? ''
    const key = `${who} ${problem}`
    if (busy.has(key)) return send()
    busy.add(key)
    const number = await sender.send(person, problem).catch((error: unknown) => {
      failed++
      if (failed === 1) console.log(error)
      return null
    })
    if (number !== null) sent.set(number, { who, problem })
    setTimeout(() => busy.delete(key), 3000)
  }

  const checker = startChecker({ databaseUrl, url, venue })
  const first = Date.now() + 200
  const last = endsAt - 2500
  const sending: Promise<void>[] = []
  for (let next = 0; next < SUBMISSIONS; next++) {
    await pause(Math.max(0, first + ((last - first) * next) / SUBMISSIONS - Date.now()))
    sending.push(send())
  }
  await Promise.all(sending)
  const compared = await checker
  let { unequal } = compared
  for (const patience = Date.now() + 20_000; ended.size < sent.size && Date.now() < patience; )
    await pause(50)
  await pause(1000)
  await watch.settled()
  stopJudging()

  const known = await attemptsOf(db, contest)
  const final = boardOf(await snapshot())
  if (!isEqual(final, known, setting)) unequal++
  const waits = watch.waits()
  console.log(
    `${CONTESTANTS} contestants, ${sent.size} submissions, ${WATCHERS} watchers in ${LASTS} s; ${failed} refused, ` +
      `${compared.checks} boards compared; verdict to each watcher median ${waits.quantile(0.5)} ms, p99 ${waits.quantile(0.99)} ms, ` +
      `snapshots read again: ${watch.readAgain - 1}`,
  )
  const unseen = sent.size - watch.seen
  console.log(`lost: ${sent.size - known.length + Math.max(0, unseen) + watch.behind() + failed}`)
  console.log(`unequal: ${unequal}`)
  console.log(`baseline-p99-ms: ${quantile(bare, 0.99).toFixed(0)}`)
  console.log(`verdict-to-board-p99-ms: ${waits.quantile(0.99)}`)
  await audience.close()
  await listener.end()
  await host.stop()
}

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fillVenue(database.url, CONTESTANTS, PROBLEMS)
  const server = await startBuiltServer(database.url, { TRUST_PROXY: 'loopback' })
  const tokens = await signIn(database.url, CONTESTANTS)
  const db = new pg.Client({ connectionString: database.url })
  await db.connect()
  const before = cpuOf(server.process)
  await replay(database.url, server.url, tokens, db)
  console.log(`server CPU ${((cpuOf(server.process) - before) / 1e6).toFixed(1)} s`)
  const { perSecond } = await flood({ databaseUrl: database.url, url: server.url, tokens, db }, FLOOD_SECONDS)
  await db.end()
  await server.stop()
  await database.drop()
  await postgres.stop()
  console.log(`judged-per-second: ${perSecond.toFixed(0)}`)
  process.exit(0)
}

await main()
