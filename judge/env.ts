/** Settings of a judge host, read from the environment only here. */

import { availableParallelism, hostname } from 'node:os'
import { resolve } from 'node:path'
import { findLanguage } from './languages.ts'
import { settingsError } from './setup.ts'

export type JudgeEnv = {
  databaseUrl: string
  /** URL that test data is fetched from. */
  serverUrl: string
  secret: string
  name: string
  /** Number of submissions judged at once. */
  slots: number
  cacheFolder: string
  /** Bytes of test data and of programs kept in the cache. */
  cacheBytes: number
  /** Free bytes of disk and of memory below which this host takes no work. */
  leastDisk: number
  leastMemory: number
  /** Longest silence of a task (ms) before other hosts may claim it. */
  standstill: number
  /** Address of the metrics, loopback by default; null: off. */
  metrics: { host: string; port: number } | null
  allowWeak: boolean
  /** Folders that are searched for toolchains. */
  path: string
  /** Keys of the languages this host judges; null: all that are installed. */
  languages: string[] | null
}

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/**
 * Default number of slots. Judging itself (queue, reports, checks) needs about an eighth of the CPU time of programs and
 * compilers, so a large machine reserves it. A small machine would lose half its capacity with an idle core; there
 * both share the cores, and verdicts depend on CPU time.
 */
export const slotsFor = (cores: number): number =>
  Math.min(MOST_SLOTS, Math.max(1, cores - Math.floor(cores / 8)))

const ON = /^(1|true|yes|on)$/i
const OFF = /^(0|false|no|off)$/i

/** Which setting names the database of a judge host. */
export const databaseSetting = (from: NodeJS.ProcessEnv) =>
  from.JUDGE_DATABASE_URL?.trim() ? 'JUDGE_DATABASE_URL' : 'DATABASE_URL'

/** Most slots of the sandbox. */
const MOST_SLOTS = 64

/** Reads and checks the settings; throws one error with all faults. */
export function readEnv(from: NodeJS.ProcessEnv = process.env): JudgeEnv {
  const { env, faults } = checkEnv(from)
  if (faults.length > 0) throw settingsError(faults)
  return env
}

/** Settings with their faults; each fault begins with the name of its setting. */
export function checkEnv(from: NodeJS.ProcessEnv): { env: JudgeEnv; faults: string[] } {
  const faults: string[] = []
  const text = (name: string, fallback: string | null): string => {
    const value = from[name]?.trim() || fallback
    if (value === null) faults.push(`${name} is needed`)
    return value ?? ''
  }
  const count = (name: string, fallback: number, most = Number.MAX_SAFE_INTEGER): number => {
    const text = from[name]?.trim() || String(fallback)
    const value = Number(text)
    if (Number.isInteger(value) && value >= 1 && value <= most) return value
    const range = most === Number.MAX_SAFE_INTEGER ? 'above 0' : `from 1 to ${most}`
    faults.push(`${name} must be a whole number ${range}, not "${text}"`)
    return fallback
  }
  const url = (name: string, fallback: string | null, schemes: readonly string[]): string => {
    const value = text(name, fallback)
    const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : ''
    const wanted = schemes.map((scheme) => `${scheme}://`).join(' or ')
    if (value && !schemes.includes(scheme)) faults.push(`${name} must be a URL beginning with ${wanted}`)
    return value
  }
  const onOff = (name: string): boolean => {
    const value = from[name]?.trim() || 'off'
    if (!ON.test(value) && !OFF.test(value)) faults.push(`${name} must be "on" or "off", not "${value}"`)
    return ON.test(value)
  }
  const address = (name: string) => {
    const value = from[name]?.trim()
    if (!value) return null
    const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d+)$/.exec(value) ?? []
    if (Number(port) <= 65_535) return { host, port: Number(port) }
    faults.push(`${name} must be a port, or an address and a port, not "${value}"`)
    return null
  }
  const env: JudgeEnv = {
    databaseUrl: url(databaseSetting(from), null, ['postgresql', 'postgres']),
    serverUrl: url('SERVER_URL', 'http://127.0.0.1:3000', ['http', 'https']),
    secret: text('JUDGE_SECRET', null),
    name: text('JUDGE_NAME', hostname()),
    slots: count('JUDGE_SLOTS', slotsFor(availableParallelism()), MOST_SLOTS),
    cacheFolder: resolve(text('CACHE_DIR', './data/judge-cache')),
    cacheBytes: count('CACHE_GIB', 4) * GIB,
    leastDisk: count('JUDGE_LEAST_DISK_MIB', 256) * MIB,
    leastMemory: count('JUDGE_LEAST_MEMORY_MIB', 128) * MIB,
    standstill: count('JUDGE_STANDSTILL_S', 600) * 1000,
    metrics: address('JUDGE_METRICS_PORT'),
    allowWeak: onOff('JUDGE_ALLOW_WEAK'),
    path: from.PATH ?? '',
    languages: from.JUDGE_LANGUAGES?.trim() ? from.JUDGE_LANGUAGES.split(/[\s,]+/).filter(Boolean) : null,
  }
  const unknown = env.languages?.filter((key) => !findLanguage(key)) ?? []
  if (unknown.length > 0) faults.push(`JUDGE_LANGUAGES names unknown languages: ${unknown.join(', ')}`)
  return { env, faults }
}
