import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Prisma, PrismaClient } from '#prisma/generated/client.ts'

/** Prisma for rules: the client, or the transaction that `transact` opened. */
export type Db = PrismaClient | Prisma.TransactionClient

export type Database = {
  prisma: PrismaClient
  /** For the hot statements that are written as SQL, and for LISTEN. */
  pool: pg.Pool
  url: string
  close(): Promise<void>
}

/**
 * A statement of rules that begins with this is prepared once in each connection, because planning it takes longer than
 * running it. Only for statements of few different texts: each stays with its connection.
 */
export const PREPARED: Prisma.Sql = Prisma.raw('/* prepared */')

/** Names statements that are to be prepared; the others have an empty name. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    if (!sql.startsWith(PREPARED.sql)) return ''
    const name = names.get(sql) ?? `rule ${names.size}`
    names.set(sql, name)
    return name
  }
}

/** A connection that the server closed, idle or in use, must not end the process: the pool opens another one. */
function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Opens the connection pools of one process. `connections` caps each of the two pools. */
export function openDatabase(url: string, connections = 10): Database {
  const pool = openPool(url, connections)
  const prismaPool = openPool(url, connections)
  const prisma = new PrismaClient({
    adapter: new PrismaPg(prismaPool, { statementNameGenerator: statementNames() }),
  })
  return {
    prisma,
    pool,
    url,
    async close() {
      await prisma.$disconnect()
      await Promise.all([pool.end(), prismaPool.end()])
    },
  }
}
