/** What a program cannot start without, and how it says that it is missing. */

import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'

/** A setup error that only an administrator can fix: the process reports it and exits; a restart does not help. */
export class SetupError extends Error {
  override name = 'SetupError'
}

/** How a program ends that only a person can mend (EX_CONFIG of sysexits.h). */
export const NEEDS_A_PERSON = 78

/** Settings that cannot be used, in one error; `faults` begin with the names of theirs. */
export const settingsError = (faults: string[]) =>
  new SetupError(`These settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)

const FOLDER_FAULTS: Record<string, string> = {
  ENOTDIR: 'is not a folder, or lies below a file',
  EROFS: 'lies on a file system that is read-only',
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  ENOENT: 'cannot be made there',
  ENOSPC: 'lies on a disk that is full',
  EDQUOT: 'lies on a disk that is full',
}

/** Folder by folder: asked for all at once below /proc, Node tries for ever. */
function makeFolder(path: string) {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another program was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes a folder unless it is there, and tries to write in it; the answer says why that cannot be, or is null. */
export function folderFault(setting: string, path: string): string | null {
  try {
    makeFolder(path)
    rmdirSync(mkdtempSync(join(path, '.try-')))
    return null
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return `${setting}: ${path} ${FOLDER_FAULTS[code] ?? message}`
  }
}

/** How long a database may take to answer for the first time (ms). */
const PATIENCE = 10_000

/** Why a database cannot be used, with the name of the setting but never the password; null: it can. */
export async function databaseFault(setting: string, url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return null
  } catch (error) {
    return `${setting}: no database at ${client.host}:${client.port}: ${wordsOf(error)}`
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Who tries several addresses of a name gets an error for each, and none for all. */
const wordsOf = (error: unknown): string => {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(wordsOf))].join(', ')
  return error instanceof Error ? error.message : String(error)
}
