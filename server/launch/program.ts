import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { NEEDS_A_PERSON } from '#judge/setup.ts'
import { openLogFile } from './logFile.ts'
import { ROOT } from './places.ts'

/** A supervised program, restarted until it is stopped. */
export type Program = {
  /** Resolves with its ready message; rejects when it cannot start. */
  ready: Promise<Ready>
  /** The running process; null between a crash and the next start. */
  pid: () => number | null
  stop: () => Promise<void>
}

/** Messages of a program to its launcher. */
export type Ready = { kind: 'listening'; url: string } | { kind: 'ready' }

export type ProgramOptions = {
  name: string
  /** Arguments of node. */
  args: string[]
  env: Record<string, string | undefined>
  /** Folder of the logs. */
  logs: string
  say: (line: string) => void
}

/** One run of a program: time (ms) from ready to exit, null when it never became ready, and its last output. */
type Life = { worked: number | null; code: number | null; end: string; last: string }

const STOP_WITH_LAUNCHER = new URL('stopWithLauncher.mjs', import.meta.url).href

/** Number of crashes before the first ready message after which the start has failed. */
const HOPELESS = 3
/** Time (ms) after ready from which a crash does not count as a failed start. */
const USEFUL_LIFE = 2_000
/** Wait (ms) before a restart: after the first crash, and longest for programs that became ready and that did not. */
const FIRST_WAIT = 100
const LONGEST_WAIT = { ready: 2_000, unready: 30_000 } as const
/** Grace time (ms) of a stop: a judge finishes running judgements for up to 15 s. */
const PATIENCE = 20_000

/** Log levels: numbers of pino (server) and names (judge). Lines below a warning stay in the file. */
const isLoud = (level: unknown) =>
  typeof level === 'number' ? level >= 40 : level === 'warning' || level === 'error'

type Entry = { level?: unknown; msg?: string; message?: string; error?: string; err?: { message?: string } }

/** Readable form of a log line that a person should see. */
function headline(line: string): string | null {
  if (!line.startsWith('{')) return line
  try {
    const entry = JSON.parse(line) as Entry
    if (!isLoud(entry.level)) return null
    return [entry.msg ?? entry.message, entry.err?.message ?? entry.error].filter(Boolean).join(': ')
  } catch {
    return line
  }
}

const isReady = (message: unknown): message is Ready =>
  typeof message === 'object' &&
  message !== null &&
  'kind' in message &&
  (message.kind === 'listening' || message.kind === 'ready')

/** Wait (ms) before the next start after so many crashes in a row. */
export const waitAfter = (falls: number, wasReady: boolean): number =>
  Math.min(LONGEST_WAIT[wasReady ? 'ready' : 'unready'], FIRST_WAIT * 2 ** (falls - 1))

/** How a run ended: exit code or signal. */
const endOf = ({ exitCode, signalCode }: ChildProcess) =>
  signalCode ? `was ended by ${signalCode}` : `ended with exit code ${exitCode}`

/**
 * Starts a program and restarts it after crashes: at once when it had been working, with growing waits when it did
 * not become ready, and not at all when it exits with a configuration error. It runs in its own session, so that Ctrl-C
 * reaches only the launcher, which stops all programs in order; and it has a channel to the launcher, which closes when
 * the launcher is killed.
 */
export function keepRunning({ name, args, env, logs, say }: ProgramOptions): Program {
  mkdirSync(logs, { recursive: true })
  const log = openLogFile(join(logs, `${name}.log`), (line) => say(`${name}: ${line}`))
  const first = new EventEmitter<{ ready: [Ready]; hopeless: [Error] }>()
  const ready = new Promise<Ready>((resolve, reject) => {
    first.once('ready', resolve)
    first.once('hopeless', reject)
  })
  // A caller that does not wait for ready has seen the error on the console.
  ready.catch(() => undefined)
  /** Lines of runs that did not become ready; repeated ones are not printed again. */
  const said = new Set<string>()
  const sayOnce = (line: string) => {
    if (!said.has(line)) say(line)
    said.add(line)
  }
  let child: ChildProcess | null = null
  let stopping = false

  const runOnce = () =>
    new Promise<Life>((resolve) => {
      const last: string[] = []
      let readyAt: number | null = null
      const started = spawn(process.execPath, ['--no-deprecation', '--import', STOP_WITH_LAUNCHER, ...args], {
        cwd: ROOT,
        detached: true,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      child = started
      for (const stream of [started.stdout, started.stderr]) {
        if (!stream) continue
        createInterface({ input: stream }).on('line', (line) => {
          log.write(line)
          const words = stream === started.stderr || line.startsWith('{') ? headline(line) : null
          last.push(words ?? line)
          if (last.length > 20) last.shift()
          if (words && !stopping) (readyAt === null ? sayOnce : say)(`${name}: ${words}`)
        })
      }
      started.on('message', (message) => {
        if (!isReady(message)) return
        readyAt ??= Date.now()
        said.clear()
        first.emit('ready', message)
      })
      started.once('error', (error) => last.push(error.message))
      started.once('close', () => {
        const worked = readyAt === null ? null : Date.now() - readyAt
        resolve({ worked, code: started.exitCode, end: endOf(started), last: last.join('\n') })
      })
    })

  const keep = async () => {
    let falls = 0
    let everReady = false
    while (!stopping) {
      const { worked, code, end, last } = await runOnce()
      child = null
      if (stopping) return
      falls = worked !== null && worked >= USEFUL_LIFE ? 1 : falls + 1
      everReady ||= worked !== null
      const isForPerson = code === NEEDS_A_PERSON
      // Stop waiting; later starts may still succeed.
      if (!everReady && (falls === HOPELESS || isForPerson))
        first.emit('hopeless', new Error(`The ${name} does not start:\n${last}`))
      if (isForPerson) {
        say(`${name}: stays stopped until the site is started again`)
        return
      }
      const wait = waitAfter(falls, worked !== null)
      if (worked !== null || falls < HOPELESS) say(`${name}: ${end}, starting again in ${wait / 1000} s`)
      else
        sayOnce(
          `${name}: does not come up; it is tried again, at least every ${LONGEST_WAIT.unready / 1000} s`,
        )
      await pause(wait, undefined, { ref: false })
    }
  }
  const kept = keep()

  return {
    ready,
    pid: () => child?.pid ?? null,
    stop: async () => {
      stopping = true
      const last = child
      if (last?.pid) {
        const { pid } = last
        last.kill('SIGTERM')
        const ended = new Promise((resolve) => last.once('close', resolve))
        await Promise.race([ended, pause(PATIENCE, undefined, { ref: false })])
        if (last.exitCode === null && last.signalCode === null) process.kill(-pid, 'SIGKILL')
        await kept
      }
      await log.end()
    },
  }
}
