import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { birthOf, isAlive } from './processes.ts'

type Holder = { pid: number; birth: string }

/**
 * Locks a data folder for one launcher; a second one would stop the database of the first as a leftover.
 * Locks of killed launchers are ignored, also when another program has their process id.
 */
export function lockFolder(dataDir: string): () => void {
  const file = join(dataDir, 'launcher.json')
  mkdirSync(dataDir, { recursive: true })
  if (existsSync(file)) {
    const holder = JSON.parse(readFileSync(file, 'utf8') || '{"pid":0}') as Holder
    if (holder.pid !== process.pid && isAlive(holder.pid) && birthOf(holder.pid) === holder.birth) {
      throw new Error(
        `Already running on ${dataDir} (process ${holder.pid}). Stop it first, or set another DATA_DIR.`,
      )
    }
  }
  const mine: Holder = { pid: process.pid, birth: birthOf(process.pid) }
  writeFileSync(file, JSON.stringify(mine))
  return () => rmSync(file, { force: true })
}
