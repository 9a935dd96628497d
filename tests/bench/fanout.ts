/**
 * What it takes to tell many of one scoreboard: so many guests follow it on one server, as its page does, while teams are
 * judged one after another. Against it stands what the same server takes to answer a query of the first fifty rows for
 * each of them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '#server/env.ts'
import { addBoard, judgeNow } from '../support/bigBoard.ts'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { residentOf, startBuiltServer } from './support/builtServer.ts'
import { median, quantile } from './support/figures.ts'
import { fill } from './support/fillDatabase.ts'
import { openHttpConnection } from './support/httpConnection.ts'
import { clock, openSubscribers } from './support/subscribers.ts'

const SUBSCRIBERS = Number(process.argv[2] ?? 5000)
const TEAMS = 300
const PROBLEMS = 10
const VERDICTS = 20
/** So many ask by themselves; what one takes holds for all. */
const ASKING = 200

const DOCUMENT = JSON.parse(
  /"text": (".*")/.exec(
    readFileSync(join(ROOT, 'client/__generated__/useBoardSubscription.graphql.ts'), 'utf8'),
  )?.[1] ?? '""',
)

const QUERY = `query ($cid: Int!) { contest(number: $cid) { scoreboard { rows(first: 50) { totalCount edges { node {
  rank name school total cost cells { displayId solvedAtSecond isFirst wrongTries sealedTries } } } } } } }`

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fill(database.url, { problems: PROBLEMS, users: 20, submissions: 100 })
  const server = await startBuiltServer(database.url, { TRUST_PROXY: 'loopback', SHARE_MS: '0' })
  const contest = await addBoard(database.url, {
    teams: TEAMS,
    problems: PROBLEMS,
    startsIn: -60,
    freezesIn: null,
    endsIn: 60,
  })
  const payload = { query: DOCUMENT, variables: { number: contest, view: 'PUBLIC', late: false } }
  // A server that runs for some minutes has compiled its code and filled its caches.
  const warm = await openSubscribers(server.url, 20, payload, () => {})
  for (let team = 1; team <= 3; team++) await judgeNow(database.url, { contest, team, letter: 'A' })
  await pause(500)
  await warm.close()

  const before = residentOf(server.process)
  let heard = 0
  let last = 0
  const audience = await openSubscribers(
    server.url,
    SUBSCRIBERS,
    payload,
    () => {
      heard++
      last = clock()
    },
    // A guest is told from others by the address; behind one there are 2,000 at most.
    { addressOf: (socket) => `127.0.0.${1 + Math.floor(socket / 1000)}` },
  )
  const hearAll = async (count: number) => {
    for (const patience = clock() + 30_000; heard < count; ) {
      if (clock() > patience) throw new Error(`${heard} of ${count} messages came`)
      await pause(2)
    }
  }
  // Each is told the present version first.
  await hearAll(SUBSCRIBERS)
  const kb = (residentOf(server.process) - before) / SUBSCRIBERS
  const waits: number[] = []
  for (let turn = 0; turn < VERDICTS; turn++) {
    heard = 0
    await judgeNow(database.url, { contest, team: 10 + turn, letter: 'J', accepted: turn % 2 === 0 })
    const committed = clock()
    await hearAll(SUBSCRIBERS)
    waits.push(last - committed)
  }
  await audience.close()

  const asker = await openHttpConnection(server.url, {
    'accept-language': 'en-US',
    'accept-encoding': 'gzip, br',
  })
  const ask = () => asker.ask(JSON.stringify({ query: QUERY, variables: { cid: contest } }))
  for (let turn = 0; turn < ASKING / 4; turn++) await ask()
  const began = clock()
  for (let turn = 0; turn < ASKING; turn++) await ask()
  const naive = ((clock() - began) / ASKING) * SUBSCRIBERS
  asker.close()

  console.log(
    `${SUBSCRIBERS} subscribers, ${TEAMS} teams: from the committed verdict to the last one median ${median(waits).toFixed(0)} ms, ` +
      `p95 ${quantile(waits, 0.95).toFixed(0)} ms, 100 of them waiting for others; a query for each takes ${naive.toFixed(0)} ms`,
  )
  console.log(`kb-per-subscriber: ${kb.toFixed(0)}`)
  console.log(`naive/fanout: ${(naive / median(waits)).toFixed(1)}`)
  await server.stop()
  await database.drop()
  await postgres.stop()
}

await main()
