/**
 * How much longer an ordinary read takes while somebody reads forty comments and a statement that are made to keep a
 * parser busy, one after the other without a pause, on a site with its limits: who is refused asks again after a
 * moment. The rows are written by SQL, so that the first reading has them parsed; what an ordinary read takes during
 * that is named apart. Calm and flood take turns. With the argument 'unlimited' the site has no limits.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { runSql, startTestServer, withDatabase } from '../support/postgres.ts'
import { startBuiltServer } from './support/builtServer.ts'
import { median, quantile, timed } from './support/figures.ts'
import { fill } from './support/fillDatabase.ts'
import { openHttpConnection, signIn } from './support/httpConnection.ts'

const ROUNDS = 4
const ROUND_MS = 8_000
/** Somebody opens a page so often (ms). */
const PACE = 25
const COMMENTS = 40

const repeated = (times: number, one: (at: number) => string) =>
  Array.from({ length: times }, (_, at) => one(at)).join('')

/** What takes the parser half a second, of each kind; 10,000 characters each. */
const TEXTS = [
  'a*_ '.repeat(2_500),
  '- a\n'.repeat(2_500),
  '>'.repeat(10_000),
  repeated(600, (at) => `[^${at}] `) + repeated(600, (at) => `\n\n[^${at}]: a`),
  `|${'a|'.repeat(50)}\n|${'-|'.repeat(50)}\n${`|${'b|'.repeat(50)}\n`.repeat(90)}`,
].map((text) => text.slice(0, 10_000))

/** Formulas that take KaTeX ten seconds. */
const STATEMENT = repeated(1_500, (at) => `$\\sqrt{\\underbrace{\\frac{a_{${at}}}{\\overline{b}}}_{c}}$ `)

const ORDINARY = `query ($offset: Int) { problems(first: 30, offset: $offset) { totalCount
  edges { node { id displayId title difficulty tags { id name color } tally { total accepted rate } } } } }`
/** Readers, by turns; none comes near the rate limits. */
const READERS = 60
/** Who is refused waits so long (ms). */
const REFUSED_MS = 100
/** More pages than are read in a second: none is answered with what somebody else was answered. */
const PAGES = 900
/** A refusal has fewer bytes than this, an answer more. */
const SHORT = 10_000

/** Who asks for their own name is answered alone. */
const HOSTILE = `query ($contest: Int!, $problem: String!) { viewer { user { id } }
  contest(number: $contest) { comments(first: ${COMMENTS}) { edges { node { contentTree } } } }
  problem(displayId: $problem) { statement { descriptionTree } } }`

async function writeTexts(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number }>(
      `insert into "Contest" ("type", "ownerId", "title", "startsAt", "endsAt", "updatedAt")
       values ('ACM', md5('u1'), 'Over', now() - interval '2 hours', now() - interval '1 hour', now()) returning "id"`,
    )
    const contest = Number(rows[0]?.id)
    for (let at = 0; at < COMMENTS; at++)
      await client.query(
        `insert into "Comment" ("contestId", "authorId", "content") values ($1, md5('u1'), $2)`,
        [contest, `${at} ${TEXTS[at % TEXTS.length]}`.slice(0, 10_000)],
      )
    await client.query(`update "Statement" set "description" = $1 where "problemId" = 100001`, [STATEMENT])
    return contest
  } finally {
    await client.end()
  }
}

async function main() {
  const postgres = await startTestServer()
  await runSql(postgres.url, `create database flooded template ${postgres.template}`)
  const databaseUrl = withDatabase(postgres.url, 'flooded')
  await fill(databaseUrl, { problems: 1000, users: 100, submissions: 20_000 })
  const contest = await writeTexts(databaseUrl)
  const [hostileToken = '', ...tokens] = await signIn(databaseUrl, READERS + 1)
  const isLimited = !process.argv.includes('unlimited')
  const server = await startBuiltServer(databaseUrl, isLimited ? { COST_PER_MINUTE: '1000000' } : {})
  const asker = await openHttpConnection(server.url, { authorization: hostileToken })
  const hostile = JSON.stringify({ query: HOSTILE, variables: { contest, problem: 'B100001' } })

  const read = async (token: string, query: string, variables: object): Promise<string> => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ query, variables }),
    })
    return response.text()
  }
  let reads = 0
  const readFor = async (ms: number): Promise<number[]> => {
    const waits: Promise<number>[] = []
    for (const end = performance.now() + ms; performance.now() < end; await pause(PACE))
      waits.push(timed(() => read(tokens[reads % READERS] ?? '', ORDINARY, { offset: reads++ % PAGES })))
    return Promise.all(waits)
  }
  const show = (waits: number[]) =>
    `median ${median(waits).toFixed(1)} ms, p95 ${quantile(waits, 0.95).toFixed(1)} ms`

  try {
    await readFor(3_000)
    const first = timed(() => asker.ask(hostile))
    console.log(`ordinary reads while the texts are parsed: ${show(await readFor(ROUND_MS))}`)
    console.log(`first reading of the texts: ${(await first).toFixed(0)} ms`)
    const answer = await read(hostileToken, HOSTILE, { contest, problem: 'B100001' })
    if (answer.includes('"errors"')) throw new Error(answer.slice(0, 400))
    console.log(`an answer of theirs has ${(answer.length / 1000).toFixed(0)} kB`)

    const calm: number[] = []
    const flood: number[] = []
    let answers = 0
    for (let round = 0; round < ROUNDS; round++) {
      calm.push(...(await readFor(ROUND_MS)))
      let isOver = false
      const reader = (async () => {
        while (!isOver) {
          const head = await asker.ask(hostile)
          const isRefused = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? SHORT) < SHORT
          if (isRefused) await pause(REFUSED_MS)
          else answers++
        }
      })()
      flood.push(...(await readFor(ROUND_MS)))
      isOver = true
      await reader
    }
    console.log(
      `ordinary reads, calm: ${show(calm)}; flood: ${show(flood)}; the reader had ${answers} answers`,
    )
    console.log(`markdown-flood: ${(quantile(flood, 0.95) / quantile(calm, 0.95)).toFixed(2)}`)
  } finally {
    asker.close()
    await server.stop()
    await postgres.stop()
  }
}

await main()
