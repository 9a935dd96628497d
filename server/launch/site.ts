import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { checkEnv } from '#judge/env.ts'
import { folderFault, settingsError } from '#judge/setup.ts'
import { dataFolder, readSettings, type Settings, settingFaults } from '../env.ts'
import { startDatabase } from './database/database.ts'
import { ensureJudgeRole } from './database/judgeRole.ts'
import { migrate } from './database/migrate.ts'
import { seedOnce } from './database/seeding.ts'
import { lockFolder } from './lock.ts'
import { SCHEMA_FOLDERS } from './places.ts'
import { keepRunning, type Program } from './program.ts'
import { openSecrets, readablePassword, writePrivately } from './secrets.ts'

export type Site = {
  /** Address of the server. */
  url: string
  publicUrl: string
  /** Password of the super administrator, on the first start only. */
  admin: FirstPassword | null
  server: Program
  judge: Program
  stop: () => Promise<void>
}

/** `file` is where a generated password is kept. */
export type FirstPassword = { password: string; file: string | null }

export type SiteOptions = {
  env: Record<string, string | undefined>
  /** Arguments of node for the two programs: built, or sources under a watcher. */
  server: string[]
  judge: string[]
  say: (line: string) => void
}

/** Secrets that a judge host must not get. */
const WITHHELD = { ADMIN_PASSWORD: undefined, SMTP_URL: undefined, STORAGE_URL: undefined }

type Env = SiteOptions['env']

/**
 * Checks the settings of server and judge before anything is started, and reports all faults together. The database
 * URL, and perhaps the secret, are not known yet.
 */
function earlySettings(env: Env): Settings {
  const assumed = {
    ...env,
    DATABASE_URL: env.DATABASE_URL || 'postgresql://localhost/judge',
    JUDGE_SECRET: env.JUDGE_SECRET || '-'.repeat(16),
  }
  const faults = settingFaults(assumed)
  const named = new Set(faults.map(settingOf))
  const ofJudge = checkEnv(assumed).faults.filter((fault) => !named.has(settingOf(fault)))
  const folders = [['DATA_DIR', dataFolder(env)] as const, ['CACHE_DIR', env.CACHE_DIR] as const]
  const ofFolders = folders.flatMap(([name, path]) => (path && folderFault(name, path)) || [])
  const all = [...faults, ...ofJudge, ...ofFolders]
  if (all.length > 0) throw settingsError(all)
  return readSettings(assumed)
}

/** Name of the setting that a fault begins with. */
const settingOf = (fault: string) => /^\w+/.exec(fault)?.[0]

/** Fails when the port is in use, before anything is started. */
async function checkPort({ port, host }: Settings) {
  if (port === 0) return
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use. Choose another: PORT=${port + 1} npm start`)
          : new Error(`Cannot listen on ${host}:${port}: ${error.message}`),
      ),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/**
 * Password of a new super administrator. It is stored before it is used, so that a first start that is killed does not
 * leave an account without a known password.
 */
function firstPassword({ adminPassword, dataDir }: Settings): FirstPassword {
  if (adminPassword) return { password: adminPassword, file: null }
  const file = join(dataDir, 'admin-password')
  if (!existsSync(file)) writePrivately(file, `${readablePassword()}\n`)
  return { password: readFileSync(file, 'utf8').trim(), file }
}

/** Runs all steps in reverse order, also after one fails. */
async function undo(steps: (() => unknown)[]) {
  for (const step of steps.splice(0).reverse()) {
    try {
      await step()
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    }
  }
}

/**
 * Starts a whole site on this machine: database, migrations, judge role, seed, one server and one judge host. Stops
 * them again when a later step fails.
 */
export async function startSite({ env, server, judge, say }: SiteOptions): Promise<Site> {
  const started: (() => unknown)[] = []
  try {
    const early = earlySettings(env)
    const { dataDir } = early
    started.push(lockFolder(dataDir))
    await checkPort(early)
    const secrets = openSecrets(dataDir)

    const database = await startDatabase(env.DATABASE_URL || undefined, dataDir, say)
    started.push(database.stop)
    const settings = readSettings({
      ...env,
      DATABASE_URL: database.url,
      JUDGE_SECRET: env.JUDGE_SECRET || secrets.judgeSecret,
    })

    const applied = await migrate(database.url, SCHEMA_FOLDERS)
    if (applied.length) say(`Applied ${applied.length} migration${applied.length > 1 ? 's' : ''}.`)
    const judgeUrl = await ensureJudgeRole(database.url, secrets.judgePassword)
    if (!judgeUrl)
      say('This database account may not create roles: the judge uses it too, with all its rights.')

    const admin = await seedOnce(settings, () => firstPassword(settings), say)

    const shared = { ...env, DATA_DIR: dataDir, JUDGE_SECRET: settings.judgeSecret }
    const logs = join(dataDir, 'logs')
    const serverProgram = keepRunning({
      name: 'server',
      args: server,
      env: { ...shared, DATABASE_URL: database.url },
      logs,
      say,
    })
    started.push(serverProgram.stop)
    const ready = await serverProgram.ready
    const url = ready.kind === 'listening' ? ready.url : settings.publicUrl

    const judgeProgram = keepRunning({
      name: 'judge',
      args: judge,
      env: {
        ...shared,
        ...WITHHELD,
        DATABASE_URL: judgeUrl ?? database.url,
        JUDGE_DATABASE_URL: env.JUDGE_DATABASE_URL ?? judgeUrl ?? database.url,
        SERVER_URL: env.SERVER_URL ?? url.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]'),
        CACHE_DIR: env.CACHE_DIR ?? join(dataDir, 'judge-cache'),
      },
      logs,
      say,
    })
    started.push(judgeProgram.stop)

    return {
      url,
      publicUrl: settings.publicUrl,
      admin,
      server: serverProgram,
      judge: judgeProgram,
      stop: () => undo(started),
    }
  } catch (error) {
    await undo(started)
    throw error
  }
}
