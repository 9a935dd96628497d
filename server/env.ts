import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { settingsError } from '#judge/setup.ts'
import { trustOf } from './core/proxies.ts'
import type { Storage } from './core/storage/disk.ts'

/** Folder of package.json, found from this file in sources and in a bundle. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}

/** The checkout, with `build/` and `locales/`. */
export const ROOT = findRoot()

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

export type Settings = {
  port: number
  host: string
  databaseUrl: string
  /** Largest number of connections in each pool of one process. */
  databaseConnections: number
  /** Writable data folder, for files and the outbox of mails. Absolute. */
  dataDir: string
  /** Public URL of the site, without a trailing slash. */
  publicUrl: string
  /** Null: mails are written to `outbox` in the data folder. */
  smtpUrl: string | null
  mailFrom: string
  storage: Storage
  /** Token of judge hosts for the blob link endpoint. */
  judgeSecret: string
  /** Proxies trusted to give the client's address (core/proxies.ts). */
  trustProxy: boolean | number | string
  logLevel: (typeof LOG_LEVELS)[number]
  /** Rate limit of the graph by user (or guest address), in cost points a minute; 0: no limit. */
  costPerMinute: number
  /** Interval (ms) after which direct changes in SQL are noticed. */
  recheckMs: number
  /** Lifetime (ms) of shared query results among viewers with equal rights; 0: no shared execution. */
  shareMs: number
  /** Bearer token for /metrics; null: only programs of this machine may read it. */
  metricsToken: string | null
  /** Addresses in place of those of other judges, by the key of the bank, such as fake ones of a demonstration. */
  bankOrigins: Readonly<Record<string, string>>
  /** HTTP proxy of requests to other judges; null: none. */
  bankProxy: string | null
  /** Share (%) of the usual waits between requests to other judges; below 100 for fake ones alone. */
  bankWaitPercent: number
  /** Whether the built client is served and error details are hidden. */
  production: boolean
  /** Whether an empty database is filled with sample problems and users. */
  seed: boolean
  /** Password of the first administrator; null: generated. */
  adminPassword: string | null
}

/** Treats an empty variable as unset. */
const unset = (value: unknown) => (value === '' ? undefined : value)

const orDefault = <Out>(type: z.ZodType<Out>, fallback: Out) =>
  z.preprocess(unset, type.optional()).transform((value) => value ?? fallback)

const orNull = <Out>(type: z.ZodType<Out>) =>
  z.preprocess(unset, type.optional()).transform((value) => value ?? null)

const number = (least: number, most: number) =>
  z.string().transform((text, ctx) => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    ctx.addIssue(`must be a whole number from ${least} to ${most}, not "${text}"`)
    return z.NEVER
  })

const onOff = z.enum(['on', 'off'], 'must be "on" or "off"').transform((value) => value === 'on')

const url = (schemes: string[]) =>
  z.string().refine(
    (text) => {
      const scheme = URL.canParse(text) ? new URL(text).protocol.slice(0, -1) : ''
      return schemes.includes(scheme)
    },
    `must be a URL beginning with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  )

const trustProxy = z.string().transform((text, ctx): boolean | number | string => {
  if (text === 'on' || text === 'off') return text === 'on'
  if (/^\d+$/.test(text)) return Number(text)
  try {
    trustOf(text)
    return text
  } catch {
    ctx.addIssue(`must be "on", "off", a number of proxies, or addresses and networks, not "${text}"`)
    return z.NEVER
  }
})

/**
 * Parses `file:/folder`, or `s3://KEY:SECRET@host/bucket?region=…` (host `amazonaws.com`: the bucket of that
 * region).
 */
const storage = z.string().transform((text, ctx): Storage => {
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (parsed?.protocol === 'file:') return { kind: 'folder', path: fileURLToPath(parsed) }
  const bucket = parsed?.pathname.slice(1) ?? ''
  if (
    parsed?.protocol !== 's3:' ||
    !parsed.username ||
    !parsed.password ||
    !parsed.host ||
    !/^[^/]+$/.test(bucket)
  ) {
    ctx.addIssue('must be file:/folder or s3://KEY:SECRET@host/bucket?region=…')
    return z.NEVER
  }
  const plain = parsed.searchParams.get('tls') === 'off'
  return {
    kind: 's3',
    bucket,
    region: parsed.searchParams.get('region') ?? 'us-east-1',
    endpoint: parsed.host === 'amazonaws.com' ? null : `${plain ? 'http' : 'https'}://${parsed.host}`,
    accessKeyId: decodeURIComponent(parsed.username),
    secretAccessKey: decodeURIComponent(parsed.password),
  }
})

