import pg from 'pg'

/** The connections of a host beside its session. Progress may be lost in a crash and is written without waiting. */
export type Connections = { durable: pg.Pool; progress: pg.Pool }

/** A new connection costs PostgreSQL more than ten judgements; a host that rests longer than this (ms) gives them back. */
const IDLE = 5 * 60_000

export function openConnections(databaseUrl: string, slots: number): Connections {
  const pool = (options: pg.PoolConfig) => {
    const made = new pg.Pool({
      connectionString: databaseUrl,
      keepAlive: true,
      idleTimeoutMillis: IDLE,
      ...options,
    })
    // A broken idle connection is replaced with the next query; only the session decides about life.
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
