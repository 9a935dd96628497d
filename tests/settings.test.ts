import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '#server/launch/places.ts'
import { startSite } from '#server/launch/site.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
const file = join(folder, 'file')
writeFileSync(file, '')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Why a site does not start with these settings. */
const refusal = (env: Record<string, string>) =>
  startSite({ env, server: [], judge: [], say: () => undefined }).then(
    () => 'it started',
    (error: Error) => error.message,
  )

describe('a site that cannot start', () => {
  it('names every setting of server and judge that is wrong, each once', async () => {
    const said = await refusal({
      PORT: 'many',
      DATABASE_URL: 'mysql://db/site',
      JUDGE_SLOTS: '1000',
      JUDGE_ALLOW_WEAK: 'perhaps',
      JUDGE_LANGUAGES: 'c11,cobol',
      SERVER_URL: 'judge.example.org',
      DATA_DIR: file,
    })
    const lines = said.split('\n').slice(1)
    expect(lines.map((line) => /^ {2}(\w+)/.exec(line)?.[1]).sort()).toEqual([
      'DATABASE_URL',
      'DATA_DIR',
      'JUDGE_ALLOW_WEAK',
      'JUDGE_LANGUAGES',
      'JUDGE_SLOTS',
      'PORT',
      'SERVER_URL',
    ])
  })

  it.each([
    ['a file', file, 'is not a folder'],
    ['below a file', join(file, 'data'), 'is not a folder, or lies below a file'],
    ['where nobody can make anything', '/proc/site', 'cannot be made there'],
  ])('names DATA_DIR when it is %s', async (_, DATA_DIR, why) => {
    expect(await refusal({ DATA_DIR })).toContain(`DATA_DIR: ${DATA_DIR} ${why}`)
  })

  it.each([
    [
      'a host that there is not',
      'no-such-host.invalid',
      /DATABASE_URL: no database at no-such-host\.invalid:5432/,
    ],
    [
      'a port where nobody listens',
      '127.0.0.1:1',
      /DATABASE_URL: no database at 127\.0\.0\.1:1: .*ECONNREFUSED/,
    ],
  ])('names DATABASE_URL when it leads to %s, and keeps the password', async (_, host, why) => {
    const said = await refusal({
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      DATABASE_URL: `postgresql://user:geheim@${host}/site`,
    })
    expect(said).toMatch(why)
    expect(said).not.toContain('geheim')
  })
})

it('a server on its own says so in a line, without a stack', () => {
  const { status, stderr } = spawnSync(process.execPath, ['build/server.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: 'postgresql://user:geheim@127.0.0.1:1/site',
      JUDGE_SECRET: 'sixteen-or-more-characters',
      DATA_DIR: join(folder, 'data'),
    },
  })
  expect(status).toBe(1)
  expect(stderr.trim()).toMatch(/^DATABASE_URL: no database at 127\.0\.0\.1:1: .*$/)
})
