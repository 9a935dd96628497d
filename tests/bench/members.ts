/**
 * What it takes to tell all members of a group of what is submitted there: 2,000 of them, a tenth admins, follow the
 * group's list as its page does while submissions come and are judged. `executions-per-event` is how often the server
 * reads an event, `member-cpu-us` what it computes for each member and event.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { ROOT } from '#server/env.ts'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { streamFigures } from '../support/streams.ts'
import { cpuOf, startBuiltServer } from './support/builtServer.ts'
import { fill } from './support/fillDatabase.ts'
import { signIn } from './support/httpConnection.ts'
import { openSubscribers } from './support/subscribers.ts'

const MEMBERS = Number(process.argv[2] ?? 2000)
const EVENTS = 40
/** One comes so long (ms) after the one before it. */
const APART = 250

const DOCUMENT = JSON.parse(
  /"text": (".*")/.exec(
    readFileSync(join(ROOT, 'client/__generated__/SubmissionListPageSubscription.graphql.ts'), 'utf8'),
  )?.[1] ?? '""',
)

/** Adds a group of all people with a problem of its own; returns the number of the group. */
async function addGroup(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into "Group" ("name", "nameKey", "shortName", "shortNameKey", "brief", "description", "ownerId")
     values ('Group', 'group', 'g', 'g', 'brief', 'description', md5('u1')) returning "id"`,
  )
  const id = Number(rows[0]?.id)
  await db.query(
    `insert into "GroupMember" ("groupId", "userId", "standing")
     select $1, md5('u' || i), case when i % 10 = 0 then 'ADMIN' else 'MEMBER' end::"GroupStanding"
     from generate_series(2, $2::int + 1) i`,
    [id, MEMBERS],
  )
  await db.query(
    `update "Problem" set "groupId" = $1, "visibility" = 'GROUP' where "id" = (select min("id") from "Problem" where "id" > 100000)`,
    [id],
  )
  return id
}

/** Somebody submits, which is judged at once. */
const submit = (db: pg.Client, groupId: number) =>
  db.query(
    `with sent as (
       insert into "Submission" ("problemId", "userId", "groupId", "language", "codeLength", "ip", "state", "verdict",
         "timeMs", "memoryKb", "caseCount", "tape", "judgedBy")
       select p."id", md5('u3'), $1, 'cpp17o2', 10, '127.0.0.1', 'DONE', 'ACCEPTED', 12, 1024, 3, 'AAA', 'judge-1'
       from "Problem" p where p."groupId" = $1 returning *)
     select pg_notify('${EVENT_CHANNEL}', json_build_object('name', 'submission.judged', 'payload', json_build_object(
       'submissionId', "id", 'userId', "userId", 'problemId', "problemId", 'contestId', null, 'groupId', "groupId"))::text)
     from sent`,
    [groupId],
  )

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fill(database.url, { problems: 20, users: MEMBERS + 1, submissions: 100 })
  const tokens = await signIn(database.url, MEMBERS + 1)
  const db = new pg.Client(database.url)
  await db.connect()
  const groupNumber = await addGroup(db)
  const server = await startBuiltServer(database.url, { TRUST_PROXY: 'loopback' })
  let heard = 0
  const payload = { query: DOCUMENT, variables: { filter: { groupNumber } } }
  const audience = await openSubscribers(server.url, MEMBERS, payload, () => heard++, {
    addressOf: (socket) => `127.0.0.${1 + Math.floor(socket / 1000)}`,
    // The first person owns the group.
    tokenOf: (socket) => tokens[socket + 1] ?? null,
  })
  const hearAll = async (count: number) => {
    for (const until = performance.now() + 30_000; heard < count; ) {
      if (performance.now() > until) throw new Error(`${heard} of ${count} messages came`)
      await pause(5)
    }
  }
  // Until all are heard by one event, some are still on their way in.
  do {
    await pause(1000)
    heard = 0
    await submit(db, groupNumber)
    await pause(1000)
  } while (heard < MEMBERS)
  heard = 0
  const before = await streamFigures(server)
  const cpu = cpuOf(server.process)
  for (let turn = 0; turn < EVENTS; turn++) {
    await submit(db, groupNumber)
    await pause(APART)
  }
  await hearAll(EVENTS * MEMBERS)
  const used = cpuOf(server.process) - cpu
  const after = await streamFigures(server)
  console.log(`${MEMBERS} members, ${EVENTS} events; ${after.shared} streams are shared`)
  console.log(`executions-per-event: ${((after.executions - before.executions) / EVENTS).toFixed(1)}`)
  console.log(`member-cpu-us: ${(used / EVENTS / MEMBERS).toFixed(1)}`)
  await audience.close()
  await db.end()
  await server.stop()
  await database.drop()
  await postgres.stop()
}

await main()
