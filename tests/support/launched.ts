import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestDatabase } from './database.ts'
import { type Launched, launchOn } from './launchOn.ts'
import { runSql, withDatabase } from './postgres.ts'
import { copySeeded } from './seeded.ts'

/**
 * A site that is gone with its database and its folder when it stops: a copy of the seeded and judged one, or one that
 * is seeded as it starts on the database that is `given`. Killing a program of it (`site.server.pid()`) is what a
 * crash looks like: it is started again.
 */
export async function launchSite(env: Record<string, string> = {}, given?: TestDatabase): Promise<Launched> {
  const dataDir = mkdtempSync(join(tmpdir(), 'launched-'))
  chmodSync(dataDir, 0o755)
  const database = given ?? (await copySeeded(dataDir))
  const remove = async () => {
    await database.drop()
    const { pathname } = new URL(database.url)
    await runSql(withDatabase(database.url, 'postgres'), `drop role if exists "${pathname.slice(1)}_judge"`)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const site = await launchOn({ database, dataDir, env })
    return {
      ...site,
      stop: async () => {
        await site.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
