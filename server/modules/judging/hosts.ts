import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import pg from 'pg'
import { beat, enlist, freeStrays, REAP_INTERVAL, reap, retire } from '#judge/health/liveness.ts'
import { HOST_HEARTBEAT, type HostProfile, PROTOCOL_VERSION } from '#judge/protocol.ts'
import type { House } from '../../context.ts'

/** Between a life that ended and the next one (ms). */
const RESTART_DELAY = 250
/** How often jobs are looked for that nobody we know has taken (ms). */
const STRAY_INTERVAL = 5_000
/** How long jobs under way may take when the process leaves (ms). */
const DRAIN = 5_000

/** Starts a runner that takes no job before `gate` is open; answers it with the id under which it locks jobs. */
export type StartRunner = (gate: Promise<null>) => Promise<{ runner: Runner; poolId: string }>

/** What an API server is among those who take work: it has no slots, and pages do not show it. */
const profileOf = (id: string): HostProfile => ({
  ...{ id, name: 'server', version: PROTOCOL_VERSION },
  ...{ cores: 0, slots: 0, languages: [], protections: [] },
})

/**
 * Takes jobs for as long as the process lives, one life after another, as judge hosts do (judge/source.ts): the jobs
 * of a server that was killed are free again at once, and a database that falls ends a life and not the work. In its
 * lives it looks for hosts that died or hang and gives their work to others; with a single host there is nobody else
 * to notice. Answers, as soon as the first life has begun, what ends it.
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
      // Not awaited: with the database away these take as long as the database does.
      if (!stopping.signal.aborted) runner?.stop().catch(() => {})
      session.end().catch(() => {})
    }
  }

  /** Beats and looks for the dead until one of them fails; answers why. */
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
        // Said once and not with every try.
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

/** In order: what is under way ends, and then the row goes. */
async function leave(runner: Runner, session: pg.Client, id: string): Promise<void> {
  await Promise.race([runner.stop().catch(() => {}), pause(DRAIN, undefined, { ref: false })])
  await retire(session, id).catch(() => {})
}
