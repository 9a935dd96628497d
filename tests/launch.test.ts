import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { enlist } from '#judge/health/liveness.ts'
import { PROTOCOL_VERSION } from '#judge/protocol.ts'
import { Claims, type Job } from '#judge/queue/claims.ts'
import { NEEDS_A_PERSON, SetupError } from '#judge/setup.ts'
import { readSettings } from '#server/env.ts'
import { ensureJudgeRole } from '#server/launch/database/judgeRole.ts'
import { author, drift, migrate } from '#server/launch/database/migrate.ts'
import { startPostgres } from '#server/launch/database/postgres.ts'
import { lockFolder } from '#server/launch/lock.ts'
import { ROOT, SCHEMA_FOLDERS } from '#server/launch/places.ts'
import { keepRunning, waitAfter } from '#server/launch/program.ts'
import { openSecrets } from '#server/launch/secrets.ts'
import { nodeSuits } from '#server/launch/tools.mjs'
import { createDatabase } from './support/database.ts'
import { runSql } from './support/postgres.ts'

const undoing: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of undoing.splice(0).reverse()) await undo()
})

/** A folder every account may enter, gone after the test. */
function folder() {
  const path = mkdtempSync(join(tmpdir(), 'launch-'))
  chmodSync(path, 0o755)
  undoing.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function database() {
  const made = await createDatabase()
  undoing.push(made.drop)
  return made.url
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query<Row>(sql).finally(() => client.end())
}

it('stops in order when npm was ended by a signal that it handed to nobody', async () => {
  const place = folder()
  const script = join(place, 'launcher.mjs')
  const done = join(place, 'stopped')
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'
     import { stopOnSignals } from ${JSON.stringify(join(ROOT, 'server/launch/signals.mjs'))}
     stopOnSignals(() => writeFileSync(${JSON.stringify(done)}, 'yes'))
     setInterval(() => {}, 1000)
     console.log('ready')`,
  )
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${script}"; true`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shell.stdout, 'data')
  shell.kill('SIGTERM')
  await vi.waitFor(() => expect(readFileSync(done, 'utf8')).toBe('yes'), { timeout: 10_000 })
})

describe('settings', () => {
  const needed = { DATABASE_URL: 'postgresql://a:b@db/site', JUDGE_SECRET: 'sixteen-or-more-characters' }

  it('have defaults for all that can have one', () => {
    expect(readSettings(needed)).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      smtpUrl: null,
      storage: { kind: 'folder', path: join(ROOT, 'data/files') },
      trustProxy: false,
      seed: true,
    })
  })

  it('name every mistake at once', () => {
    const wrong = {
      PORT: 'many',
      SEED: 'perhaps',
      SMTP_URL: 'mail.example.org',
      DATABASE_URL: 'mysql://db/site',
    }
    const read = () => readSettings(wrong)
    expect(read).toThrow(SetupError)
    for (const name of ['PORT', 'SEED', 'SMTP_URL', 'DATABASE_URL', 'JUDGE_SECRET'])
      expect(read).toThrow(name)
  })

  it('take a bucket apart', () => {
    const { storage } = readSettings({ ...needed, STORAGE_URL: 's3://key:a%2Fb@store:9000/files?tls=off' })
    expect(storage).toEqual({
      kind: 's3',
      bucket: 'files',
      region: 'us-east-1',
      endpoint: 'http://store:9000',
      accessKeyId: 'key',
      secretAccessKey: 'a/b',
    })
  })

  it('treat an empty variable as an absent one', () => {
    expect(readSettings({ ...needed, PORT: '', PUBLIC_URL: '' }).port).toBe(3000)
  })
})

it('knows which versions of Node will do', () => {
  expect(['v18.20.0', 'v20.18.1', 'v21.0.0', 'v22.11.0'].filter(nodeSuits)).toEqual([])
  expect(['v20.19.0', 'v22.12.0', 'v24.1.0'].filter((version) => !nodeSuits(version))).toEqual([])
})

