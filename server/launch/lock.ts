import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { birthOf, isAlive } from './processes.ts'

type Holder = { pid: number; birth: string }

/**
 * Keep a data folder to one launcher: two would take each other's database for a leftover and stop it.
 * A lock of a killed launcher does not hold, nor one whose process id lives on in another program.
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
