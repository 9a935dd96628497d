/**
 * What a herd costs: so many people ask the same three queries within a second, as the page does that all have waited
 * for: guests, people who are signed in, and half of each. The figure is the time of the server's processor for the
 * dearest of these, on a server that has met a herd before, as a multiple of what the three cost when one guest asks.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { type BuiltServer, startBuiltServer } from './support/builtServer.ts'
import { median } from './support/figures.ts'
import { fill } from './support/fillDatabase.ts'
import { openHttpConnection, signIn } from './support/httpConnection.ts'

const CLIENTS = Number(process.argv[2] ?? 2000)
/** All ask within this time (ms). */
const WITHIN = 800
/** So often one asks alone, so long (ms) after the time before that nothing of it is left. */
const ALONE = { times: 15, apart: 1_300 }

const SITE = `query Site { site { name shortName registrationOpen openPublicDiscussion recordName recordUrl projectName
  projectUrl siteNotices(first: 5) { totalCount edges { node { id title createdAt } } } } }`
const PROBLEMS = `query Problems($first: Int) { problems(first: $first) { totalCount edges { node {
  id displayId title difficulty tags { number name id } tally { total rate } } } } }`
const SUBMISSIONS = `query Submissions($filter: SubmissionFilter, $first: Int) { submissions(filter: $filter, first: $first) {
  totalCount edges { node { id number problem { displayId title id } user { username avatar id } languageName codeLength
  createdAt state verdict timeMs memoryKb score caseCount tape judgedBy } } } viewerCanRejudge }`
const QUESTIONS = [
  { query: SITE, operationName: 'Site', variables: {} },
  { query: PROBLEMS, operationName: 'Problems', variables: { first: 30 } },
  { query: SUBMISSIONS, operationName: 'Submissions', variables: { filter: null, first: 30 } },
]

const HEADERS = {
  accept: 'application/graphql-response+json, application/json',
  'accept-language': 'en-US',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

/** Time (ms) that all threads of a process were on a processor. */
function timeOf({ process: { pid } }: BuiltServer): number {
  const threads = `/proc/${pid}/task`
  const each = readdirSync(threads).map(
    (id) => readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0],
  )
  return each.reduce((sum, time) => sum + Number(time), 0) / 1e6
}

type Client = { askAll(): Promise<void>; close(): void }

async function openClient(url: string, token: string | null): Promise<Client> {
  const asker = await openHttpConnection(url, token ? { ...HEADERS, authorization: token } : HEADERS)
  const bodies = QUESTIONS.map((question) => JSON.stringify(question))
  return {
    async askAll() {
      for (const body of bodies) {
        const head = await asker.ask(body)
        if (!head.startsWith('HTTP/1.1 200')) throw new Error(head)
      }
    },
    close: asker.close,
  }
}

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fill(database.url, { problems: 1_000, users: CLIENTS, submissions: 20_000 })
  const tokens = await signIn(database.url, CLIENTS)
  const server = await startBuiltServer(database.url)
  const one = await openClient(server.url, null)

  // Code is compiled and plans are made; nobody else's variables make each of these a question of its own.
  const warm = await openHttpConnection(server.url, HEADERS)
  for (let at = 0; at < 300; at++) {
    const [question] = QUESTIONS.slice(at % QUESTIONS.length)
    await warm.ask(JSON.stringify({ ...question, variables: { ...question?.variables, at } }))
  }
  warm.close()

  const alone: number[] = []
  for (let time = 0; time < ALONE.times; time++) {
    await pause(ALONE.apart)
    const before = timeOf(server)
    await one.askAll()
    alone.push(timeOf(server) - before)
  }
  one.close()
  const once = median(alone)
  console.log(`asking once: ${once.toFixed(1)} ms of processor`)

  const guest = () => openClient(server.url, null)
  const person = (at: number) => openClient(server.url, tokens[at] ?? null)
  const both = (at: number) => (at % 2 === 0 ? guest() : person(at))
  let figure = 0
  // The first time alone compiles what only a herd runs.
  const kinds = { 'guests and people, cold': both, guests: guest, people: person, 'guests and people': both }
  for (const [name, open] of Object.entries(kinds)) {
    const clients: Client[] = []
    for (let at = 0; at < CLIENTS; at++) clients.push(await open(at))
    await pause(ALONE.apart)
    const before = timeOf(server)
    const start = performance.now()
    await Promise.all(
      clients.map(async ({ askAll }, at) => {
        await pause((at / CLIENTS) * WITHIN)
        await askAll()
      }),
    )
    const took = performance.now() - start
    const times = (timeOf(server) - before) / once
    if (!name.endsWith('cold')) figure = Math.max(figure, times)
    console.log(
      `${CLIENTS} ${name}: ${(times * once).toFixed(0)} ms of processor, ${times.toFixed(1)} times asking once, ` +
        `${((times * once * 1000) / CLIENTS / QUESTIONS.length).toFixed(0)} us a query, all answered after ${took.toFixed(0)} ms`,
    )
    for (const client of clients) client.close()
  }
  console.log(`herd: ${figure.toFixed(1)}`)

  await server.stop()
  await database.drop()
  await postgres.stop()
}

await main()
