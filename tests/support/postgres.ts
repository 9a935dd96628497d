import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '#server/launch/migrate.ts'
import { SCHEMA_FOLDERS } from '#server/launch/places.ts'
import { startScratchPostgres } from '#server/launch/scratch.ts'

/** A server on which test databases are made, and the migrated database they are copies of. */
export type TestServer = { url: string; template: string }

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** Run one statement on its own connection, because databases are not made or dropped in company. */
export async function runSql(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/**
 * The server of `TEST_DATABASE_URL`, or an embedded one for this run alone, with a template that has every
 * migration. `stop` leaves nothing behind on either.
 */
export async function startTestServer(): Promise<TestServer & { stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  const own = given ? null : await startScratchPostgres()
  const url = given ?? own?.url('postgres') ?? ''
  const template = `template_${randomBytes(6).toString('hex')}`
  const stop = async () => {
    if (own) await own.stop()
    else await runSql(url, `drop database if exists ${template} with (force)`)
  }
  try {
    await runSql(url, `create database ${template}`)
    await migrate(withDatabase(url, template), SCHEMA_FOLDERS)
    return { url, template, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
