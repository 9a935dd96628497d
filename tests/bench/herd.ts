/**
 * What a herd costs: so many people ask the same three queries within a second, as the page does that all have waited
 * for; guests and people who are signed in, over HTTP and over sockets. The figure is the time of the server's
 * processor as a multiple of what the same three cost when one asks them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { openAsker, signIn } from './support/askers.ts'
import { openThin } from './support/audience.ts'
import { type BuiltServer, startBuiltServer } from './support/builtServer.ts'
import { fill } from './support/crowd.ts'
import { median } from './support/figures.ts'

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

async function overHttp(url: string, token: string | null): Promise<Client> {
  const asker = await openAsker(url, token ? { ...HEADERS, authorization: token } : HEADERS)
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

async function overSocket(url: string, token: string | null): Promise<Client> {
  let left = 0
  let greeted = () => {}
  let answered = () => {}
  const socket = openThin(url, (_, payload) => {
    if (payload.includes('"type":"complete"') && --left === 0) answered()
    if (payload.includes('"errors":[')) throw new Error(payload.toString())
    if (payload.includes('"type":"connection_ack"')) greeted()
  })
  await socket.opened
  await new Promise<void>((resolve) => {
    greeted = resolve
    socket.send({
      type: 'connection_init',
      payload: { 'Accept-Language': 'en-US', ...(token ? { Authorization: token } : {}) },
    })
  })
  let asked = 0
  return {
    askAll: () =>
      new Promise<void>((resolve) => {
        left = QUESTIONS.length
        answered = resolve
        for (const payload of QUESTIONS) socket.send({ id: `query ${++asked}`, type: 'subscribe', payload })
      }),
    close: () => void socket.close(),
  }
}

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fill(database.url, { problems: 1_000, users: CLIENTS, submissions: 20_000 })
  const tokens = await signIn(database.url, CLIENTS)
  const server = await startBuiltServer(database.url)
  const one = await overHttp(server.url, null)

  // Code is compiled and plans are made; nobody else's variables make each of these a question of its own.
  const warm = await openAsker(server.url, HEADERS)
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

  const KINDS = {
    'guests over HTTP': () => overHttp(server.url, null),
    'people over HTTP': (at: number) => overHttp(server.url, tokens[at] ?? null),
    'guests over sockets': () => overSocket(server.url, null),
    'people over sockets': (at: number) => overSocket(server.url, tokens[at] ?? null),
  }
  const kinds = Object.values(KINDS)
  const all = (at: number) => kinds[at % kinds.length]?.(at) ?? overHttp(server.url, null)
  let figure = Number.NaN
  for (const [name, open] of Object.entries({ ...KINDS, all })) {
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
    figure = (timeOf(server) - before) / once
    console.log(
      `${CLIENTS} ${name}: ${(figure * once).toFixed(0)} ms of processor, ${figure.toFixed(1)} times asking once, ` +
        `${((figure * once * 1000) / CLIENTS / QUESTIONS.length).toFixed(0)} us a query, all answered after ${took.toFixed(0)} ms`,
    )
    for (const client of clients) client.close()
  }
  console.log(`herd: ${figure.toFixed(1)}`)

  await server.stop()
  await database.drop()
  await postgres.stop()
}

await main()
