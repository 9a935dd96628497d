/**
 * What one submission of a contest costs server and database, from sending to counting, when everybody sends as fast as they
 * can and a fake host judges at once: processor time, statements, and how many are judged in a second. The rate depends on
 * what else the machine does, the costs hardly.
 *
 *     npm run bench -- contest-ceiling [SECONDS] [--statements]     # 12; with the statements that cost most
 */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { cpuOf, startBuiltServer } from './support/builtServer.ts'
import { type FloodedSite, flood } from './support/flood.ts'
import { signIn } from './support/httpConnection.ts'
import { fillVenue } from './support/venue.ts'

const args = process.argv.slice(2)
const SECONDS = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 12)
const SHOWS_STATEMENTS = args.includes('--statements')
const CONTESTANTS = 1000
const PROBLEMS = 12
/** Caches are filled and code is compiled for so long (s). */
const WARM = 4
/** A clock tick of the kernel's accounting (ms). */
const TICK = 10

/** Processor time (ms) of PostgreSQL so far: of its first process, of all that are its children, and of those that ended. */
function cpuOfPostgres(postmaster: number): number {
  const ticksOf = (pid: string) => {
    try {
      const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      const fields = rest.split(' ').map(Number)
      return {
        parent: fields[1] ?? 0,
        own: (fields[11] ?? 0) + (fields[12] ?? 0),
        ended: (fields[13] ?? 0) + (fields[14] ?? 0),
      }
    } catch {
      return { parent: 0, own: 0, ended: 0 }
    }
  }
  const first = ticksOf(String(postmaster))
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(ticksOf)
  const own = children.filter(({ parent }) => parent === postmaster).reduce((sum, { own }) => sum + own, 0)
  return (first.own + first.ended + own) * TICK
}

const BY_COST = `select calls::int, total_plan_time as plan, total_exec_time as exec,
    left(regexp_replace(query, '\\s+', ' ', 'g'), 130) as query
  from pg_stat_statements order by total_plan_time + total_exec_time desc limit 20`

async function measure(site: FloodedSite, server: Parameters<typeof cpuOf>[0], postmaster: number) {
  const { db } = site
  await flood(site, WARM)
  await db.query('select pg_stat_statements_reset()')
  const before = { server: cpuOf(server) / 1000, postgres: cpuOfPostgres(postmaster) }
  const { judged, perSecond } = await flood(site, SECONDS)
  const after = { server: cpuOf(server) / 1000, postgres: cpuOfPostgres(postmaster) }
  const { rows } = await db.query('select sum(calls)::int as calls from pg_stat_statements')
  if (SHOWS_STATEMENTS) {
    for (const { calls, plan, exec, query } of (await db.query(BY_COST)).rows) {
      const each = [calls, plan, exec].map((sum: number) => (sum / judged).toFixed(3))
      console.log(`${each[0]} a submission, ${each[1]} ms planned, ${each[2]} ms executed: ${query}`)
    }
  }
  console.log(`${judged} submissions on ${availableParallelism()} cores`)
  console.log(`server-ms-each: ${((after.server - before.server) / judged).toFixed(2)}`)
  console.log(`postgres-ms-each: ${((after.postgres - before.postgres) / judged).toFixed(2)}`)
  console.log(`statements-each: ${(rows[0].calls / judged).toFixed(1)}`)
  console.log(`judged-per-second: ${perSecond.toFixed(0)}`)
}

async function main() {
  const postgres = await startTestServer({
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track_planning': SHOWS_STATEMENTS ? 'on' : 'off',
  })
  const database = await createDatabase(postgres)
  await fillVenue(database.url, CONTESTANTS, PROBLEMS)
  const server = await startBuiltServer(database.url, { TRUST_PROXY: 'loopback' })
  const tokens = await signIn(database.url, CONTESTANTS)
  const db = new pg.Client({ connectionString: database.url })
  await db.connect()
  await db.query('create extension pg_stat_statements')
  const [own] = (await db.query('select pg_backend_pid() as pid')).rows
  const [, stat = ''] = readFileSync(`/proc/${own.pid}/stat`, 'utf8').split(') ')
  await measure(
    { databaseUrl: database.url, url: server.url, tokens, db },
    server.process,
    Number(stat.split(' ')[1]),
  )
  await db.end()
  await server.stop()
  await database.drop()
  await postgres.stop()
  process.exit(0)
}

await main()
