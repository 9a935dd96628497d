import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { NEEDS_A_PERSON } from '#judge/setup.ts'
import { openLogFile } from './logFile.ts'
import { ROOT } from './places.ts'

/** A program of ours that is kept running until it is stopped. */
export type Program = {
  /** The first message that says it is ready; rejects when it cannot start. */
  ready: Promise<Ready>
  /** The process that runs now, null between a fall and the next start. */
  pid: () => number | null
  stop: () => Promise<void>
}

/** What a program tells its launcher over the channel between them. */
export type Ready = { kind: 'listening'; url: string } | { kind: 'ready' }

export type ProgramOptions = {
  name: string
  /** What node is to run. */
  args: string[]
  env: Record<string, string | undefined>
  /** Folder of the logs. */
  logs: string
  say: (line: string) => void
}

/** One life of a program: how long it worked after it was ready (ms; null: it never was), and its last words. */
type Life = { worked: number | null; code: number | null; end: string; last: string }

const STOP_WITH_LAUNCHER = new URL('stopWithLauncher.mjs', import.meta.url).href

/** Crashes before the first sign of life are not weather but a fault: after so many the start has failed. */
const HOPELESS = 3
/** Who was ready and worked for so long (ms) has not fallen because of its start. */
const USEFUL_LIFE = 2_000
/** Waits before the next start (ms): after the first fall, and at most, for who got ready and for who did not. */
const FIRST_WAIT = 100
const LONGEST_WAIT = { ready: 2_000, unready: 30_000 } as const
/** A judge lets what it is judging come to its end, for up to 15 s. */
const PATIENCE = 20_000

/** Pino, which the server logs with, counts levels; the judge names them. What is below a warning stays in the file. */
const isLoud = (level: unknown) =>
  typeof level === 'number' ? level >= 40 : level === 'warning' || level === 'error'

type Entry = { level?: unknown; msg?: string; message?: string; error?: string; err?: { message?: string } }

/** The line of a log worth a person's attention, in a person's words. */
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

/** How long to wait before the next start (ms), after so many falls in a row with no useful life between them. */
export const waitAfter = (falls: number, wasReady: boolean): number =>
  Math.min(LONGEST_WAIT[wasReady ? 'ready' : 'unready'], FIRST_WAIT * 2 ** (falls - 1))

/** How a life ended: by itself, or by whose hand. */
const endOf = ({ exitCode, signalCode }: ChildProcess) =>
  signalCode ? `was ended by ${signalCode}` : `ended with exit code ${exitCode}`

/**
 * Start a program and start it again whenever it falls: at once when it had been working, later each time when it
 * does not get that far, and not at all when it says that only a person can mend what is wrong. It runs in a session of its own, so
 * that Ctrl-C reaches only the launcher, which stops things in order; and it has a channel to the launcher,
 * whose end tells it that the launcher was killed.
 */
export function keepRunning({ name, args, env, logs, say }: ProgramOptions): Program {
  mkdirSync(logs, { recursive: true })
  const log = openLogFile(join(logs, `${name}.log`), (line) => say(`${name}: ${line}`))
  const first = new EventEmitter<{ ready: [Ready]; hopeless: [Error] }>()
  const ready = new Promise<Ready>((resolve, reject) => {
    first.once('ready', resolve)
    first.once('hopeless', reject)
  })
  // Anyone who does not wait for the first sign of life has heard its last words on the console.
  ready.catch(() => undefined)
  /** What was said by lives that did not get ready: the next ones will say the same. */
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
      // Anyone who waits for it need not wait longer; it may still come up when the cause is gone.
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
