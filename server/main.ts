import { createLog } from './core/log.ts'
import { readSettings, SettingsError } from './env.ts'
import { startServer } from './start.ts'

async function main(): Promise<void> {
  const settings = readSettings(process.env)
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
  const text =
    error instanceof SettingsError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
})
