import { freeStrays, REAP_INTERVAL, reap } from '#judge/liveness.ts'
import { JUDGE_TASK, TRIAL_TASK } from '#judge/protocol.ts'
import type { House } from '../../context.ts'

/** How many looks at the hosts go by between two looks for jobs that nobody we know has taken. */
const STRAY_EVERY = 10

/**
 * Looks for judge hosts that died or hang and gives their work to others, as the hosts do among themselves: with a
 * single host there is nobody else to notice. Answers what ends it.
 */
export function watchHosts({ database, log }: Pick<House, 'database' | 'log'>): () => Promise<void> {
  let round = 0
  let looking: Promise<void> | null = null
  const look = async () => {
    try {
      const dead = await reap(database.pool)
      if (dead.length > 0) log.warn({ hosts: dead }, 'judge hosts are gone; their work is given to others')
      if (++round % STRAY_EVERY === 0) await freeStrays(database.pool, [JUDGE_TASK, TRIAL_TASK])
    } catch (error) {
      log.warn({ err: error }, 'cannot look after the judge hosts')
    }
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null
    })
  }, REAP_INTERVAL)
  return async () => {
    clearInterval(timer)
    await looking
  }
}
