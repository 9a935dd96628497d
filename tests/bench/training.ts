/**
 * How long it takes until everybody sees a verdict in the rank of a training with 100 problems and 5,000 registered
 * people: 500 of them follow its first page as the client does. `rank/read` is the 95th percentile from the committed
 * verdict until they have its rows, over a bare read of the rows that the rank is made of.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ROOT } from '#server/env.ts'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { startBuiltServer } from './support/builtServer.ts'
import { median, quantile, timed } from './support/figures.ts'
import { fill } from './support/fillDatabase.ts'
import { signIn } from './support/httpConnection.ts'
import { clock, openSubscribers } from './support/subscribers.ts'

const PEOPLE = 5_000
const PROBLEMS = 100
const PAGES = Number(process.argv[2] ?? 500)
const VERDICTS = 10
const READS = 9

const documentOf = (name: string): string =>
  JSON.parse(
    /"text": (".*")/.exec(readFileSync(join(ROOT, `client/__generated__/${name}.graphql.ts`), 'utf8'))?.[1] ??
      '""',
  )

/** A private training with everybody registered, each with a result in three problems of four; its number. */
async function addTraining(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `with category as (
       insert into "TrainingCategory" ("name", "nameKey", "color", "updatedAt") values ('Bench', 'bench', '#2657d4', now())
       returning "id")
     insert into "Training" ("title", "description", "access", "password", "categoryId", "ownerId")
     select 'Bench', 'Words', 'PRIVATE', 'secret', "id", md5('u1') from category returning "id"`,
  )
  const id = Number(rows[0]?.id)
  // Past the triggers, which would count each row for itself.
  await db.query('set session_replication_role = replica')
  await db.query(
    `insert into "TrainingProblem" ("trainingId", "problemId", "rank")
     select $1, "id", "id" from "Problem" order by "id" limit ${PROBLEMS}`,
    [id],
  )
  await db.query(
    `insert into "TrainingRegistration" ("trainingId", "userId") select $1, md5('u' || i) from generate_series(2, ${PEOPLE + 1}) i`,
    [id],
  )
  await db.query(
    `insert into "TrainingCell" ("trainingId", "userId", "problemId", "verdict", "timeMs")
     select $1, r."userId", p."problemId", v, case when v = 'ACCEPTED' then 10 + (n * 7) % 400 end
     from (select "userId", row_number() over (order by "userId") u from "TrainingRegistration" where "trainingId" = $1) r,
       (select "problemId", row_number() over (order by "problemId") n from "TrainingProblem" where "trainingId" = $1) p,
       lateral (select (array['ACCEPTED', 'WRONG_ANSWER', 'ACCEPTED']::"Verdict"[])[1 + (u * 31 + n * 17) % 3] v) made
     where (u + n) % 4 > 0`,
    [id],
  )
  await db.query('set session_replication_role = origin')
  await db.query('select sum_trainings(array[$1::int], null)', [id])
  await db.query('vacuum analyze')
  return id
}

/** One registered person solves the first problem, another one each turn. */
const judge = (db: pg.Client, turn: number) =>
  db.query(
    `insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "state", "verdict", "countedVerdict",
       "timeMs", "memoryKb", "caseCount", "tape", "judgedBy")
     select "problemId", md5('u' || ${2 + turn}), 'cpp17o2', 10, '127.0.0.1', 'DONE', 'ACCEPTED', 'ACCEPTED', 1, 1024, 3, 'AAA',
       'judge-1' from "TrainingProblem" order by "rank" limit 1`,
  )

/** All rows of the rank, as a program reads them that knows nothing else. */
async function readRank(db: pg.Client, trainingId: number): Promise<number> {
  const people = await db.query(
    `select r."solved", r."timeMs", u."id", u."username", u."nickname", u."school", u."gender", u."avatar"
     from "TrainingRegistration" r join "User" u on u."id" = r."userId" where r."trainingId" = $1
     order by r."solved" desc, r."timeMs", r."registeredAt", r."userId"`,
    [trainingId],
  )
  const cells = await db.query(
    'select "userId", "problemId", "verdict", "timeMs" from "TrainingCell" where "trainingId" = $1',
    [trainingId],
  )
  return people.rows.length + cells.rows.length
}

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fill(database.url, { problems: PROBLEMS, users: PEOPLE + 1, submissions: 1_000 })
  const tokens = await signIn(database.url, PAGES + 1)
  const db = new pg.Client(database.url)
  await db.connect()
  const trainingId = await addTraining(db)
  const server = await startBuiltServer(database.url, { TRUST_PROXY: 'loopback' })
  const tokenOf = (socket: number) => tokens[socket + 1] ?? null
  const addressOf = (socket: number) => `127.0.0.${1 + Math.floor(socket / 100)}`
  let committed = 0
  let waits: number[] = []
  let bytes = 0
  const payload = {
    query: documentOf('TrainingRankPageSubscription'),
    variables: {
      id: Buffer.from(`Training:${trainingId}`).toString('base64'),
      keyword: null,
      first: 30,
      offset: 0,
    },
  }
  const audience = await openSubscribers(
    server.url,
    PAGES,
    payload,
    (message) => {
      waits.push(clock() - committed)
      bytes = message.length
    },
    { tokenOf, addressOf },
  )
  await pause(3_000)
  const all: number[] = []
  for (let turn = 0; turn <= VERDICTS; turn++) {
    waits = []
    committed = clock()
    await judge(db, turn)
    for (const until = clock() + 60_000; waits.length < PAGES; ) {
      if (clock() > until) throw new Error(`${waits.length} of ${PAGES} pages were told`)
      await pause(5)
    }
    // The first one fills caches and compiles code.
    if (turn > 0) all.push(...waits)
  }
  const reads: number[] = []
  let rows = 0
  for (let turn = 0; turn < READS; turn++)
    reads.push(
      await timed(async () => {
        rows = await readRank(db, trainingId)
      }),
    )
  const show = (times: number[]) =>
    `median ${median(times).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms`
  console.log(`told: ${show(all)}, ${bytes} bytes each; bare read of ${rows} rows: ${show(reads)}`)
  console.log(`rank/read: ${(quantile(all, 0.95) / quantile(reads, 0.95)).toFixed(2)}`)
  await audience.close()
  await db.end()
  await server.stop()
  await database.drop()
  await postgres.stop()
}

await main()
