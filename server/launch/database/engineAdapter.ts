import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { ColumnTypeEnum, DriverAdapterError } from '@prisma/driver-adapter-utils'
import pg from 'pg'

/** The one-byte type of the system catalogues, and the blank-padded type whose text form is the same. */
const CHAR = 18
const BPCHAR = 1042

/**
 * Prisma's adapter cuts a script at every semicolon, also inside a function's body. PostgreSQL takes the
 * script whole, and then either all of it happened or nothing.
 */
async function runScript(databaseUrl: string, script: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  try {
    await client.connect()
    await client.query(script)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const { code = 'N/A', severity = 'N/A', message, detail, column, hint } = error
    throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint })
  } finally {
    await client.end()
  }
}

/**
 * Prisma's adapter does not know the catalogues' "char", which the engine reads to learn of the tables: such
 * columns pass it as text, and are called characters again on the way out.
 */
async function connect(databaseUrl: string, afterwards: () => Promise<void>): Promise<SqlDriverAdapter> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const characters = new WeakMap<unknown[][], number[]>()
  const query = async (config: pg.QueryArrayConfig) => {
    const result = await pg.Pool.prototype.query.call<
      pg.Pool,
      [pg.QueryArrayConfig],
      Promise<pg.QueryArrayResult>
    >(pool, config)
    const columns = result.fields.flatMap((field, column) => (field.dataTypeID === CHAR ? [column] : []))
    for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = BPCHAR
    characters.set(result.rows, columns)
    return result
  }
  const adapter = await new PrismaPg(Object.assign(pool, { query })).connect()
  const queryRaw = adapter.queryRaw.bind(adapter)
  return Object.assign(adapter, {
    queryRaw: async (...args: Parameters<typeof queryRaw>) => {
      const result = await queryRaw(...args)
      for (const column of characters.get(result.rows) ?? [])
        result.columnTypes[column] = ColumnTypeEnum.Character
      return result
    },
    executeScript: (script: string) => runScript(databaseUrl, script),
    dispose: async () => {
      if (!pool.ended) await pool.end()
      await afterwards()
    },
  })
}

/** A second database on the same server, on which the engine tries the migrations out; gone afterwards. */
async function connectToShadow(databaseUrl: string): Promise<SqlDriverAdapter> {
  const name = `shadow_${randomUUID().replaceAll('-', '')}`
  await runScript(databaseUrl, `create database ${name}`)
  const shadow = new URL(databaseUrl)
  shadow.pathname = `/${name}`
  return connect(shadow.href, () => runScript(databaseUrl, `drop database ${name} with (force)`))
}

export type EngineAdapter = { factory: SqlMigrationAwareDriverAdapterFactory; close: () => Promise<void> }

/**
 * How Prisma's schema engine reaches a PostgreSQL: Prisma's own adapter, mended where migrations need it.
 * The engine leaves its connection open when it is freed, so anyone who opened it closes.
 */
export function engineAdapter(databaseUrl: string): EngineAdapter {
  const opened: SqlDriverAdapter[] = []
  return {
    factory: {
      provider: 'postgres',
      adapterName: '@prisma/adapter-pg',
      connect: async () => {
        const adapter = await connect(databaseUrl, async () => {})
        opened.push(adapter)
        return adapter
      },
      connectToShadowDb: () => connectToShadow(databaseUrl),
    },
    close: async () => {
      for (const adapter of opened.splice(0)) await adapter.dispose()
    },
  }
}