describe('migrations', () => {
  const toy = (second: string) => {
    const base = folder()
    const folders = { schema: join(base, 'schema'), migrations: join(base, 'migrations') }
    mkdirSync(folders.schema)
    writeFileSync(join(folders.schema, 'main.prisma'), 'datasource db {\n  provider = "postgresql"\n}\n')
    writeFileSync(join(folders.schema, 'noun.prisma'), second)
    return folders
  }

  it('are written, applied once, and found complete', async () => {
    const folders = toy('model Noun {\n  id Int @id\n  kind String\n}\n')
    const url = await database()
    const file = await author(url, folders, 'first nouns', new Date('2026-01-02T03:04:05Z'))
    expect(file).toBe(join(folders.migrations, '20260102030405_first_nouns', 'migration.sql'))
    expect(await drift(url, folders)).toBe('')
    expect(await author(url, folders, 'nothing', new Date())).toBeNull()

    await runSql(url, 'drop schema public cascade; create schema public')
    expect(await migrate(url, folders)).toEqual(['20260102030405_first_nouns'])
    expect(await migrate(url, folders)).toEqual([])
    await runSql(url, 'insert into "Noun" values (1, \'a\')')
  })

  it('may hold functions, whose bodies are full of semicolons', async () => {
    const folders = toy('model Noun {\n  id Int @id\n}\n')
    const url = await database()
    await runSql(url, 'drop schema public cascade; create schema public')
    const step = join(folders.migrations, '20260101000000_function')
    mkdirSync(step, { recursive: true })
    writeFileSync(
      join(step, 'migration.sql'),
      `create table "Noun" (id int not null, constraint "Noun_pkey" primary key (id));
       create function answer() returns int language plpgsql as $$ begin perform 1; return 42; end $$;`,
    )
    await migrate(url, folders)
    const { rows } = await query<{ answer: number }>(url, 'select answer()')
    expect(rows).toEqual([{ answer: 42 }])
  })

  it('that fail leave nothing of themselves, and are tried again', async () => {
    const folders = toy('model Noun {\n  id Int @id\n}\n')
    const url = await database()
    await runSql(url, 'drop schema public cascade; create schema public')
    const step = join(folders.migrations, '20260101000000_broken')
    mkdirSync(step, { recursive: true })
    writeFileSync(
      join(step, 'migration.sql'),
      'create table first (id int); create table second (id nonsense);',
    )
    await expect(migrate(url, folders)).rejects.toThrow(/nonsense/)
    const { rows } = await query<{ found: string | null }>(url, "select to_regclass('public.first') as found")
    expect(rows).toEqual([{ found: null }])
    writeFileSync(join(step, 'migration.sql'), 'create table "Noun" (id int primary key)')
    expect(await migrate(url, folders)).toEqual(['20260101000000_broken'])
  })

  it('of the site lead to its schema', async () => {
    expect(await drift(await database(), SCHEMA_FOLDERS)).toBe('')
  })
})

describe('the role of the judge hosts', () => {
  it('reports on judgements and takes work, and reads no accounts', async () => {
    const url = await database()
    const judge = await ensureJudgeRole(url, 'first')
    expect(await ensureJudgeRole(url, 'second')).not.toBe(judge)
    const again = (await ensureJudgeRole(url, 'first')) ?? ''
    undoing.unshift(() => runSql(inject('testServer').url, `drop role "${new URL(again).username}"`))

    await runSql(url, "select graphile_worker.add_job('judge', '{}')")
    const { rows } = await query<{ jobs: string }>(
      again,
      'select count(*) as jobs from graphile_worker._private_jobs',
    )
    expect(rows).toEqual([{ jobs: '1' }])
    await runSql(again, `update "Submission" set "verdict" = 'ACCEPTED' where id = 0`)
    const taken: unknown[] = []
    const host = new pg.Pool({ connectionString: again })
    const profile = { name: 'host', version: PROTOCOL_VERSION, cores: 1, slots: 1 } as const
    await enlist(host, { id: 'life', ...profile, languages: [], protections: [] }, ['life'])
    await new Promise<void>((done) => {
      const claims = new Claims({
        db: host,
        id: 'life',
        tasks: ['judge'],
        languages: [],
        ready: async () => (taken.length > 0 ? done() : undefined),
        act: async ({ payload }: Job) => taken.push(payload) > 0,
      })
      undoing.push(
        () => host.end(),
        () => claims.stop(),
      )
      claims.start()
    })
    expect(taken).toEqual([{}])
    for (const forbidden of [
      'select * from "User"',
      'select * from "Session"',
      'update "Submission" set "userId" = \'x\'',
      'delete from "Submission"',
      'create temporary table pile (bytes text)',
      'create table pile (bytes text)',
      'select lo_creat(-1)',
      'select lo_create(0)',
      "select lo_from_bytea(0, 'pile')",
    ]) {
      await expect(runSql(again, forbidden)).rejects.toThrow(/permission denied/)
    }
  })
})

