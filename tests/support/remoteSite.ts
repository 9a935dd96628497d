import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createLog } from '#server/core/log.ts'
import { readSettings } from '#server/env.ts'
import type { BankKey } from '#server/modules/bank/bank.ts'
import { switches } from '#server/modules/site/site.ts'
import { closeHouse, openHouse } from '#server/start.ts'
import { startFakeBank } from './banks/all.ts'
import type { FakeFault, FakeOptions, FakeRun, RequestKind, RunningFakeBank } from './banks/fakeBank.ts'
import { createDatabase } from './database.ts'
import { addPerson, contextOf, type Person } from './people.ts'
import type { TestServer } from './postgres.ts'
import { type ServerProcess, startServerProcess } from './serverProcess.ts'
import type { Loose, Site } from './site.ts'

/** A problem of each bank of memory that takes part, and a language of it. */
export const SOLVED = {
  CF: { problem: '4242A', language: 'cf-54' },
  HDU: { problem: '1001', language: 'hdu-0' },
  POJ: { problem: '1001', language: 'poj-0' },
  AC: { problem: 'tea042_a', language: 'ac-6017' },
} as const satisfies Partial<Record<BankKey, { problem: string; language: string }>>
export type Solved = keyof typeof SOLVED

/** What a submission came to, with what its bank has of it. */
export type Stock = {
  id: number
  bank: Solved
  state: string
  verdict: string | null
  message: string | null
  judgements: number
  step: string
  holdsAccount: boolean
  sends: number
  /** How often its bank took the code. */
  received: number
  expected: string
}

/** Built servers on one database, and banks of memory whose answers sometimes fail. */
export type RemoteSite = {
  fakes: ReadonlyMap<Solved, RunningFakeBank>
  servers: (ServerProcess | null)[]
  root: Person
  /** Starts the server of a place, after its first start or when it was killed. */
  start(place: number): Promise<void>
  kill(place: number): Promise<void>
  /** From now on one answer in ten fails; 0: none does. */
  fail(share: number): void
  ask(query: string, variables: object): Promise<Loose | null>
  /** Sends the program of this number; null: the server died before it answered. */
  send(number: number): Promise<number | null>
  rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>
  /** Waits until nothing is left to do; throws with what is left after `patience` ms. */
  settled(patience?: number): Promise<void>
  stock(): Promise<Stock[]>
  runOf(number: number): FakeRun | undefined
  close(): Promise<void>
}

const ADD = 'mutation($input: AddBankAccountInput!) { addBankAccount(input: $input) { id } }'
const IMPORT = 'mutation($input: ImportBankProblemInput!) { importBankProblem(input: $input) { number } }'
const SUBMIT = 'mutation($input: SubmitInput!) { submit(input: $input) { number } }'

/** Faults of answers that pass by themselves. */
const PASSING: readonly FakeFault[] = ['ERROR_500', 'CUT_BEFORE', 'CUT_AFTER', 'RATE_LIMIT', 'SLOW']

/** Programs are told apart by their number; every third is wrong. Banks of memory want more than fifty characters. */
const programOf = (number: number) =>
  `int main(){ return 0; } // number ${number}; verdict: ${number % 3 === 2 ? 'WA' : 'AC'}; long enough for all`
const numberOf = (source: string) => Number(/number (\d+);/.exec(source)?.[1])

