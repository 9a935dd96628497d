import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import pg from 'pg'
import { beat, enlist, freeStrays, REAP_INTERVAL, reap, retire } from '#judge/health/liveness.ts'
import { HOST_HEARTBEAT, type HostProfile, PROTOCOL_VERSION } from '#judge/protocol.ts'
import type { House } from '../../context.ts'

/** Delay (ms) before a restart. */
const RESTART_DELAY = 250
/** Interval (ms) of the search for jobs locked by unknown hosts. */
const STRAY_INTERVAL = 5_000
/** Time (ms) that running jobs get at shutdown. */
const DRAIN = 5_000

/** Starts a runner that takes no job before `gate` opens; returns the id under which it locks jobs. */
export type StartRunner = (gate: Promise<null>) => Promise<{ runner: Runner; poolId: string }>

/** Profile of an API server as a host: no slots, not shown on pages. */
const profileOf = (id: string): HostProfile => ({
  id,
  name: 'server',
  version: PROTOCOL_VERSION,
  cores: 0,
  slots: 0,
  languages: [],
  protections: [],
})

/**
 * Takes jobs until the process ends, in restarting sessions, as judge hosts do (judge/source.ts): the jobs of
 * a killed server are free again at once, and a lost database ends only a session. Each session also looks
 * for dead or hanging hosts and frees their jobs, because a single host has nobody else to do so. Resolves
 * when the first session has started, with the function that stops it.
 */
export async function takeJobs(
  { database, log }: Pick<House, 'database' | 'log'>,
  { tasks, start }: { tasks: readonly string[]; start: StartRunner },
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let silent = false

  const session = async (born: () => void): Promise<void> => {
    const id = randomUUID()
    const session = new pg.Client({ connectionString: database.url, keepAlive: true })
    const ended = new AbortController()
    const died = new Promise<string>((resolve) => {
      session.on('error', (error) => resolve(error.message))
      session.on('end', () => resolve('the session ended'))
      stopping.signal.addEventListener('abort', () => resolve('stopping'), { signal: ended.signal })
    })
    let open: (flags: null) => void = () => {}
    const gate = new Promise<null>((resolve) => {
      open = resolve
    })
    let runner: Runner | null = null
    let over = false
    try {
      await session.connect()
      await reap(session)
      const started = await start(gate)
      runner = started.runner
      const failed = runner.promise.then(
        () => 'the runner stopped',
        (error: Error) => error.message,
      )
      await enlist(session, profileOf(id), [started.poolId])
      open(null)
      silent = false
      born()
      const beating = pulse(session, id, () => over)
      const cause = await Promise.race([died, failed, beating])
      if (stopping.signal.aborted) await leave(runner, session, id)
      else log.warn({ cause }, 'taking jobs is interrupted')
    } finally {
      over = true
      ended.abort()
      open(null)
      // Not awaited: without a database this never ends.
      if (!stopping.signal.aborted) runner?.stop().catch(() => {})
      session.end().catch(() => {})
    }
  }

  /** Sends heartbeats and looks for dead hosts until one of them fails; returns the error. */
  const pulse = async (session: pg.Client, id: string, over: () => boolean): Promise<string> => {
    for (let turn = 0; !over(); turn++) {
      const due = (interval: number) => turn % Math.round(interval / REAP_INTERVAL) === 0
      try {
        const alive = !due(HOST_HEARTBEAT) || (await beat(session, id, { running: 0, load: 0, reason: null }))
        if (!alive) return 'taken for dead'
        const dead = await reap(session)
        if (dead.length > 0) log.warn({ hosts: dead }, 'processes are gone; their work is given to others')
        if (due(STRAY_INTERVAL)) await freeStrays(session, tasks)
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
      await pause(REAP_INTERVAL, undefined, { ref: false })
    }
    return 'over'
  }

  const lives = async (born: () => void) => {
    while (!stopping.signal.aborted) {
      try {
        await session(born)
      } catch (error) {
        // Logged once, not on every retry.
        if (!silent) log.warn({ err: error }, 'the queue is out of reach')
        silent = true
      }
      await pause(RESTART_DELAY, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  let living: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve) => {
    living = lives(resolve)
  })
  return async () => {
    stopping.abort()
    await living
  }
}

/** Orderly shutdown: running jobs end, then the row is deleted. */
async function leave(runner: Runner, session: pg.Client, id: string): Promise<void> {
  await Promise.race([runner.stop().catch(() => {}), pause(DRAIN, undefined, { ref: false })])
  await retire(session, id).catch(() => {})
}
