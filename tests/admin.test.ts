import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Log } from '#server/core/log.ts'
import { readSettings } from '#server/env.ts'
import { ROOT } from '#server/launch/places.ts'
import { startServer } from '#server/start.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { runSql } from './support/postgres.ts'
import { signIn } from './support/visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'admin-'))
let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const env = () => ({
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  JUDGE_SECRET: 'sixteen-or-more-characters',
})

/** `npm run admin`: what it says. */
async function admin(more: Record<string, string> = {}, ...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/launch/adminCommand.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env(), ...more },
  })
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  return said + complained
}

/** What a server warns of while it starts; `visit` is done while it runs. */
async function warningsOfServer(visit: (url: string) => Promise<unknown> = async () => undefined) {
  const warnings: string[] = []
  const log: Log = { info: () => {}, warn: (_, message) => warnings.push(message), error: () => {} }
  const server = await startServer(readSettings({ ...env(), PORT: '0', HOST: '127.0.0.1' }), log)
  try {
    await visit(server.url)
  } finally {
    await server.stop()
  }
  return warnings
}

it('makes the administrator that a server on its own misses', async () => {
  expect((await warningsOfServer()).join()).toContain('npm run admin')
  const password = /root, with the password (\S+)/.exec(await admin())?.[1] ?? ''
  const signingIn = async (url: string) => expect(await signIn(url, 'root', password)).toMatch(/\S/)
  expect((await warningsOfServer(signingIn)).join()).not.toContain('npm run admin')
  expect(await admin()).toContain('There is an administrator already')
  expect(await admin({ ADMIN_PASSWORD: 'another-one' })).toContain('ADMIN_PASSWORD was not set')
  await warningsOfServer(signingIn)
}, 120_000)

it('gives the administrator a new password, also one who was banned and whose rights were taken', async () => {
  await admin({ ADMIN_PASSWORD: 'the-first-one' }, '--reset')
  await warningsOfServer(async (url) => {
    const token = await signIn(url, 'root', 'the-first-one')
    await runSql(database.url, `update "User" set "disabled" = true, "role" = 'USER' where "id" = '1'`)
    const password = /root, with the password (\S+)/.exec(await admin({}, '--reset'))?.[1] ?? ''
    expect(await signIn(url, 'root', password)).toMatch(/\S/)
    const answer = await fetch(`${url}/api/msg/unread`, { headers: { authorization: token } })
    expect(answer.status).toBe(401)
  })
}, 120_000)

it('says what to do on a database without tables', async () => {
  const empty = await createDatabase()
  try {
    await runSql(empty.url, 'drop schema public cascade; create schema public')
    expect(await admin({ DATABASE_URL: empty.url })).toContain('npm run migrate')
  } finally {
    await empty.drop()
  }
}, 60_000)
