import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { startPostgres } from '#server/launch/database/postgres.ts'
import { openLogFile } from '#server/launch/logFile.ts'
import { ROOT } from '#server/launch/places.ts'
import { createDatabase } from './support/database.ts'
import { runSql, withDatabase } from './support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'operating-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const undoing: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undoing.splice(0).reverse()) await step()
})

async function database(): Promise<string> {
  const { url, drop } = await createDatabase()
  undoing.push(drop)
  return url
}

/** `npm run migrate`: its exit code and what it says. */
async function migrate(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/launch/database/migrateCommand.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, said: said + complained }
}

describe('npm run migrate', () => {
  it('makes the account of the judge hosts, and keeps it up to date', async () => {
    const url = await database()
    const judge = new URL(url)
    judge.username = `host_${judge.pathname.slice(1)}`
    judge.password = 'a%20password'
    undoing.push(() => runSql(inject('testServer').url, `drop role if exists "${judge.username}"`))
    undoing.push(() => runSql(url, `drop owned by "${judge.username}"`))
    const env = { DATABASE_URL: url, JUDGE_DATABASE_URL: judge.href }
    expect(await migrate(env)).toMatchObject({ code: 0 })
    await runSql(judge.href, 'select * from "Judgement"')
    await expect(runSql(judge.href, 'select * from "User"')).rejects.toThrow(/permission denied/)
    await runSql(url, `revoke select on "Judgement" from "${judge.username}"`)
    expect((await migrate(env)).said).toContain(`account ${judge.username}`)
    await runSql(judge.href, 'select * from "Judgement"')
  }, 120_000)

  it('takes no rights from an account that has others', async () => {
    const url = await database()
    const { code, said } = await migrate({ DATABASE_URL: url, JUDGE_DATABASE_URL: url })
    expect([code, said]).toEqual([1, expect.stringContaining('rights that a judge host must not have')])
    await runSql(url, 'create table still_possible ()')
  }, 60_000)

  it('refuses a database that is not in UTF-8', async () => {
    const server = inject('testServer').url
    const name = `latin_${Date.now()}`
    await runSql(server, `create database ${name} encoding 'LATIN1' template template0 locale 'C'`)
    undoing.push(() => runSql(server, `drop database ${name}`))
    const { code, said } = await migrate({ DATABASE_URL: withDatabase(server, name) })
    expect([code, said]).toEqual([1, expect.stringContaining('DATABASE_URL: the database is in LATIN1')])
  }, 60_000)
})

describe('a copy of a data folder', () => {
  it('starts where other accounts own its files', async () => {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')]
    const site = await startPostgres({ dataDir: first, password: 'x' })
    undoing.push(site.stop)
    await runSql(site.url('postgres'), 'create table kept (id int)')
    await site.stop()
    cpSync(first, second, { recursive: true })
    const copy = await startPostgres({ dataDir: second, password: 'x' })
    undoing.push(copy.stop)
    await runSql(copy.url('postgres'), 'select * from kept')
  }, 60_000)
})

describe('a log file', () => {
  it('is put aside when it is full, in place of the one before', async () => {
    const path = join(folder, 'server.log')
    writeFileSync(`${path}.1`, 'the oldest\n')
    const log = openLogFile(path, () => undefined, 10)
    for (const line of ['first line', 'second', 'third']) {
      log.write(line)
      await log.end()
    }
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('first line\n')
    expect(readFileSync(path, 'utf8')).toBe('second\nthird\n')
  })
})
