import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Prisma, PrismaClient } from '#prisma/generated/client.ts'

/** Prisma for rules: the client, or the transaction that `transact` opened. */
export type Db = PrismaClient | Prisma.TransactionClient

export type Database = {
  prisma: PrismaClient
  /** For hot statements in SQL, and for LISTEN. */
  pool: pg.Pool
  url: string
  close(): Promise<void>
}

/**
 * Prefix of statements that are prepared once per connection, because planning takes longer than
 * running. Only for statements with few different texts: each stays in the memory of its connection.
 */
export const PREPARED: Prisma.Sql = Prisma.raw('/* prepared */')

/** Look-ups of one row by its id, with or without further conditions: their plan is the same for every id. */
const BY_ID = /WHERE \("t0"\."id" (= \$\d+|IN \(\$\d+\)) AND /
/** Number of uses after which a look-up is prepared. */
const OFTEN = 20
/** Most prepared look-ups: each costs memory in every connection. */
const PREPARED_MOST = 30
/** Most look-ups whose uses are counted. */
const COUNTED_MOST = 500

/** Names statements that are to be prepared; the others have an empty name. */
export function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  let left = PREPARED_MOST
  const isOften = (sql: string) => {
    const count = (uses.get(sql) ?? 0) + 1
    if (count > 1 || uses.size < COUNTED_MOST) uses.set(sql, count)
    return count >= OFTEN
  }
  const isChosen = (sql: string) => {
    if (sql.startsWith(PREPARED.sql)) return true
    if (left === 0 || !BY_ID.test(sql) || !isOften(sql)) return false
    left--
    return true
  }
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined || !isChosen(sql)) return known ?? ''
    const name = `rule ${names.size}`
    names.set(sql, name)
    return name
  }
}

/**
 * Lets callers of `pool.connect(callback)` release a connection more than once. graphile-worker does that when it
 * is stopped while its LISTEN fails; the error would be a rejection that nobody handles.
 */
function allowSecondRelease(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as pg.Pool['connect']
  type Callback = Parameters<typeof connect>[0]
  const connectOnce = (callback?: Callback) => {
    if (!callback) return connect()
    return connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (broken) => {
        if (!isReleased) release(broken)
        isReleased = true
      })
    })
  }
  pool.connect = connectOnce as typeof pool.connect
  return pool
}

/** A connection that the server closed, idle or in use, must not end the process: the pool opens another one. */
function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return allowSecondRelease(pool)
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

/** Prisma's code for a row that others refer to. */
const STILL_REFERRED_TO = 'P2003'

/**
 * Awaits the removal of a row that was found unused. Others may have come to refer to it meanwhile: then `refuse` is
 * called, which throws a Refusal that names them.
 */
export async function removingUnused(removal: Promise<void>, refuse: () => Promise<void>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if ((error as { code?: unknown }).code === STILL_REFERRED_TO) await refuse()
    throw error
  }
}

/**
 * Waits until no other transaction holds the lock of this name, and holds it until the end of its own. The second part
 * says which of many: ('setting', key). Functions of migrations lock ('systemNotices') and (owner, 'quota VIDEO') as well.
 */
export const advisoryLock = (db: Db, name: string, part?: string) =>
  part === undefined
    ? db.$executeRaw`select pg_advisory_xact_lock(hashtext(${name}), 0)`
    : db.$executeRaw`select pg_advisory_xact_lock(hashtext(${name}), hashtext(${part}))`
