import { parseArgs } from 'node:util'
import { databaseFault } from '#judge/setup.ts'
import { SCHEMA_FOLDERS } from '../places.ts'
import { startScratchPostgres } from '../scratch.ts'
import { author, drift, migrate } from './migrate.ts'

const USAGE = `npm run migrate                    bring the database of DATABASE_URL up to date
npm run migrate -- --create NAME   write what the schema has and the migrations lack as a new migration
npm run migrate -- --check         fail when the migrations do not lead to the schema`

/** Runs with a temporary database, because comparing tries the migrations and must not touch the one in use. */
async function onScratch<Answer>(work: (databaseUrl: string) => Promise<Answer>): Promise<Answer> {
  const postgres = await startScratchPostgres()
  try {
    return await work(postgres.url('postgres'))
  } finally {
    await postgres.stop()
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { create: { type: 'string' }, check: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const say = (line: string) => process.stdout.write(`${line}\n`)

  if (values.help) {
    say(USAGE)
    return 0
  }
  const { create } = values
  if (create !== undefined) {
    const file = await onScratch((url) => author(url, SCHEMA_FOLDERS, create, new Date()))
    say(file ? `Wrote ${file}` : 'Nothing to write: the migrations already lead to the schema.')
    return 0
  }
  if (values.check) {
    const missing = await onScratch((url) => drift(url, SCHEMA_FOLDERS))
    say(
      missing
        ? `The migrations do not lead to the schema; missing:\n${missing}`
        : 'The migrations lead to the schema.',
    )
    return missing ? 1 : 0
  }
  const url = process.env.DATABASE_URL
  if (!url) {
    say(`DATABASE_URL is not set (npm start migrates its embedded database by itself).\n\n${USAGE}`)
    return 2
  }
  const fault = await databaseFault('DATABASE_URL', url)
  if (fault) throw new Error(fault)
  const applied = await migrate(url, SCHEMA_FOLDERS)
  say(applied.length ? `Applied ${applied.join(', ')}` : 'The database is up to date.')
  return 0
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
