import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/launch/database/migrate.ts'
import { SCHEMA_FOLDERS } from '#server/launch/places.ts'
import { startScratchPostgres } from '#server/launch/scratch.ts'

/**
 * A server on which test databases are made, and the migrated database they are copies of. Beside it the names of a
 * seeded one and of the folder that belongs to it, which are made while other tests run (see seeding.ts).
 */
export type TestServer = { url: string; template: string; seeded: { database: string; folder: string } }

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** Lends a connection of its own, and ends it with everything that it holds. */
export async function withConnection<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return use(client).finally(() => client.end())
}

/** Run one statement on its own connection, because databases are not made or dropped in company. */
export async function runSql(url: string, sql: string) {
  await withConnection(url, (client) => client.query(sql))
}

/**
 * The server of `TEST_DATABASE_URL`, or an embedded one for this run alone, with a template that has every
 * migration. `stop` leaves nothing behind on either. `settings` are for the embedded one alone.
 */
export async function startTestServer(
  settings: Record<string, string> = {},
): Promise<TestServer & { stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  const own = given ? null : await startScratchPostgres(settings)
  const url = given ?? own?.url('postgres') ?? ''
  const run = randomBytes(6).toString('hex')
  const template = `template_${run}`
  const seeded = { database: `seeded_${run}`, folder: join(tmpdir(), `seeded-${run}`) }
  const stop = async () => {
    rmSync(seeded.folder, { recursive: true, force: true })
    if (own) return own.stop()
    for (const name of [template, seeded.database])
      await runSql(url, `drop database if exists ${name} with (force)`)
    await runSql(url, `drop role if exists "${seeded.database}_judge"`)
  }
  try {
    await runSql(url, `create database ${template}`)
    await migrate(withDatabase(url, template), SCHEMA_FOLDERS)
    return { url, template, seeded, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
