import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { ROOT } from '#server/launch/places.ts'
import type { Site } from './site.ts'

/** Has a process of its own go on with an operation, which is killed within its third step. */
export async function runDyingOperation(site: Site, id: number, which: 'counting' | 'real'): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dying-'))
  const script = join(ROOT, 'tests/support/dyingOperation.ts')
  const env = {
    ...process.env,
    DATABASE_URL: site.databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    JUDGE_SECRET: 'only for this test, and long enough',
  }
  const dying = promisify(execFile)(process.execPath, ['--import', 'tsx', script, String(id), which], {
    cwd: ROOT,
    env,
  })
  await expect(dying).rejects.toMatchObject({ signal: 'SIGKILL' })
  await rm(dataDir, { recursive: true, force: true })
}
