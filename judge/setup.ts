/** Checks before the start: folders, database, settings. */

import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'

/** A setup error that only an administrator can fix: the process reports it and exits; a restart does not help. */
export class SetupError extends Error {
  override name = 'SetupError'
}

/** Exit code of a configuration error (EX_CONFIG of sysexits.h). */
export const NEEDS_A_PERSON = 78

/** One error for all invalid settings; each fault begins with the name of its setting. */
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

/** Creates folder by folder, because Node's recursive mkdir never ends below /proc. */
function makeFolder(path: string) {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another program created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Creates a folder and tries to write in it; returns the reason of a failure, or null. */
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

/** Longest wait (ms) for the first answer of a database. */
const PATIENCE = 10_000

/**
 * Reason why a database cannot be reached, without the password; null when it can. Throws SetupError when it is not in
 * UTF-8, which cannot hold every text.
 */
export async function databaseFault(setting: string, url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
    const encoding = rows[0]?.server_encoding
    if (encoding !== 'UTF8')
      throw settingsError([
        `${setting}: the database is in ${encoding}. Make one in UTF-8: create database … encoding 'UTF8' template template0`,
      ])
    return null
  } catch (error) {
    if (error instanceof SetupError) throw error
    return `${setting}: no database at ${client.host}:${client.port}: ${wordsOf(error)}`
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The first error of several connection attempts to one name. */
const wordsOf = (error: unknown): string => {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(wordsOf))].join(', ')
  return error instanceof Error ? error.message : String(error)
}
