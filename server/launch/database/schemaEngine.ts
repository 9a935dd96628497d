import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { engineAdapter } from './engineAdapter.ts'

export type SchemaFile = [path: string, content: string]

/** No table or enum of the database is somebody else's. */
export const NO_FILTER = { externalTables: [], externalEnums: [] }

/** Where the engine leaves the message of a panic; without it one sees only `unreachable`. */
const panics = {
  set_message: (message: string) => process.stderr.write(`Prisma's schema engine: ${message}\n`),
}

const quietTimeout = (callback: () => void, delay: number) => setTimeout(callback, delay).unref()

let loaded: Promise<void> | null = null

/** Prisma's own schema engine, as WebAssembly: the native one would have to be downloaded. */
async function load() {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panics })
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm')
  const bytes = readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'))
  // Its timeout on the migration lock stays behind and would hold the process for ten seconds: let it not.
  const imports = Object.entries(bindings).map(([name, binding]) =>
    name.startsWith('__wbg_setTimeout') ? [name, quietTimeout] : [name, binding],
  )
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': Object.fromEntries(imports),
  })
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
}

/** Let the engine work on a database, knowing these schema files. */
export async function withSchemaEngine<Answer>(
  databaseUrl: string,
  schema: SchemaFile[],
  work: (engine: bindings.SchemaEngine) => Promise<Answer>,
): Promise<Answer> {
  loaded ??= load()
  await loaded
  const adapter = engineAdapter(databaseUrl)
  const factory = bindMigrationAwareSqlAdapterFactory(adapter.factory)
  const engine = await bindings.SchemaEngine.new({ datamodels: schema }, () => {}, factory)
  try {
    return await work(engine)
  } finally {
    engine.free()
    await adapter.close()
  }
}

/** The files of a schema folder, in a settled order. */
export const readSchema = (folder: string): SchemaFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')])

export type Migration = { name: string; sql: string }

/** The migrations of a folder in Prisma's own layout, oldest first. */
export function readMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }))
}

/** The shape in which the engine takes a folder of migrations. */
export const migrationList = (folder: string, migrations: Migration[]) => ({
  baseDir: folder,
  lockfile: { path: 'migration_lock.toml', content: LOCKFILE },
  shadowDbInitScript: '',
  migrationDirectories: migrations.map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
  })),
})

/** Tells the standard command line of Prisma which database the folder is for. */
export const LOCKFILE = 'provider = "postgresql"\n'
