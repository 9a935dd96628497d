import { freePort } from '#server/launch/database/postgres.ts'
import { type Site, startSite } from '#server/launch/site.ts'
import type { TestDatabase } from './database.ts'

/** A site as `npm start` runs it, and what it takes to talk to its insides. */
export type Launched = Site & { databaseUrl: string; dataDir: string; adminPassword: string }

const ADMIN_PASSWORD = 'root-of-the-tests'

/** Where a site is launched: what is there already is kept. */
type Place = { database: TestDatabase; dataDir: string; env?: Record<string, string> }

/** The built server and the built judge as processes of their own, on this database and this folder. */
export async function launchOn({ database, dataDir, env = {} }: Place): Promise<Launched> {
  const port = await freePort()
  const said: string[] = []
  try {
    const site = await startSite({
      env: {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        ADMIN_PASSWORD,
        // A judge that tries all languages of a machine first keeps every test waiting.
        JUDGE_LANGUAGES: 'c11,cpp17,cpp17o2,cpp20,python3',
        ...env,
      },
      server: ['build/server.mjs'],
      judge: ['build/judge.mjs'],
      say: (line) => said.push(line),
    })
    return { ...site, databaseUrl: database.url, dataDir, adminPassword: ADMIN_PASSWORD }
  } catch (error) {
    throw new Error(`The site did not start:\n${said.join('\n')}`, { cause: error })
  }
}
