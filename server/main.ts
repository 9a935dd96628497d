import { databaseFault, folderFault, NEEDS_A_PERSON, SetupError, settingsError } from '#judge/setup.ts'
import { createLog } from './core/log.ts'
import { readSettings, type Settings } from './env.ts'
import { startServer } from './start.ts'

/** What a server needs must be there, and what is not is named by its setting. */
async function checkSurroundings({ dataDir, storage, databaseUrl }: Settings): Promise<void> {
  const folders = [
    folderFault('DATA_DIR', dataDir),
    storage.kind === 'folder' ? folderFault('STORAGE_URL', storage.path) : null,
  ].filter((fault) => fault !== null)
  if (folders.length > 0) throw settingsError(folders)
  const fault = await databaseFault('DATABASE_URL', databaseUrl)
  // It may be there in a moment, so anyone who keeps this program running may start it again.
  if (fault) throw new Unreachable(fault)
}

class Unreachable extends Error {}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  await checkSurroundings(settings)
  const log = createLog(settings.logLevel, 'server')
  const server = await startServer(settings, log)
  process.send?.({ kind: 'listening', url: server.url })

  let stopping = false
  const stop = async (why: string) => {
    if (stopping) return
    stopping = true
    log.info({ why }, 'stopping')
    setTimeout(() => process.exit(1), 10_000).unref()
    await server.stop()
    process.exit(0)
  }
  process.once('SIGINT', () => void stop('SIGINT'))
  process.once('SIGTERM', () => void stop('SIGTERM'))
  // The program that started this one is gone: nobody would stop us later.
  process.once('disconnect', () => void stop('parent gone'))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection nobody handled'))
}

main().catch((error: unknown) => {
  const isPlain = error instanceof SetupError || error instanceof Unreachable
  const text = isPlain ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(error instanceof SetupError ? NEEDS_A_PERSON : 1)
})