describe('the embedded database', () => {
  it('recovers after it and its launcher were killed', async () => {
    const dataDir = folder()
    const password = openSecrets(dataDir).databasePassword
    const first = await startPostgres({ dataDir, password })
    undoing.push(first.stop)
    await runSql(first.url('postgres'), 'create table kept (id int); insert into kept values (7)')
    process.kill(first.pid, 'SIGKILL')
    await first.ended

    const second = await startPostgres({ dataDir, password, port: first.port })
    undoing.push(second.stop)
    expect((await query<{ id: number }>(second.url('postgres'), 'select id from kept')).rows).toEqual([
      { id: 7 },
    ])

    // An orphan that still runs is stopped by the next start rather than fought over.
    const third = await startPostgres({ dataDir, password, port: first.port })
    undoing.push(third.stop)
    await second.ended
    expect((await query<{ id: number }>(third.url('postgres'), 'select id from kept')).rows).toEqual([
      { id: 7 },
    ])
  })

  it('clears a lock file whose process id went to somebody else', async () => {
    const dataDir = folder()
    const password = openSecrets(dataDir).databasePassword
    const first = await startPostgres({ dataDir, password })
    undoing.push(first.stop)
    const lock = join(dataDir, 'postgres/postmaster.pid')
    const text = readFileSync(lock, 'utf8')
    process.kill(first.pid, 'SIGKILL')
    await first.ended
    writeFileSync(lock, text.replace(String(first.pid), String(process.pid)))
    const second = await startPostgres({ dataDir, password })
    undoing.push(second.stop)
    await runSql(second.url('postgres'), 'select 1')
  })

  it('is found a place where the system user can go', async () => {
    if (process.getuid?.() !== 0) return
    const closed = join(folder(), 'home')
    mkdirSync(closed, { mode: 0o700 })
    const dataDir = join(closed, 'data')
    const said: string[] = []
    const start = () => startPostgres({ dataDir, password: 'x', tell: (line) => said.push(line) })
    const first = await start()
    undoing.push(first.stop)
    await runSql(first.url('postgres'), 'create table kept (id int)')
    const place = /in (\/var\/lib\/\S+)\.$/.exec(said[0] ?? '')?.[1] ?? ''
    expect(place).not.toBe('')
    undoing.unshift(() => rmSync(place, { recursive: true, force: true }))
    await first.stop()

    chmodSync(closed, 0o755)
    const second = await start()
    undoing.push(second.stop)
    await runSql(second.url('postgres'), 'select * from kept')
  })

  it('keeps its secrets where only their owner reads', () => {
    const dataDir = folder()
    const secrets = openSecrets(dataDir)
    expect(openSecrets(dataDir)).toEqual(secrets)
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  })
})

