import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Postgres } from './database/postgres.ts'
import { recover, startPostgres } from './database/postgres.ts'
import { isAlive } from './processes.ts'

/** Folder in memory if it has room: creating a database makes a thousand files, six times as fast as on a disk. */
function scratchRoom(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 ** 31 ? memory : tmpdir()
}

const PREFIX = 'judge-scratch-'

/** Stops scratch servers of killed runs, by the process id in the folder's name. */
async function sweep(room: string) {
  for (const name of readdirSync(room)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (!owner || isAlive(Number(owner))) continue
    await recover(join(room, name, 'postgres'))
    rmSync(join(room, name), { recursive: true, force: true })
  }
}

/** A temporary PostgreSQL; its folder is deleted at the end. `settings` override all others. */
export async function startScratchPostgres(settings: Record<string, string> = {}): Promise<Postgres> {
  const room = scratchRoom()
  await sweep(room)
  const dataDir = mkdtempSync(join(room, `${PREFIX}${process.pid}-`))
  chmodSync(dataDir, 0o755)
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const postgres = await startPostgres({
      dataDir,
      password: randomBytes(12).toString('hex'),
      fleeting: true,
      settings,
    })
    return {
      ...postgres,
      stop: async () => {
        await postgres.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
