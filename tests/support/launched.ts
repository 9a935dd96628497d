import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/launch/postgres.ts'
import { type Site, startSite } from '#server/launch/site.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { runSql, withDatabase } from './postgres.ts'

/** A site as `npm start` runs it, and what it takes to talk to its insides. */
export type Launched = Site & { databaseUrl: string; dataDir: string; adminPassword: string }

/**
 * The built server and the built judge as processes of their own, on a seeded database that is gone with them.
 * Killing one (`site.server.pid()`) is what a crash looks like: it is started again.
 */
export async function launchSite(env: Record<string, string> = {}, given?: TestDatabase): Promise<Launched> {
  const database = given ?? (await createDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'launched-'))
  chmodSync(dataDir, 0o755)
  const adminPassword = 'root-of-the-tests'
  const port = await freePort()
  const remove = async () => {
    await database.drop()
    const { pathname } = new URL(database.url)
    await runSql(withDatabase(database.url, 'postgres'), `drop role if exists "${pathname.slice(1)}_judge"`)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const said: string[] = []
  try {
    const site = await startSite({
      env: {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        ADMIN_PASSWORD: adminPassword,
        // A judge that tries all languages of a machine first keeps every test waiting.
        JUDGE_LANGUAGES: 'c11,cpp17,cpp17o2,cpp20,python3',
        ...env,
      },
      server: ['build/server.mjs'],
      judge: ['build/judge.mjs'],
      say: (line) => said.push(line),
    })
    return {
      ...site,
      databaseUrl: database.url,
      dataDir,
      adminPassword,
      stop: async () => {
        await site.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw new Error(`The site did not start:\n${said.join('\n')}`, { cause: error })
  }
}