describe('a data folder', () => {
  it('serves one launcher at a time, and a dead one does not count', () => {
    const dataDir = folder()
    const holder = spawn('sleep', ['60'])
    undoing.push(() => holder.kill())
    const birth = spawnSync('ps', ['-o', 'lstart=', '-p', String(holder.pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    }).stdout.trim()
    const file = join(dataDir, 'launcher.json')
    writeFileSync(file, JSON.stringify({ pid: holder.pid, birth }))
    expect(() => lockFolder(dataDir)).toThrow(/Already running/)
    writeFileSync(file, JSON.stringify({ pid: holder.pid, birth: 'another time' }))
    lockFolder(dataDir)()
  })
})

describe('a program', () => {
  const options = (name: string, source: string, said: string[]) => ({
    name,
    args: ['-e', source],
    env: {},
    logs: folder(),
    say: (line: string) => said.push(line),
  })

  it('is started again when it falls', async () => {
    const logs = folder()
    const mark = join(logs, 'mark')
    const source = `const fs = require('node:fs')
      if (!fs.existsSync('${mark}')) { fs.writeFileSync('${mark}', ''); process.exit(1) }
      process.send({ kind: 'ready' }); setInterval(() => {}, 1000)`
    const said: string[] = []
    const program = keepRunning(options('again', source, said))
    undoing.push(program.stop)
    await program.ready
    expect(said.join()).toMatch(/again: ended with exit code 1, starting again in 0.1 s/)
  })

  it('that does not come up fails the start with its last words, and comes up when the cause is gone', async () => {
    const mark = join(folder(), 'mark')
    const source = `if (!require('node:fs').existsSync('${mark}')) { console.error('no such thing'); process.exit(1) }
      console.error('here at last'); process.send({ kind: 'ready' }); setInterval(() => {}, 1000)`
    const said: string[] = []
    const program = keepRunning(options('hopeless', source, said))
    undoing.push(program.stop)
    await expect(program.ready).rejects.toThrow(/no such thing/)
    expect(said).toContain('hopeless: no such thing')
    writeFileSync(mark, '')
    await expect.poll(() => said, { timeout: 15_000 }).toContain('hopeless: here at last')
  })

  it('that is killed again and again while it works is back at once, every time', async () => {
    const source = `process.send({ kind: 'ready' }, () => console.error('up')); setInterval(() => {}, 1000)`
    const said: string[] = []
    const program = keepRunning(options('killed', source, said))
    undoing.push(program.stop)
    const lives = () => said.filter((line) => line === 'killed: up').length
    for (let kills = 0; kills < 6; kills++) {
      await expect.poll(lives, { timeout: 15_000, interval: 10 }).toBe(kills + 1)
      if (kills < 5) process.kill(-(program.pid() ?? Number.NaN), 'SIGKILL')
    }
    const waits = said.flatMap(
      (line) => /was ended by SIGKILL, starting again in (.+) s$/.exec(line)?.[1] ?? [],
    )
    expect(waits).toHaveLength(5)
    expect(waits[0]).toBe('0.1')
    expect(Math.max(...waits.map(Number))).toBeLessThanOrEqual(2)
  })

  it('that only a person can mend says so once and is not started again', async () => {
    const said: string[] = []
    const lives = join(folder(), 'lives')
    const source = `require('node:fs').appendFileSync('${lives}', 'x'); console.error('no root'); process.exit(${NEEDS_A_PERSON})`
    const program = keepRunning(options('refused', source, said))
    undoing.push(program.stop)
    await expect(program.ready).rejects.toThrow(/no root/)
    await program.stop()
    expect(said).toEqual(['refused: no root', 'refused: stays stopped until the site is started again'])
    expect(readFileSync(lives, 'utf8')).toBe('x')
  })

  it('waits longer with every start that fails, never long once it has been ready', () => {
    expect([1, 2, 3, 4, 20].map((falls) => waitAfter(falls, false))).toEqual([100, 200, 400, 800, 30_000])
    expect([1, 2, 20].map((falls) => waitAfter(falls, true))).toEqual([100, 200, 2_000])
  })

  it('hears that its launcher was killed', async () => {
    const logs = folder()
    const source = `process.once('SIGTERM', () => { require('node:fs').writeFileSync('${logs}/heard', ''); process.exit() })
      process.send({ kind: 'ready' }); setInterval(() => {}, 1000)`
    const launcher = `import { keepRunning } from '${ROOT}/server/launch/program.ts'
      const program = keepRunning({ name: 'orphan', args: ['-e', ${JSON.stringify(source)}], env: {}, logs: '${logs}', say: () => {} })
      program.ready.then(() => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', launcher], { cwd: ROOT })
    await expect.poll(() => spawnSync('test', ['-e', join(logs, 'heard')]).status, { timeout: 5000 }).toBe(0)
  })
})
