import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { CaseSpec } from '#judge/protocol.ts'
import { createLog } from '#server/core/log.ts'
import { readSettings } from '#server/env.ts'
import { startDatabase } from '#server/launch/database/database.ts'
import { ensureJudgeRole } from '#server/launch/database/judgeRole.ts'
import { migrate } from '#server/launch/database/migrate.ts'
import { freePort } from '#server/launch/database/postgres.ts'
import { ROOT, SCHEMA_FOLDERS } from '#server/launch/places.ts'
import { isAlive } from '#server/launch/processes.ts'
import { switches } from '#server/modules/site/site.ts'
import { openHouse } from '#server/start.ts'
import { addJudgeable } from './judgeable.ts'
import { addPerson, contextOf } from './people.ts'
import type { Site } from './site.ts'

export const PARTS = ['judge', 'server', 'database'] as const
export type Part = (typeof PARTS)[number]

/** A site on a durable database; each part can be killed and is restarted at once. */
export type CrashingSite = {
  /** Returns false when the part was down already. */
  kill(part: Part): Promise<boolean>
  /** Terminates about half of the database connections; returns how many. */
  cutConnections(): Promise<number>
  /** Submits code as one of its people; returns its number, or null when the server died before it answered. */
  send(source: string): Promise<number | null>
  /** Starts a test run as one of its people; returns whether there was an answer. */
  tryOut(source: string): Promise<boolean>
  /** Rejudges everything; returns whether there was an answer. */
  rejudgeAll(): Promise<boolean>
  /** Rows of a statement, retried while the database is down. */
  rows<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Unhandled rejections and similar lines in the logs of the parts. */
  complaints: string[]
  problemId: number
  close(): Promise<void>
}

const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
const TRY_OUT = 'mutation ($input: StartTrialInput!) { startTrial(input: $input) { id } }'
const REJUDGE = 'mutation ($input: RejudgeInput!) { rejudge(input: $input) { id } }'
const SECRET = 'a secret of the tests alone, long enough'
const HOSTS = 2
const PEOPLE = 4
const CASES = 3
/** Harmless message of the queue's library when its listening connection breaks twice at once. */
const DOUBLE_RELEASE = 'already been released to the pool'
const UNHANDLED = /unhandled|nobody handled|UnhandledPromiseRejection/i

/** A process that is restarted as soon as it exits. */
class RestartedProcess {
  readonly #start: () => ChildProcess
  #child: ChildProcess
  #ended = false

  constructor(args: readonly string[], env: Record<string, string>, hear: (line: string) => void) {
    this.#start = () => {
      const child = spawn(process.execPath, [...args], {
        cwd: ROOT,
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => hear(String(bytes)))
      child.once('exit', () => {
        if (!this.#ended) this.#child = this.#start()
      })
      return child
    }
    this.#child = this.#start()
  }

  async kill(): Promise<boolean> {
    const child = this.#child
    if (child.exitCode !== null || child.signalCode !== null) return false
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    return true
  }

  async end(): Promise<void> {
    this.#ended = true
    const child = this.#child
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await gone
    clearTimeout(late)
  }
}

export async function openCrashingSite(): Promise<CrashingSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crashing-'))
  chmodSync(dataDir, 0o755)
  const database = await startDatabase(undefined, dataDir, () => {})
  await migrate(database.url, SCHEMA_FOLDERS)
  const judgeUrl = await ensureJudgeRole(database.url, 'password of the tests')
  if (!judgeUrl) throw new Error('the tests need a database account that may make roles')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' }
  const serverEnv = { ...env, JUDGE_SECRET: SECRET, LOG_LEVEL: 'warn', SEED: 'off', COST_PER_MINUTE: '0' }
  const { root, people, problem } = await furnish(serverEnv)

  const complaints: string[] = []
  const hear = (text: string) => {
    for (const line of text.split('\n'))
      if (UNHANDLED.test(line) && !line.includes(DOUBLE_RELEASE)) complaints.push(line)
  }
  const server = new RestartedProcess(['build/server.mjs'], serverEnv, hear)
  const hosts = Array.from({ length: HOSTS }, (_, i) => {
    const hostEnv = {
      DATABASE_URL: judgeUrl,
      SERVER_URL: url,
      JUDGE_SECRET: SECRET,
      JUDGE_NAME: `host-${i + 1}`,
      JUDGE_SLOTS: '1',
      JUDGE_LANGUAGES: 'c11',
      CACHE_DIR: join(dataDir, `cache-${i + 1}`),
    }
    return new RestartedProcess(['build/judge.mjs'], hostEnv, hear)
  })

  const pool = new pg.Pool({ connectionString: database.url, max: 2, connectionTimeoutMillis: 2000 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  let turn = 0
  const ask = async <Data>(token: string, query: string, input: object): Promise<Data | null> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ query, variables: { input } }),
    }).catch(() => null)
    return ((await response?.json().catch(() => null)) as { data?: Data | null } | null)?.data ?? null
  }
  const somebody = () => people[turn++ % PEOPLE]?.token ?? ''

  return {
    complaints,
    problemId: problem.id,
    async kill(part) {
      if (part === 'server') return server.kill()
      if (part === 'judge') return (await hosts[turn++ % HOSTS]?.kill()) ?? false
      const pid = database.pid()
      if (pid === null || !isAlive(pid)) return false
      process.kill(pid, 'SIGKILL')
      return true
    },
    async cutConnections() {
      const cut = pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5`,
      )
      return (await cut.catch(() => null))?.rowCount ?? 0
    },
    async send(source) {
      const input = { problemId: problem.globalId, language: 'c11', source }
      const answer = await ask<{ submit: { number: number } }>(somebody(), SUBMIT, input)
      return answer?.submit.number ?? null
    },
    async tryOut(source) {
      const input = { problemId: problem.globalId, language: 'c11', source, input: '3 4' }
      return (await ask(somebody(), TRY_OUT, input)) !== null
    },
    async rejudgeAll() {
      return (await ask(root.token, REJUDGE, { target: { problemId: problem.globalId } })) !== null
    },
    async rows(sql, values = []) {
      for (;;) {
        try {
          return (await pool.query(sql, values)).rows
        } catch (error) {
          // An invalid statement (class 22 or 42) fails again, everything else is retried.
          if (error instanceof pg.DatabaseError && /^(?:22|42)/.test(error.code ?? '')) throw error
          await pause(50)
        }
      }
    },
    async close() {
      await Promise.all([server.end(), ...hosts.map((host) => host.end())])
      await pool.end()
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Adds people, and a problem whose tests the hosts fetch. */
async function furnish(env: Record<string, string>) {
  const settings = readSettings(env)
  const house = await openHouse(settings, createLog('silent', 'test'))
  const site = { house, prisma: house.database.prisma } as Site
  try {
    const root = await addPerson(site, 'chief', { role: 'ROOT' })
    await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
    const people = []
    for (let i = 0; i < PEOPLE; i++) people.push(await addPerson(site, `person${i}`))
    const cases: CaseSpec[] = []
    for (let index = 1; index <= CASES; index++) {
      const [input = '', answer = ''] = await house.blobs.putAll([
        Buffer.from(`${index} 2\n`),
        Buffer.from(`${index + 2}\n`),
      ])
      cases.push({
        index,
        subtask: 0,
        score: 0,
        input: { hash: input, size: 4, name: `${index}.in` },
        answer: { hash: answer, size: 2, name: `${index}.out` },
      })
    }
    return { root, people, problem: await addJudgeable(site, 'K1001', { cases }) }
  } finally {
    await house.database.close()
  }
}
