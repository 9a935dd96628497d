import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase } from './database.ts'
import { launchOn } from './launchOn.ts'
import { runSql, type TestServer, withConnection } from './postgres.ts'
import { untilJudged } from './untilJudged.ts'

/**
 * Seeds a site, lets a judge host judge all that the seed sends, and leaves database and folder behind for copies.
 * Nobody of a test waits between two submissions; a test of that wait sets it.
 */
async function make({ url, template, seeded }: TestServer): Promise<void> {
  chmodSync(seeded.folder, 0o755)
  const database = await createDatabase({ url, template }, seeded.database)
  const site = await launchOn({ database, dataDir: join(seeded.folder, 'data') })
  try {
    await runSql(
      database.url,
      `insert into "Setting" ("key", "value", "updatedAt") values ('switches', '{"submitIntervalSeconds": 0}', now())
       on conflict ("key") do update set "value" = "Setting"."value" || excluded."value"`,
    )
    await untilJudged(database.url)
  } finally {
    await site.stop()
  }
  // What a server or a judge host left of itself is no part of a site.
  await runSql(database.url, 'delete from "JudgeHost"')
  rmSync(join(seeded.folder, 'data/logs'), { recursive: true, force: true })
}

/** Advisory lock of the test server, held while the site is seeded; readers of the site wait for it. */
const LOCK = 'hashtextextended($1, 0)'

/** What came of it, in a file of the seeded folder: empty if it went well, or why it did not. */
const outcomeFile = (folder: string) => join(folder, 'outcome')

/** Begins to make the seeded site of a test run: resolves as soon as all who come later wait until it is `done`. */
export const beginSeeding = (server: TestServer) =>
  new Promise<{ done: Promise<void> }>((resolve, reject) => {
    const { database, folder } = server.seeded
    mkdirSync(folder, { recursive: true })
    const done = withConnection(server.url, async (client) => {
      await client.query(`select pg_advisory_lock(${LOCK})`, [database])
      resolve({ done })
      writeFileSync(outcomeFile(folder), await make(server).then(() => '', String))
    })
    done.catch(reject)
  })

/** Resolves when the seeded site of the test run is there. */
export const seededSite = ({ url, seeded: { database, folder } }: TestServer) =>
  withConnection(url, async (client) => {
    await client.query(`select pg_advisory_lock_shared(${LOCK})`, [database])
    const failure = readFileSync(outcomeFile(folder), 'utf8')
    if (failure) throw new Error(`The seeded site could not be made: ${failure}`)
  })
