import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFault, folderFault } from '#judge/setup.ts'
import type { House } from '../context.ts'
import { createLog } from '../core/log.ts'
import { readSettings, type Settings } from '../env.ts'
import { closeHouse, openHouse } from '../start.ts'
import { startDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { lockFolder } from './lock.ts'
import { SCHEMA_FOLDERS } from './places.ts'
import { birthOf, isAlive } from './processes.ts'
import { openSecrets } from './secrets.ts'

type Env = Record<string, string | undefined>

/** Embedded database of a running site on this data folder; null when none runs. */
function runningDatabase(dataDir: string): string | null {
  try {
    const holder = JSON.parse(readFileSync(join(dataDir, 'launcher.json'), 'utf8')) as {
      pid: number
      birth: string
    }
    if (!isAlive(holder.pid) || birthOf(holder.pid) !== holder.birth) return null
  } catch {
    return null
  }
  const { databasePassword, databasePort } = openSecrets(dataDir)
  return databasePort === null
    ? null
    : `postgresql://site:${databasePassword}@127.0.0.1:${databasePort}/judge`
}

/**
 * Opens the services for a command: the database of `DATABASE_URL`, else the embedded one, either of the running
 * site or started for the time of the command.
 */
export async function openHouseOfSite(
  env: Env,
): Promise<{ house: House; settings: Settings; close: () => Promise<void> }> {
  const assumed = env.JUDGE_SECRET || '-'.repeat(16)
  const { dataDir } = readSettings({
    ...env,
    DATABASE_URL: env.DATABASE_URL || 'postgresql://localhost/judge',
    JUDGE_SECRET: assumed,
  })
  const fault = env.DATABASE_URL
    ? await databaseFault('DATABASE_URL', env.DATABASE_URL)
    : folderFault('DATA_DIR', dataDir)
  if (fault) throw new Error(fault)
  const steps: (() => unknown)[] = []
  const close = async () => {
    for (const step of steps.splice(0).reverse()) await step()
  }
  try {
    let url = env.DATABASE_URL || runningDatabase(dataDir)
    if (!url) {
      steps.push(lockFolder(dataDir))
      const database = await startDatabase(undefined, dataDir, () => undefined)
      steps.push(database.stop)
      url = database.url
      await migrate(url, SCHEMA_FOLDERS)
    }
    const settings = readSettings({
      ...env,
      DATABASE_URL: url,
      JUDGE_SECRET: assumed,
      DATABASE_CONNECTIONS: '2',
    })
    const house = await openHouse(settings, createLog('error', 'command'))
    steps.push(() => closeHouse(house))
    return { house, settings, close }
  } catch (error) {
    await close()
    throw error
  }
}
