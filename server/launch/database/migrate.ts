import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { JUDGE_TASK, SETTLE_TASK } from '#judge/protocol.ts'
import type { Jobs } from '../../queue.ts'
import type { Migration } from './schemaEngine.ts'
import {
  LOCKFILE,
  migrationList,
  NO_FILTER,
  readMigrations,
  readSchema,
  withSchemaEngine,
} from './schemaEngine.ts'

/** Folders of a schema and its migrations; tests use their own. */
export type SchemaFolders = { schema: string; migrations: string }

/** Advisory lock that serializes migrations of one database. */
const MIGRATION_LOCK = 4712

/** Log of the queue's migrations: warnings and errors only. */
const QUIET = new Logger(() => (level, message) => {
  if (level === 'warning' || level === 'error') process.stderr.write(`${message}\n`)
})

/** PostgreSQL's error code before the first migration. */
const NO_SUCH_TABLE = '42P01'

/**
 * Lets migrations that a crash or a fault ended be tried again: PostgreSQL took back what their scripts had done, and
 * Prisma's engine applies nothing while one is noted as begun.
 */
const forgetUnfinished = (client: pg.Client) =>
  client.query(
    'update _prisma_migrations set rolled_back_at = now() where finished_at is null and rolled_back_at is null',
  )

async function pending(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  try {
    await forgetUnfinished(client)
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'select migration_name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null',
    )
    const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]))
    return migrations.some(
      ({ name, sql }) => applied.get(name) !== createHash('sha256').update(sql).digest('hex'),
    )
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_SUCH_TABLE) return true
    throw error
  }
}

/**
 * Migrates a database: our tables with Prisma's engine, the queue's with graphile-worker. Returns the names of the
 * applied migrations; a current database costs two or three queries.
 */
export async function migrate(databaseUrl: string, folders: SchemaFolders): Promise<string[]> {
  const migrations = readMigrations(folders.migrations)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const applied = (await pending(client, migrations)) ? await apply(databaseUrl, folders, migrations) : []
    await runMigrations({ connectionString: databaseUrl, logger: QUIET })
    await indexQueue(client)
    // Jobs of these tasks are inserted into the table of the queue, perhaps before any server runs them.
    await client.query(
      'insert into graphile_worker._private_tasks (identifier) select unnest($1::text[]) on conflict do nothing',
      [[SETTLE_TASK, JUDGE_TASK, 'tellOfRejudging' satisfies keyof Jobs]],
    )
    return applied
  } finally {
    await client.end()
  }
}

/**
 * Indexes of the queue by kind of job. Its own index orders all jobs together, so a process that takes only some kinds would
 * scan all others: a server while 100,000 submissions wait for judge hosts, or a judge host that lacks the
 * language of the first 50,000 (judge/queue/claims.ts).
 */
const QUEUE_INDEXES = {
  jobs_of_task: '(task_id, priority, run_at)',
  jobs_of_needs: `(task_id, (coalesce(flags, '{}'::jsonb)), priority, run_at, id)`,
}

async function indexQueue(client: pg.Client): Promise<void> {
  for (const [name, columns] of Object.entries(QUEUE_INDEXES)) {
    const { rows } = await client.query('select to_regclass($1) is not null as there', [
      `graphile_worker.${name}`,
    ])
    if (rows[0]?.there) continue
    await client.query(
      `create index if not exists ${name} on graphile_worker._private_jobs ${columns} where is_available`,
    )
  }
}

const apply = (databaseUrl: string, folders: SchemaFolders, migrations: Migration[]) =>
  withSchemaEngine(databaseUrl, readSchema(folders.schema), async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: migrationList(folders.migrations, migrations),
      filters: NO_FILTER,
    })
    return appliedMigrationNames
  })

/** SQL from the migrations to the schema; empty when they agree. Needs a database to try the migrations on. */
export async function drift(databaseUrl: string, folders: SchemaFolders): Promise<string> {
  const schema = readSchema(folders.schema)
  const { stdout } = await withSchemaEngine(databaseUrl, schema, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrationList(folders.migrations, readMigrations(folders.migrations)) },
      to: { tag: 'schemaDatamodel', files: schema.map(([path, content]) => ({ path, content })) },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    }),
  )
  const sql = (stdout ?? '').trim()
  return sql === EMPTY ? '' : sql
}

const EMPTY = '-- This is an empty migration.'

/** Writes the difference as a new migration; returns its file, or null without a difference. */
export async function author(databaseUrl: string, folders: SchemaFolders, name: string, now: Date) {
  const sql = await drift(databaseUrl, folders)
  if (!sql) return null
  const stamp = now.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
  const folder = join(folders.migrations, `${stamp}_${name.replaceAll(/\W+/g, '_')}`)
  mkdirSync(folder, { recursive: true })
  const lockfile = join(folders.migrations, 'migration_lock.toml')
  if (!existsSync(lockfile)) writeFileSync(lockfile, LOCKFILE)
  const file = join(folder, 'migration.sql')
  writeFileSync(file, `${sql}\n`)
  return file
}
