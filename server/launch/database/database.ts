import { setTimeout as pause } from 'node:timers/promises'
import { databaseFault } from '#judge/setup.ts'
import { openSecrets, saveSecrets } from '../secrets.ts'
import { ensureDatabase, type Postgres, startPostgres } from './postgres.ts'

/** Name of our database in the embedded cluster. */
const DATABASE = 'judge'

export type LaunchedDatabase = {
  url: string
  /** The running embedded server; null with an external database. */
  pid: () => number | null
  stop: () => Promise<void>
}

/** Wait (ms) between attempts to restart a crashed server, first and longest: its orphans still hold shared memory. */
const AGAIN = 200
const LONGEST_WAIT = 2_000

/** Messages about a full disk, from the system and in PostgreSQL's log. */
const NO_ROOM = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/

/** Readable reason why PostgreSQL does not start. */
const causeOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return NO_ROOM.test(message) ? 'the disk is full; PostgreSQL starts again when there is room' : message
}

/**
 * The database of an installation: the one of `DATABASE_URL`, or an embedded PostgreSQL in the data folder,
 * which is restarted when it crashes.
 */
export async function startDatabase(
  outside: string | undefined,
  dataDir: string,
  say: (line: string) => void,
): Promise<LaunchedDatabase> {
  if (outside) {
    const fault = await databaseFault('DATABASE_URL', outside)
    if (fault) throw new Error(fault)
    return { url: outside, pid: () => null, stop: async () => {} }
  }

  const secrets = openSecrets(dataDir)
  const start = (port: number | undefined) =>
    startPostgres({ dataDir, password: secrets.databasePassword, port, tell: say })
  let postgres: Postgres = await start(secrets.databasePort ?? undefined)
  if (postgres.port !== secrets.databasePort)
    saveSecrets(dataDir, { ...secrets, databasePort: postgres.port })
  await ensureDatabase(postgres, DATABASE)

  let stopping = false
  const keep = async () => {
    while (!stopping) {
      await postgres.ended
      if (stopping) return
      say('database: fell, starting again')
      await rise()
    }
  }
  /** Restarts on the same port, which all programs know; another port counts as a failure. */
  const rise = async () => {
    const { port } = postgres
    let said = ''
    for (let wait = AGAIN; !stopping; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      try {
        const risen = await start(port)
        if (risen.port === port) {
          postgres = risen
          // Stopped while it was starting, so stop it here.
          if (stopping) await risen.stop()
          return
        }
        await risen.stop()
        throw new Error(`port ${port} is in use`)
      } catch (error) {
        const cause = causeOf(error)
        // Ignore times and process ids when comparing causes.
        const known = cause.replace(/\d+/g, '')
        if (known !== said) say(`database: ${cause}`)
        said = known
        await pause(wait)
      }
    }
  }
  const kept = keep()
  return {
    url: postgres.url(DATABASE),
    pid: () => postgres.pid,
    stop: async () => {
      stopping = true
      await postgres.stop()
      await kept
    },
  }
}
