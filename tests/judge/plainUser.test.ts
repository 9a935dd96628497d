import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findToolchains } from '#judge/languages/probe.ts'
import { LANGUAGES } from '#judge/languages.ts'
import { NEEDS_A_PERSON } from '#judge/setup.ts'
import { ROOT } from '#server/launch/places.ts'
import { createDatabase, type TestDatabase } from '#tests/support/database.ts'

/** Compilers that start threads and processes of their own. */
const WANTED = ['c11', 'cpp17', 'python3', 'java', 'go', 'node']
const here = await findToolchains(
  LANGUAGES.filter(({ key }) => WANTED.includes(key)),
  process.env.PATH ?? '',
)

const NOBODY = 65_534
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const mayHaveNamespaces = spawnSync('unshare', ['--user', 'true'], account).status === 0

/** The built judge where a plain user can read it. */
const folder = mkdtempSync('/var/tmp/plain-')
let database: TestDatabase
let host: ChildProcess | null = null

beforeAll(async () => {
  database = await createDatabase()
  chmodSync(folder, 0o755)
  cpSync(join(ROOT, 'build/judge.mjs'), join(folder, 'build/judge.mjs'))
  cpSync(join(ROOT, 'judge/sandbox/build/sandboxd'), join(folder, 'judge/sandbox/build/sandboxd'))
  cpSync(join(ROOT, 'judge/testlib'), join(folder, 'judge/testlib'), { recursive: true })
  mkdirSync(join(folder, 'cache'))
  if (account.uid) chownSync(join(folder, 'cache'), account.uid, account.gid)
})
afterEach(() => void host?.kill('SIGKILL'))
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Entry = { level: string; message: string; versions?: Record<string, string> }

/** Starts a judge host without root; `heard` is what it has logged so far. */
function startHost(env: Record<string, string>) {
  const heard: Entry[] = []
  const started = spawn(process.execPath, ['build/judge.mjs'], {
    ...account,
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      JUDGE_SECRET: 'sixteen-or-more-characters',
      JUDGE_LANGUAGES: WANTED.join(),
      CACHE_DIR: join(folder, 'cache'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  host = started
  if (started.stdout) createInterface(started.stdout).on('line', (line) => heard.push(JSON.parse(line)))
  const ended = new Promise<number | null>((resolve) => started.once('close', resolve))
  return { heard, ended }
}

describe('a judge host of a plain user', () => {
  test('says what is missing and what ends it, and that starting it again is no use', async () => {
    const { heard, ended } = startHost({})
    expect(await ended).toBe(NEEDS_A_PERSON)
    expect(heard).toHaveLength(1)
    expect(heard[0]?.message).toMatch(/root.*JUDGE_ALLOW_WEAK=on/)
  })

  test.runIf(mayHaveNamespaces)('takes work in every language that is here when it may be weak', async () => {
    const { heard } = startHost({ JUDGE_ALLOW_WEAK: 'on' })
    const said = () => heard.map(({ message }) => message)
    await expect.poll(said, { timeout: 50_000 }).toContain('waiting for work')
    const versions = heard.find(({ versions }) => versions)?.versions ?? {}
    // Whatever languages are named, a host also builds the checking programs that bring scripts.
    const keys = [...here.map(({ language }) => language.key), 'scripts']
    expect(Object.keys(versions).sort()).toEqual(keys.sort())
  })
})
