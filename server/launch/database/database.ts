import { setTimeout as pause } from 'node:timers/promises'
import { databaseFault } from '#judge/setup.ts'
import { openSecrets, saveSecrets } from '../secrets.ts'
import { ensureDatabase, type Postgres, startPostgres } from './postgres.ts'

/** Name of our database in the embedded cluster. */
const DATABASE = 'judge'

export type LaunchedDatabase = {
  url: string
  /** The embedded server that runs now; null when the database is somebody else's. */
  pid: () => number | null
  stop: () => Promise<void>
}

/** Between tries to start a fallen server (ms), at first and at most: its orphans still hold what it shared with them. */
const AGAIN = 200
const LONGEST_WAIT = 2_000

/** What a system says that has no room on a disk, to us and in PostgreSQL's log. */
const NO_ROOM = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/

/** Why PostgreSQL does not start, as a person wants to know it. */
const causeOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return NO_ROOM.test(message) ? 'the disk is full; PostgreSQL starts again when there is room' : message
}

/**
 * The database of an installation: the one of `DATABASE_URL`, or an embedded PostgreSQL in the data folder,
 * which is started again should it fall.
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
  /** Everybody knows the port, so a start on any other does not count. */
  const rise = async () => {
    const { port } = postgres
    let said = ''
    for (let wait = AGAIN; !stopping; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      try {
        const risen = await start(port)
        if (risen.port === port) {
          postgres = risen
          // Stopped while it was rising: nobody else would stop it.
          if (stopping) await risen.stop()
          return
        }
        await risen.stop()
        throw new Error(`port ${port} is in use`)
      } catch (error) {
        const cause = causeOf(error)
        // Times and process ids in lines of the log make the same cause no other one.
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
