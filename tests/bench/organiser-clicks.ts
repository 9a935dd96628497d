/**
 * What contestants feel of their organisers: so many send programs in, a program every so often each, while an organiser
 * claims and releases balloons and edits contest and problem in a loop, one click after the other. Stretches with and
 * without the organiser take turns, so that the machine is the same for both. The figure is the 95th percentile of the
 * answers to submissions with the organiser, over that without.
 *
 *     npm run bench -- organiser-clicks [TURNS]     # 6 of each, 5 s long
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase } from '../support/database.ts'
import { globalId } from '../support/judgeable.ts'
import { startTestServer } from '../support/postgres.ts'
import { startBuiltServer } from './support/builtServer.ts'
import { quantile } from './support/figures.ts'
import { signIn } from './support/httpConnection.ts'
import { fillVenue, openVenue } from './support/venue.ts'

const TURNS = Number(process.argv[2] ?? 6)
const TURN_MS = 5000
const CONTESTANTS = 500
const PROBLEMS = 10
/** What was sent before, so that the list of accepted runs is a long one. */
const SENT = 20_000
const SENDERS = 8
/** Between two programs of one sender (ms). */
const EVERY = 100
/** Between two clicks of the organiser (ms): nobody is quicker. */
const CLICK = 50

const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
const CLAIM = 'mutation ($input: ClaimAcceptedRunInput!) { claimAcceptedRun(input: $input) { claimedBy } }'
const EDIT = 'mutation ($input: UpdateContestInput!) { updateContest(input: $input) { version } }'
const LIST = `query ($number: Int!) { contest(number: $number) { acceptedRuns(first: 100) {
  edges { node { submissionNumber } } } } }`

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fillVenue(database.url, CONTESTANTS, PROBLEMS)
  const { contest, problems } = await openVenue(database.url, {
    contestants: CONTESTANTS,
    problems: PROBLEMS,
    lasts: 3600,
    startsIn: 0,
  })
  await pause(1500)
  const db = new pg.Client({ connectionString: database.url })
  await db.connect()
  await db.query(`update "User" set "role" = 'ADMIN' where "id" = md5('u' || $1::int)`, [CONTESTANTS + 1])
  await db.query(
    `insert into "Submission" ("problemId", "userId", "contestId", "language", "codeLength", "ip", "state", "verdict",
       "countedVerdict", "createdAt")
     select ($3::int[])[1 + n % $4], md5('u' || (1 + n % $5)), $1, 'cpp17o2', 9, '127.0.0.1', 'DONE', v, v, now()
     from generate_series(1, $2::int) n, lateral (select (case when n % 3 = 0 then 'ACCEPTED' else 'WRONG_ANSWER' end)::"Verdict" v) w`,
    [contest, SENT, problems, PROBLEMS, CONTESTANTS],
  )
  await db.query('analyze')
  await db.end()
  const tokens = await signIn(database.url, CONTESTANTS + 1)
  const server = await startBuiltServer(database.url)

  const ask = async (token: string | undefined, query: string, variables: object) => {
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token ?? '' },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await answer.json()) as { data?: Record<string, never>; errors?: unknown }
    if (errors || !data) throw new Error(JSON.stringify(errors))
    return data
  }

  const organiser = tokens[CONTESTANTS]
  const { acceptedRuns } = (await ask(organiser, LIST, { number: contest })).contest as unknown as {
    acceptedRuns: { edges: { node: { submissionNumber: number } }[] }
  }
  const runs = acceptedRuns.edges.map(({ node }) => node.submissionNumber)
  if (runs.length === 0) throw new Error('nobody solved anything')
  let clicks = 0
  const click = async (until: number) => {
    for (let at = 0; Date.now() < until; at++) {
      const submissionNumber = runs[at % runs.length]
      for (const isClaimed of [true, false]) {
        await ask(organiser, CLAIM, { input: { contestNumber: contest, submissionNumber, isClaimed } })
        await pause(CLICK)
      }
      const fields = { description: `Edited ${Date.now()}` }
      await ask(organiser, EDIT, { input: { id: globalId('Contest', contest), fields } })
      await pause(CLICK)
      clicks += 3
    }
  }

  let next = 0
  const send = async (until: number, waits: number[]) => {
    while (Date.now() < until) {
      const at = next++
      const input = {
        contestId: globalId('Contest', contest),
        problemId: globalId('Problem', problems[at % PROBLEMS] ?? 0),
        ...{
          language: 'cpp17o2',
          source: `int main() { /* program ${at}, long enough for one */ return 0; }`,
        },
      }
      const began = performance.now()
      await ask(tokens[at % CONTESTANTS], SUBMIT, { input })
      waits.push(performance.now() - began)
      await pause(EVERY)
    }
  }
  const stretch = async (withOrganiser: boolean): Promise<number[]> => {
    const waits: number[] = []
    const until = Date.now() + TURN_MS
    const senders = Array.from({ length: SENDERS }, () => send(until, waits))
    await Promise.all([...senders, ...(withOrganiser ? [click(until)] : [])])
    return waits
  }

  // Code is compiled and plans are made.
  await stretch(true)
  clicks = 0
  const alone: number[] = []
  const beside: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    alone.push(...(await stretch(false)))
    beside.push(...(await stretch(true)))
  }
  for (const [name, waits] of [
    ['without', alone],
    ['with', beside],
  ] as const)
    console.log(
      `${name} the organiser: ${waits.length} submissions, median ${quantile(waits, 0.5).toFixed(1)} ms, ` +
        `p95 ${quantile(waits, 0.95).toFixed(1)} ms, p99 ${quantile(waits, 0.99).toFixed(1)} ms`,
    )
  console.log(`${clicks} clicks`)
  console.log(`organiser-clicks: ${(quantile(beside, 0.95) / quantile(alone, 0.95)).toFixed(2)}`)
  await server.stop()
  await database.drop()
  await postgres.stop()
}

await main()
