import pg from 'pg'

/** The connections of a host beside its session. Progress may be lost in a crash and is written without waiting. */
export type Connections = { durable: pg.Pool; progress: pg.Pool }

export function openConnections(databaseUrl: string, slots: number): Connections {
  const pool = (options: pg.PoolConfig) => {
    const made = new pg.Pool({ connectionString: databaseUrl, keepAlive: true, ...options })
    // A broken idle connection is replaced with the next query; only the session decides about life.
    made.on('error', () => undefined)
    made.on('connect', (client) => client.on('error', () => undefined))
    return made
  }
  return {
    durable: pool({ max: slots + 3 }),
    progress: pool({ max: slots, options: '-c synchronous_commit=off' }),
  }
}
