import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, type TestDatabase } from './database.ts'
import { launchOn } from './launchOn.ts'
import { runSql, type TestServer } from './postgres.ts'

/** Resolves when every submission is judged, and counted. */
async function judged(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::int as open from "Submission" where "state" <> 'DONE' or "countedVerdict" is distinct from "verdict"`,
      )
      if (rows[0]?.open === 0) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    await client.end()
  }
}

/**
 * Seeds a site, lets a judge host judge all that the seed sends, and leaves database and folder behind for copies.
 * Nobody of a test waits between two submissions; a test of that wait sets it.
 */
async function make({ url, template, seeded }: TestServer): Promise<void> {
  rmSync(seeded.folder, { recursive: true, force: true })
  mkdirSync(seeded.folder, { recursive: true })
  chmodSync(seeded.folder, 0o755)
  await runSql(url, `drop database if exists ${seeded.database} with (force)`)
  const database = await createDatabase({ url, template }, seeded.database)
  const site = await launchOn({ database, dataDir: join(seeded.folder, 'data') })
  try {
    await runSql(
      database.url,
      `insert into "Setting" ("key", "value", "updatedAt") values ('switches', '{"submitInterval": 0}', now())
       on conflict ("key") do update set "value" = "Setting"."value" || excluded."value"`,
    )
    await judged(database.url)
  } finally {
    await site.stop()
  }
  // What a server or a judge host left of itself is no part of a site.
  await runSql(database.url, 'delete from "JudgeHost"')
  rmSync(join(seeded.folder, 'data/logs'), { recursive: true, force: true })
  writeFileSync(join(seeded.folder, 'ready'), '')
}

/** Copies the seeded site into `dataDir`; the first of a test run that asks makes it. */
export async function copySeeded(dataDir: string): Promise<TestDatabase> {
  const server = inject('testServer')
  const { seeded } = server
  if (!existsSync(join(seeded.folder, 'ready'))) await make(server)
  cpSync(join(seeded.folder, 'data'), dataDir, { recursive: true, preserveTimestamps: true })
  return createDatabase({ url: server.url, template: seeded.database })
}
