import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { ColumnTypeEnum, DriverAdapterError } from '@prisma/driver-adapter-utils'
import pg from 'pg'

/** OIDs of the catalogues' "char", and of bpchar, which has the same text form. */
const CHAR = 18
const BPCHAR = 1042

/**
 * Runs a script as a whole and atomically. Prisma's adapter would cut it at every semicolon, also inside function bodies.
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
 * Passes columns of the catalogues' "char" as text, which Prisma's adapter does not know, and names them characters
 * again in the result.
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

/** Temporary database on the same server, on which the engine tries the migrations. */
async function connectToShadow(databaseUrl: string): Promise<SqlDriverAdapter> {
  const name = `shadow_${randomUUID().replaceAll('-', '')}`
  await runScript(databaseUrl, `create database ${name}`)
  const shadow = new URL(databaseUrl)
  shadow.pathname = `/${name}`
  return connect(shadow.href, () => runScript(databaseUrl, `drop database ${name} with (force)`))
}

export type EngineAdapter = { factory: SqlMigrationAwareDriverAdapterFactory; close: () => Promise<void> }

/**
 * Prisma's adapter for its schema engine, with fixes for migrations.
 * The engine leaves its connection open when it is freed, so the caller closes it.
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
