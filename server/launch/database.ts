import { ensureDatabase, type Postgres, startPostgres } from './postgres.ts'
import { openSecrets, saveSecrets } from './secrets.ts'

/** Name of our database in the embedded cluster. */
const DATABASE = 'judge'

export type LaunchedDatabase = { url: string; stop: () => Promise<void> }

/**
 * The database of an installation: the one of `DATABASE_URL`, or an embedded PostgreSQL in the data folder,
 * which is started again should it fall.
 */
export async function startDatabase(
  outside: string | undefined,
  dataDir: string,
  say: (line: string) => void,
): Promise<LaunchedDatabase> {
  if (outside) return { url: outside, stop: async () => {} }

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
      postgres = await start(postgres.port)
    }
  }
  const kept = keep().catch((error: Error) => say(`database: ${error.message}`))
  return {
    url: postgres.url(DATABASE),
    stop: async () => {
      stopping = true
      await postgres.stop()
      await kept
    },
  }
}