export async function openRemoteSite({
  banks,
  accounts,
  servers: count,
  waitPercent,
  random,
  postgres,
  fakeOptions = {},
}: {
  banks: readonly Solved[]
  /** Accounts of each bank. */
  accounts: number
  servers: number
  waitPercent: number
  /** From 0 to 1. */
  random: () => number
  /** Unset: that of the test run. */
  postgres?: TestServer
  fakeOptions?: FakeOptions
}): Promise<RemoteSite> {
  let share = 0
  const mishap = (kind: RequestKind): FakeFault | null => {
    if (kind === 'other' || random() >= share) return null
    return PASSING[Math.floor(random() * PASSING.length)] ?? null
  }
  const names = Array.from({ length: accounts }, (_, at) => `robot${at}`)
  const passwords = Object.fromEntries(names.map((name) => [name, 'right password']))
  const fakes = new Map<Solved, RunningFakeBank>()
  for (const key of banks)
    fakes.set(key, await startFakeBank(key, { accounts: passwords, slowMs: 300, mishap, ...fakeOptions }))

  const database = await createDatabase(postgres)
  const dataDir = await mkdtemp(join(tmpdir(), 'remote-'))
  const settings = readSettings({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://judge.test',
    JUDGE_SECRET: 'a secret of the tests alone, long enough',
    COST_PER_MINUTE: '0',
  })
  const house = await openHouse(settings, createLog('silent', 'test'))
  const site = { house, prisma: house.database.prisma, databaseUrl: database.url, settings } as Site
  const root = await addPerson(site, 'chief', { role: 'ROOT' })
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  const env = {
    BANK_ORIGINS: [...fakes].map(([key, { origin }]) => `${key}=${origin}`).join(','),
    BANK_WAIT_PERCENT: String(waitPercent),
    SEED: 'off',
  }
  const servers: (ServerProcess | null)[] = Array.from({ length: count }, () => null)
  const start = async (place: number) => {
    servers[place] = await startServerProcess(site, env)
  }
  await Promise.all(servers.map((_, place) => start(place)))

  let turn = 0
  const ask: RemoteSite['ask'] = async (query, variables) => {
    const living = servers.filter((server) => server !== null)
    const url = living[turn++ % Math.max(1, living.length)]?.url
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: root.token },
      body: JSON.stringify({ query, variables }),
    }).catch(() => null)
    const answer = (await response?.json().catch(() => null)) as { data?: Loose; errors?: Loose } | null
    if (answer?.errors) throw new Error(JSON.stringify(answer.errors))
    return answer?.data ?? null
  }
  const problems = new Map<Solved, number>()
  for (const bank of banks) {
    for (const username of names) await ask(ADD, { input: { bank, username, password: 'right password' } })
    const input = { bank, problem: SOLVED[bank].problem }
    problems.set(bank, (await ask(IMPORT, { input }))?.importBankProblem.number)
  }

  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  const sent = new Map<number, number>()
  const runs = () => [...fakes.values()].flatMap(({ bank }) => bank.runs)
  const rows: RemoteSite['rows'] = async (sql) => (await pool.query(sql)).rows
  return {
    fakes,
    servers,
    root,
    start,
    async kill(place) {
      const server = servers[place]
      servers[place] = null
      await server?.kill()
    },
    fail(given) {
      share = given
    },
    ask,
    async send(number) {
      const bank = banks[number % banks.length] ?? 'CF'
      const problemId = Buffer.from(`Problem:${problems.get(bank)}`).toString('base64')
      const input = { problemId, language: SOLVED[bank].language, source: programOf(number) }
      const id = (await ask(SUBMIT, { input }))?.submit.number ?? null
      if (id !== null) sent.set(number, id)
      return id
    },
    rows,
    async settled(patience = 60_000) {
      for (const ended = Date.now() + patience; ; ) {
        const [row] = await rows<{ open: string }>(
          `select (select count(*) from "Submission" where "state" <> 'DONE' or "countedVerdict" is distinct from "verdict")
             + (select count(*) from "BankRun" where "step" <> 'DONE')
             + (select count(*) from graphile_worker.jobs where task_identifier = 'settle') as open`,
        )
        if (Number(row?.open) === 0) return
        if (Date.now() > ended) {
          const left = await rows(
            `select b.*, s."id", s."state", s."countedVerdict", s."verdict" from "Submission" s
             left join "BankRun" b on b."judgementId" = s."judgementId"
             where s."state" <> 'DONE' or s."countedVerdict" is distinct from s."verdict" or b."step" <> 'DONE' limit 5`,
          )
          const jobs = await rows(
            'select task_identifier, locked_at, locked_by, attempts from graphile_worker.jobs',
          )
          throw new Error(`${row?.open} are left: ${JSON.stringify({ left, jobs: jobs.slice(0, 5) })}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    async stock() {
      const found = await rows<Stock & { source: string }>(
        `select s."id", s."state"::text, s."verdict"::text, j."message", b."bank", b."step"::text, b."holdsAccount",
           b."sends", c."source",
           (select count(*)::int from "Judgement" o where o."submissionId" = s."id") as judgements
         from "Submission" s join "SubmissionCode" c on c."submissionId" = s."id"
         left join "Judgement" j on j."id" = s."judgementId" left join "BankRun" b on b."judgementId" = s."judgementId"
         order by s."id"`,
      )
      const taken = new Map<number, number>()
      for (const { source } of runs()) taken.set(numberOf(source), (taken.get(numberOf(source)) ?? 0) + 1)
      return found.map(({ source, ...row }) => ({
        ...row,
        received: taken.get(numberOf(source)) ?? 0,
        expected: numberOf(source) % 3 === 2 ? 'WRONG_ANSWER' : 'ACCEPTED',
      }))
    },
    runOf: (number) => runs().find(({ source }) => numberOf(source) === number),
    async close() {
      await Promise.all(servers.map((server) => server?.stop()))
      await pool.end()
      await closeHouse(house)
      for (const fake of fakes.values()) await fake.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Submissions without the verdict of their bank or a reason in its place. */
export const lostOf = (stock: readonly Stock[]): Stock[] =>
  stock.filter(
    ({ state, verdict, message, step, holdsAccount, expected }) =>
      state !== 'DONE' ||
      step !== 'DONE' ||
      holdsAccount ||
      (verdict !== expected && (verdict !== 'SUBMISSION_FAILED' || !message?.startsWith('@bank'))),
  )

/** Submissions that were judged twice, or whose bank has them more often than they were sent. */
export const doubledOf = (stock: readonly Stock[]): Stock[] =>
  stock.filter(({ judgements, received, sends }) => judgements !== 1 || received > sends || sends > 1)
