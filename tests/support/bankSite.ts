import { afterAll, beforeAll } from 'vitest'
import type { BankKey } from '#server/modules/bank/bank.ts'
import { startFakeBank } from './banks/all.ts'
import type { FakeBank, FakeOptions, RunningFakeBank } from './banks/fakeBank.ts'
import { addPerson, type Person } from './people.ts'
import { type GraphqlAnswer, type Loose, type Site, startSite } from './site.ts'

/** A site whose other judges are fakes, with people; waits are a hundredth of the usual ones. */
export type BankSite = {
  site: Site
  people: Record<'root' | 'staff' | 'ada' | 'bob', Person>
  fakes: Record<string, RunningFakeBank>
  /** The fake of a bank. */
  fakeOf(bank: BankKey): FakeBank
  ask(who: Person | null, query: string, variables?: object): Promise<GraphqlAnswer<Loose>>
  /** Adds an account over the graph; returns its id. */
  addAccount(bank: BankKey, username?: string, password?: string): Promise<string>
  /** Imports a problem; returns its number. */
  importProblem(bank: BankKey, id: string): Promise<number>
  /** Sends code; returns the number of the submission. */
  send(who: Person, problemId: number, source: string, language: string): Promise<number>
  /** The submission once `check` holds for it. */
  until(number: number, check: (row: SubmissionRow) => boolean): Promise<SubmissionRow>
  done(number: number): Promise<SubmissionRow>
}

export type SubmissionRow = Awaited<ReturnType<typeof readRow>>

const readRow = async (site: Site, id: number) => {
  const row = await site.prisma.submission.findUniqueOrThrow({ where: { id } })
  const run = await site.prisma.bankRun.findUnique({ where: { judgementId: row.judgementId ?? '' } })
  return { ...row, run }
}

export const IMPORT = `mutation($input: ImportBankProblemInput!) { importBankProblem(input: $input) { number displayId } }`
export const ADD = `mutation($input: AddBankAccountInput!) { addBankAccount(input: $input) { id username trouble } }`
const SUBMIT = `mutation($input: SubmitInput!) { submit(input: $input) { number state } }`

/** Opens the site and the fakes before the tests of the calling file, and closes them after them. */
export function openBankSite(
  keys: readonly BankKey[],
  { env = {}, ...options }: FakeOptions & { env?: Record<string, string> } = {},
): BankSite {
  const arena = { people: {}, fakes: {} } as BankSite
  beforeAll(async () => {
    for (const key of keys) arena.fakes[key] = await startFakeBank(key, options)
    const origins = keys.map((key) => `${key}=${arena.fakes[key]?.origin}`).join(',')
    arena.site = await startSite({ BANK_ORIGINS: origins, BANK_WAIT_PERCENT: '1', ...env })
    arena.people.root = await addPerson(arena.site, 'root', { role: 'ROOT' })
    arena.people.staff = await addPerson(arena.site, 'staff', { role: 'ADMIN' })
    for (const name of ['ada', 'bob'] as const) arena.people[name] = await addPerson(arena.site, name)
    await arena.site.rest('PUT', '/api/admin/switch/update', {
      token: arena.people.root.token,
      body: { defaultSubmitInterval: 0 },
    })
  })
  afterAll(async () => {
    await arena.site?.close()
    for (const fake of Object.values(arena.fakes)) await fake.close()
  })
  const ask: BankSite['ask'] = (who, query, variables = {}) =>
    arena.site.graphql(query, variables, { token: who?.token ?? null })
  const until: BankSite['until'] = async (number, check) => {
    const ended = Date.now() + 20_000
    for (;;) {
      const row = await readRow(arena.site, number)
      if (check(row)) return row
      if (Date.now() > ended) throw new Error(`submission ${number} stays ${JSON.stringify(row)}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return Object.assign(arena, {
    fakeOf(bank: BankKey) {
      const fake = arena.fakes[bank]
      if (!fake) throw new Error(`${bank} has no fake`)
      return fake.bank
    },
    ask,
    until,
    async addAccount(bank, username = 'robot', password = 'right password') {
      const { data, errors } = await ask(arena.people.root, ADD, { input: { bank, username, password } })
      if (errors) throw new Error(JSON.stringify(errors))
      return data.addBankAccount.id
    },
    async importProblem(bank, problem) {
      const { data, errors } = await ask(arena.people.staff, IMPORT, { input: { bank, problem } })
      if (errors) throw new Error(JSON.stringify(errors))
      return data.importBankProblem.number
    },
    async send(who, problemId, source, language) {
      const id = Buffer.from(`Problem:${problemId}`).toString('base64')
      const { data, errors } = await ask(who, SUBMIT, { input: { problemId: id, language, source } })
      if (errors) throw new Error(JSON.stringify(errors))
      return data.submit.number
    },
    done: (number) => until(number, ({ state }) => state === 'DONE'),
  } satisfies Partial<BankSite>)
}
