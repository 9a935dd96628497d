/**
 * What open tabs cost while nothing happens: 5,000 logged-in users with a socket each, which follows what every page
 * of the client follows. A minute without them is compared with a minute with them, on the same server.
 * `unread/idle` is the difference of its CPU in percent of a core.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { ROOT } from '#server/env.ts'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { type BuiltServer, cpuOf, residentOf, startBuiltServer } from './support/builtServer.ts'
import { fill } from './support/fillDatabase.ts'
import { signIn } from './support/httpConnection.ts'
import { openSubscribers } from './support/subscribers.ts'

const TABS = Number(process.argv[2] ?? 5000)
const IDLE = Number(process.argv[3] ?? 60) * 1000
/** KEEP_ALIVE of client/relay/stream/line.ts (ms). */
const PING = Number(
  /KEEP_ALIVE = ([\d_]+)/
    .exec(readFileSync(join(ROOT, 'client/relay/stream/line.ts'), 'utf8'))?.[1]
    ?.replaceAll('_', ''),
)

const documentOf = (name: string): string =>
  JSON.parse(
    /"text": (".*")/.exec(readFileSync(join(ROOT, `client/__generated__/${name}.graphql.ts`), 'utf8'))?.[1] ??
      '""',
  )

/** What every page follows for somebody who is logged in. */
const [UNREAD, ...BESIDES] = [
  'ViewerToolsUnreadSubscription',
  'ViewerToolsProfileSubscription',
  'SiteLiveSubscription',
  'useLanguagesLiveSubscription',
].map((name) => ({ query: documentOf(name), variables: {} }))

/** Transactions of the database so far. */
async function transactionsIn(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.count)
}

/** CPU of the server (% of a core) and transactions of the database while nothing happens. */
async function rest({ process }: BuiltServer, db: pg.Client) {
  const [cpu, transactions, from] = [cpuOf(process), await transactionsIn(db), performance.now()]
  await pause(IDLE)
  const elapsed = performance.now() - from
  return {
    percent: (cpuOf(process) - cpu) / elapsed / 10,
    transactions: (await transactionsIn(db)) - transactions,
  }
}

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fill(database.url, { problems: 20, users: TABS, submissions: 100 })
  const tokens = await signIn(database.url, TABS)
  const db = new pg.Client(database.url)
  await db.connect()
  const server = await startBuiltServer(database.url, { TRUST_PROXY: 'loopback' })
  let heard = 0
  const open = (tabs: number) =>
    openSubscribers(server.url, tabs, UNREAD ?? {}, () => heard++, {
      addressOf: (tab) => `10.0.0.${1 + (tab % 200)}`,
      tokenOf: (tab) => tokens[tab] ?? null,
      besides: BESIDES,
      pingMs: PING,
    })
  // A server that runs for some time has compiled its code and filled its caches.
  await (await open(100)).close()
  await pause(5000)
  const without = await rest(server, db)
  const before = residentOf(server.process)
  const audience = await open(TABS)
  // The server has answered all subscriptions and cleaned up after them.
  await pause(15_000)
  heard = 0
  const idle = await rest(server, db)
  const kb = (residentOf(server.process) - before) / TABS
  const silent = heard
  // All of them follow: a notice to all reaches each.
  const told = performance.now()
  const payload = JSON.stringify({
    name: 'systemNotice.changed',
    payload: { noticeId: 1, change: 'CREATED', audience: 'ALL' },
  })
  const [cpuBefore, asked] = [cpuOf(server.process), await transactionsIn(db)]
  await db.query('select pg_notify($1, $2)', [EVENT_CHANNEL, payload])
  while (heard < TABS && performance.now() < told + 60_000) await pause(10)
  const took = performance.now() - told
  const cpuOfAll = cpuOf(server.process) - cpuBefore
  // PostgreSQL counts what a connection did when it has been idle for a second.
  await pause(2000)
  const reads = (await transactionsIn(db)) - asked
  console.log(
    `${TABS} tabs, ${IDLE / 1000} s: ${idle.percent.toFixed(2)} % of a core with them, ` +
      `${without.percent.toFixed(2)} % without; ${silent} messages came`,
  )
  console.log(
    `a notice to all: ${heard - silent} tabs in ${took.toFixed(0)} ms, ` +
      `${(cpuOfAll / TABS).toFixed(0)} us each, ${reads} transactions`,
  )
  console.log(`kb-per-socket: ${kb.toFixed(0)}`)
  console.log(`transactions-with-and-without: ${idle.transactions} ${without.transactions}`)
  console.log(`queries-per-tab: ${(Math.max(0, idle.transactions - without.transactions) / TABS).toFixed(4)}`)
  console.log(`unread/idle: ${(idle.percent - without.percent).toFixed(2)}`)
  await audience.close()
  await db.end()
  await server.stop()
  await database.drop()
  await postgres.stop()
}

await main()
