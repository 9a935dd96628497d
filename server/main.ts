import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { House } from './context.ts'
import { openBlobs } from './core/blobs.ts'
import { openDatabase } from './core/db.ts'
import { createLog, type Log } from './core/log.ts'
import { createMailer } from './core/mailer.ts'
import { readSettings, ROOT, type Settings, SettingsError } from './env.ts'
import { hear } from './events.ts'
import { createHttp } from './http.ts'
import { startJobs } from './jobs.ts'
import { syncLanguages } from './modules/site/language.ts'

/** Opens everything a process has once. */
export async function openHouse(settings: Settings, log: Log): Promise<House> {
  const database = openDatabase(settings.databaseUrl, settings.databaseConnections)
  return {
    database,
    blobs: await openBlobs(settings.storage),
    mailer: createMailer({
      smtpUrl: settings.smtpUrl,
      from: settings.mailFrom,
      outbox: join(settings.dataDir, 'outbox'),
      log,
    }),
    log,
    publicUrl: settings.publicUrl,
    judgeSecret: settings.judgeSecret,
  }
}

/** Starts one API process; the answer stops it: no new requests, those under way finish, then the pools close. */
export async function startServer(settings: Settings, log: Log): Promise<{ url: string; stop(): Promise<void> }> {
  const house = await openHouse(settings, log)
  const hushEvents = await hear(settings.databaseUrl, log)
  await syncLanguages(house)
  const stopJobs = await startJobs(house, { concurrency: 4 })
  const clientFolder = join(ROOT, 'build', 'client')
  const app = await createHttp({
    house,
    clientFolder: existsSync(clientFolder) ? clientFolder : null,
    trustProxy: settings.trustProxy,
    costPerMinute: settings.costPerMinute,
  })
  const url = await app.listen({ port: settings.port, host: settings.host })
  log.info({ url, publicUrl: settings.publicUrl }, 'listening')
  return {
    url,
    async stop() {
      await app.close()
      await stopJobs()
      await hushEvents()
      await house.database.close()
    },
  }
}

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

if (process.env.VITEST === undefined) {
  main().catch((error: unknown) => {
    const text = error instanceof SettingsError ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${text}\n`)
    process.exit(1)
  })
}