/** Parses `HDU=http://127.0.0.1:9001,POJ=…`. */
const bankOrigins = z.string().transform((text, ctx): Record<string, string> => {
  const pairs = text.split(',').map((pair) => /^\s*([A-Z]+)=(\S+)\s*$/.exec(pair))
  const isRead = pairs.every((pair) => pair && URL.canParse(pair[2] ?? '') && /^https?:/.test(pair[2] ?? ''))
  if (isRead)
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', new URL(pair?.[2] ?? '').origin]))
  ctx.addIssue('must be a list such as HDU=http://127.0.0.1:9001,POJ=http://127.0.0.1:9002')
  return z.NEVER
})

const variables = z.object({
  PORT: orDefault(number(0, 65_535), 3000),
  HOST: orDefault(z.string(), '0.0.0.0'),
  DATABASE_URL: z
    .preprocess(unset, z.string('is needed: postgresql://user:password@host:5432/database').optional())
    .pipe(z.string('is needed: postgresql://user:password@host:5432/database'))
    .pipe(url(['postgresql', 'postgres'])),
  DATABASE_CONNECTIONS: orDefault(number(2, 1000), 10),
  PUBLIC_URL: orNull(url(['http', 'https'])),
  SMTP_URL: orNull(url(['smtp', 'smtps'])),
  MAIL_FROM: orDefault(
    z.string().regex(/\S@\S/, 'must be an address, for example "Judge <judge@example.org>"'),
    'judge@localhost',
  ),
  STORAGE_URL: orNull(storage),
  JUDGE_SECRET: z
    .preprocess(unset, z.string().optional())
    .pipe(z.string('is needed: a long random text, the same on every server and judge host'))
    .pipe(z.string().min(16, 'must have at least 16 characters')),
  TRUST_PROXY: orDefault(trustProxy, false),
  LOG_LEVEL: orDefault(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
  COST_PER_MINUTE: orDefault(number(0, 1_000_000_000), 1_000_000),
  RECHECK_MS: orDefault(number(100, 3_600_000), 60_000),
  SHARE_MS: orDefault(number(0, 10_000), 1_000),
  BANK_ORIGINS: orDefault(bankOrigins, {}),
  BANK_PROXY: orNull(url(['http', 'https'])),
  BANK_WAIT_PERCENT: orDefault(number(0, 100), 100),
  METRICS_TOKEN: orNull(z.string().min(16, 'must have at least 16 characters')),
  NODE_ENV: orDefault(z.string(), 'production'),
  SEED: orDefault(onOff, true),
  ADMIN_PASSWORD: orNull(
    z.string().min(6, 'must have at least 6 characters').max(20, 'must have at most 20 characters'),
  ),
})

/** The data folder of an installation. */
export const dataFolder = (env: Record<string, string | undefined>) =>
  resolve(ROOT, env.DATA_DIR || DEFAULT_DATA_DIR)

const DEFAULT_DATA_DIR = './data'

/** Errors in a server's settings; each begins with the name of its setting. */
export function settingFaults(env: Record<string, string | undefined>): string[] {
  const answer = variables.safeParse(env)
  return answer.success ? [] : answer.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
}

/** Parses all settings at once, so that all errors are reported together. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const answer = variables.safeParse(env)
  if (!answer.success) throw settingsError(settingFaults(env))
  const read = answer.data
  const dataDir = dataFolder(env)
  return {
    port: read.PORT,
    host: read.HOST,
    databaseUrl: read.DATABASE_URL,
    databaseConnections: read.DATABASE_CONNECTIONS,
    dataDir,
    publicUrl: (read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, ''),
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    storage: read.STORAGE_URL ?? { kind: 'folder', path: join(dataDir, 'files') },
    judgeSecret: read.JUDGE_SECRET,
    trustProxy: read.TRUST_PROXY,
    logLevel: read.LOG_LEVEL,
    costPerMinute: read.COST_PER_MINUTE,
    recheckMs: read.RECHECK_MS,
    shareMs: read.SHARE_MS,
    bankOrigins: read.BANK_ORIGINS,
    bankProxy: read.BANK_PROXY,
    bankWaitPercent: read.BANK_WAIT_PERCENT,
    metricsToken: read.METRICS_TOKEN,
    production: read.NODE_ENV !== 'development',
    seed: read.SEED,
    adminPassword: read.ADMIN_PASSWORD,
  }
}

/** Settings of this process; the only place where the server reads its environment. */
export const settings = (): Settings => readSettings(process.env)
