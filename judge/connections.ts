import pg from 'pg'

/** Connections of a host beside its session. Progress is written without fsync, because a crash may lose it. */
export type Connections = { durable: pg.Pool; progress: pg.Pool }

/** Idle time (ms) after which connections are closed; opening one costs PostgreSQL more than ten judgements. */
const IDLE = 5 * 60_000

export function openConnections(databaseUrl: string, slots: number): Connections {
  const pool = (options: pg.PoolConfig) => {
    const made = new pg.Pool({
      connectionString: databaseUrl,
      keepAlive: true,
      idleTimeoutMillis: IDLE,
      ...options,
    })
    // The next query replaces a broken idle connection; only the session decides about liveness.
    made.on('error', () => undefined)
    made.on('connect', (client) => client.on('error', () => undefined))
    return made
  }
  return {
    // Generic plans: the plan is the same for all values, and planning takes longer than executing.
    durable: pool({ max: slots + 3, options: '-c plan_cache_mode=force_generic_plan' }),
    progress: pool({ max: slots, options: '-c synchronous_commit=off' }),
  }
}
