import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Postgres } from './postgres.ts'
import { startPostgres } from './postgres.ts'

/** A PostgreSQL in a folder of its own that is thrown away with everything in it. */
export async function startScratchPostgres(): Promise<Postgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'judge-scratch-'))
  chmodSync(dataDir, 0o755)
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const postgres = await startPostgres({
      dataDir,
      password: randomBytes(12).toString('hex'),
      fleeting: true,
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
