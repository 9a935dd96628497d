import { parseArgs } from 'node:util'
import { databaseFault } from '#judge/setup.ts'
import { SCHEMA_FOLDERS } from '../places.ts'
import { startScratchPostgres } from '../scratch.ts'
import { ensureJudgeRole } from './judgeRole.ts'
import { author, drift, migrate } from './migrate.ts'

const USAGE = `npm run migrate                    bring the database of DATABASE_URL up to date, and the account of
                                   JUDGE_DATABASE_URL, if it is set, to the rights of a judge host
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
  const judgeUrl = process.env.JUDGE_DATABASE_URL
  if (judgeUrl) say(`Judge hosts have the account ${await giveJudgeAccount(url, judgeUrl)}.`)
  return 0
}

/** Creates or updates the database account that the URL of the judge hosts names. */
async function giveJudgeAccount(databaseUrl: string, judgeUrl: string): Promise<string> {
  const { username, password } = new URL(judgeUrl)
  const [name, words] = [decodeURIComponent(username), decodeURIComponent(password)]
  if (!name || !words) throw new Error('JUDGE_DATABASE_URL must have the name and password of an account.')
  if (!(await ensureJudgeRole(databaseUrl, words, name)))
    throw new Error('The account of DATABASE_URL may not create the account of JUDGE_DATABASE_URL.')
  return name
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
