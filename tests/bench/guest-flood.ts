/**
 * How much longer an ordinary read, executed for its asker alone, takes while one guest sends the dearest documents that are allowed, one after the
 * other without a pause: each written a little differently, so that nothing of it is known, and again when it is
 * refused. The server runs in a process of its own with its limits as they come; calm and flood take turns.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getIntrospectionQuery } from 'graphql'
import { readSettings } from '#server/env.ts'
import { runSql, startTestServer, withDatabase } from '../support/postgres.ts'
import { startServerProcess } from '../support/serverProcess.ts'
import { median, quantile, timed } from './support/figures.ts'
import { fill } from './support/fillDatabase.ts'

const ROUNDS = 4
const ROUND_MS = 8_000
/** Somebody opens a page so often (ms), in turn one that nobody else reads and one that all read. */
const PACE = 25

const READ = `{ problems(first: 30) { totalCount
  edges { node { id displayId title difficulty tags { id name color } tally { total accepted rate } } } } }`
const READ_FROM = READ.replace('{', 'query ($offset: Int) {').replace(
  'first: 30',
  'first: 30, offset: $offset',
)
/** More pages than are read in a second: none is answered with what somebody else was answered. */
const PAGES = 900

const times = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join(' ')
const ROW = 'id displayId title difficulty tags { id name color } tally { total accepted rate }'

/** The dearest of each kind that is not refused; `mark` makes it one that was never seen. */
const DEAR: Record<string, (mark: string) => string> = {
  introspection: (mark) => getIntrospectionQuery().replace('IntrospectionQuery', mark),
  'introspection of one type': (mark) =>
    `query ${mark} { ${times(60, (at) => `a${at}: __type(name: "Query") { fields { name args { name } type { name } } }`)} }`,
  'many fields': (mark) => `query ${mark} { ${times(18, (at) => `a${at}: __typename`)} }`,
  'fields of one name': (mark) => `query ${mark} { ${times(12, () => 'problems(first: 1) { totalCount }')} }`,
  'what is wrong': (mark) => `query ${mark} { ${times(480, (at) => `problemz${at}`)} }`,
  'many rows': (mark) =>
    `query ${mark} { ${times(3, (at) => `a${at}: problems(first: 100, offset: ${100 * at}) { edges { node { ${ROW} } } }`)} }`,
  'one page': (mark) => `query ${mark} ${READ}`,
}

/** Seconds of processor time that a process has taken so far, by its number. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** What reading took (ms): pages that nobody else read, and the one that all read. */
type Waits = { own: number[]; equal: number[] }

async function main() {
  const postgres = await startTestServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  await runSql(postgres.url, `create database flooded template ${postgres.template}`)
  const databaseUrl = withDatabase(postgres.url, 'flooded')
  await fill(databaseUrl, { problems: 1000, users: 100, submissions: 20_000 })
  const settings = readSettings({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    JUDGE_SECRET: 'only for this benchmark, and long enough',
  })
  const server = await startServerProcess({ databaseUrl, settings }, { TRUST_PROXY: 'loopback' })

  let sent = 0
  const ask = async (address: string, query: string, variables: object = {}): Promise<string> => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ query, variables }),
    })
    return /"code":"(\w+)"/.exec(await response.text())?.[1] ?? 'answered'
  }
  const dear = (make: (mark: string) => string) => make(`m${++sent}`)

  let read = 0
  /** What reading takes for so long (ms), one page every so often: those of one reader, and the one of all. */
  const readFor = async (ms: number): Promise<Waits> => {
    const waits: Record<keyof Waits, Promise<number>[]> = { own: [], equal: [] }
    for (const end = performance.now() + ms; performance.now() < end; await pause(PACE)) {
      const address = `10.0.1.${++read % 200}`
      const offset = read % PAGES
      if (read % 2 === 0) waits.equal.push(timed(() => ask(address, READ)))
      else waits.own.push(timed(() => ask(address, READ_FROM, { offset })))
    }
    return { own: await Promise.all(waits.own), equal: await Promise.all(waits.equal) }
  }

  try {
    const pid = server.process.pid ?? 0
    await readFor(3_000)
    for (const [index, [name, make]] of Object.entries(DEAR).entries()) {
      const outcome = await ask(`10.0.2.${index}`, dear(make))
      const before = processorTime(pid)
      const took: number[] = []
      for (let count = 0; count < 6; count++) {
        took.push(await timed(() => ask(`10.0.3.${index * 6 + count}`, dear(make))))
      }
      const each = ((processorTime(pid) - before) * 1000) / 6
      console.log(`${name}: ${outcome}, ${each.toFixed(0)} ms of processor, ${median(took).toFixed(0)} ms`)
    }

    const calm: Waits = { own: [], equal: [] }
    const flood: Waits = { own: [], equal: [] }
    const add = (to: Waits, { own, equal }: Waits) => {
      to.own.push(...own)
      to.equal.push(...equal)
    }
    const outcomes = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++) {
      add(calm, await readFor(ROUND_MS))
      let over = false
      const guest = (async () => {
        // A fresh purse each round, so that what it holds counts as often as it is empty.
        for (let at = 0; !over; at++) {
          const make = Object.values(DEAR)[at % Object.keys(DEAR).length]
          if (!make) continue
          const outcome = await ask(`10.0.4.${round}`, dear(make))
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        }
      })()
      add(flood, await readFor(ROUND_MS))
      over = true
      await guest
    }
    const show = (waits: number[]) =>
      `median ${median(waits).toFixed(1)} ms, p95 ${quantile(waits, 0.95).toFixed(1)} ms`
    for (const kind of ['equal', 'own'] as const)
      console.log(`${kind} pages, calm: ${show(calm[kind])}; flood: ${show(flood[kind])}`)
    console.log(`the guest: ${[...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`)
    console.log(`guest-flood: ${(quantile(flood.own, 0.95) / quantile(calm.own, 0.95)).toFixed(2)}`)
  } finally {
    await server.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
