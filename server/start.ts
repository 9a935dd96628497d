import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clocks } from './clocks.ts'
import type { House } from './context.ts'
import { openBlobs } from './core/blobs.ts'
import { openDatabase } from './core/db.ts'
import { watchDisk } from './core/disk.ts'
import type { Log } from './core/log.ts'
import { createMailer } from './core/mailer.ts'
import { openMarkdown } from './core/markdown.ts'
import { trustOf } from './core/proxies.ts'
import { createHttp, type Witness } from './doors/http.ts'
import { ROOT, type Settings } from './env.ts'
import { createEvents, hear } from './events.ts'
import { startJobs } from './jobs.ts'
import { bankTiming } from './modules/bank/timing.ts'
import { gatherMoves } from './modules/rank/moves.ts'
import { startBanks } from './modules/remote/dispatch.ts'
import { syncLanguages } from './modules/site/language.ts'
import { hasAdministrator } from './modules/user/user.ts'
import { noteLooks } from './modules/user/username.ts'
import { createTimetable, keepTimetable } from './timetable.ts'

/** Opens the resources of a process. */
export async function openHouse(settings: Settings, log: Log): Promise<House> {
  const { dataDir, storage } = settings
  const database = openDatabase(settings.databaseUrl, settings.databaseConnections)
  const events = createEvents(log)
  // Delivered locally, because the database itself may be out of space.
  const diskTurned = () => events.deliver({ name: 'disk.turned', payload: {} })
  return {
    database,
    blobs: await openBlobs(storage, database),
    disk: watchDisk([dataDir, ...(storage.kind === 'folder' ? [storage.path] : [])], log, diskTurned),
    mailer: createMailer({
      smtpUrl: settings.smtpUrl,
      from: settings.mailFrom,
      outbox: join(dataDir, 'outbox'),
      log,
    }),
    markdown: openMarkdown(database, log),
    events,
    timetable: createTimetable(database.prisma, clocks),
    log,
    publicUrl: settings.publicUrl,
    judgeSecret: settings.judgeSecret,
    recheckMs: settings.recheckMs,
    banks: {
      origins: settings.bankOrigins,
      proxy: settings.bankProxy,
      timing: bankTiming(settings.bankWaitPercent),
    },
  }
}

/** Closes the resources of `openHouse`. */
export async function closeHouse({ disk, markdown, database }: House): Promise<void> {
  disk.close()
  await markdown.close()
  await database.close()
}

/** GraphQL documents of the site's own pages from the build; empty without a build. */
function textsOfPages(): string[] {
  const file = join(ROOT, 'build', 'documents.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []
}

export type Running = { url: string; house: House; stop(): Promise<void> }

/**
 * Starts one API process. The returned function stops it: refuses new requests, waits for running ones, then closes the
 * pools. Tests compare the answers with their declarations through `witness`, and sweep by themselves.
 */
export async function startServer(
  settings: Settings,
  log: Log,
  { sweeps = true, ...witness }: Witness & { sweeps?: boolean } = {},
): Promise<Running> {
  const house = await openHouse(settings, log)
  const hushEvents = await hear(settings.databaseUrl, house)
  const leaveTimetable = await keepTimetable(house)
  const leaveRanks = gatherMoves(house)
  await syncLanguages(house)
  if (!(await hasAdministrator(house)))
    log.warn({}, 'this site has no administrator: make one with npm run admin')
  await noteLooks(house)
  const stopBanks = startBanks(house)
  const stopJobs = await startJobs(house, { concurrency: 4, sweeps })
  const clientFolder = join(ROOT, 'build', 'client')
  const app = await createHttp({
    house,
    clientFolder: existsSync(clientFolder) ? clientFolder : null,
    documents: new Set(textsOfPages()),
    trust: trustOf(settings.trustProxy),
    costPerMinute: settings.costPerMinute,
    shareMs: settings.shareMs,
    metricsToken: settings.metricsToken,
    ...witness,
  })
  const url = await app.listen({ port: settings.port, host: settings.host })
  log.info({ url, publicUrl: settings.publicUrl }, 'listening')
  return {
    url,
    house,
    async stop() {
      await app.close()
      await stopBanks()
      await stopJobs()
      leaveTimetable()
      leaveRanks()
      await hushEvents()
      await closeHouse(house)
    },
  }
}
