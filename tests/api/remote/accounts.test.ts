import { beforeAll, describe, expect, it } from 'vitest'
import { ADD, openBankSite } from '../../support/bankSite.ts'

/** Accounts at other judges, area-rules B1 and B13: who sees them, and that no password leaves. */

const arena = openBankSite(['HDU', 'CF'])
const { people } = arena
const PASSWORD = 'right password'
const MASK = '********'
let account = ''

const BANKS = '{ banks { key name isOn isEnabled waiting going accounts { id username trouble } } }'
const REMOVE =
  'mutation($input: RemoveBankAccountInput!) { removeBankAccount(input: $input) { key accounts { id } } }'
const CHANGE =
  'mutation($input: ChangeBankPasswordInput!) { changeBankPassword(input: $input) { id trouble } }'
const TEST =
  'mutation($input: TestBankAccountInput!) { testBankAccount(input: $input) { trouble isSignedIn } }'
const codeOf = ({ errors }: { errors?: { extensions?: { code?: string } }[] }) =>
  errors?.[0]?.extensions?.code
const update = (who: keyof typeof people, body: object) =>
  arena.site.rest('PUT', '/api/admin/switch/update', { token: people[who].token, body })
const info = async () =>
  (await arena.site.rest('GET', '/api/admin/switch/info', { token: people.root.token })).data

beforeAll(async () => {
  account = await arena.addAccount('HDU')
})

describe('who', () => {
  it('reads accounts: super administrators alone; staff see states (area-rules B13)', async () => {
    const root = await arena.ask(people.root, BANKS)
    expect(root.data.banks).toMatchObject([
      { key: 'HDU', isOn: true, accounts: [{ username: 'robot', trouble: null }] },
      ...['POJ', 'CF', 'GYM', 'AC', 'SPOJ', 'LIBRE'].map((key) => ({ key, isOn: false, accounts: [] })),
    ])
    const staff = await arena.ask(people.staff, BANKS)
    expect(staff.data.banks[0]).toMatchObject({ key: 'HDU', isOn: true, accounts: null })
    for (const who of [people.ada, null]) expect((await arena.ask(who, BANKS)).data.banks).toBeNull()
  })

  it.each(['staff', 'ada', null] as const)('changes accounts: not %s', async (name) => {
    const who = name && people[name]
    const refusal = name ? 'FORBIDDEN' : 'UNAUTHENTICATED'
    const input = { id: account }
    expect(codeOf(await arena.ask(who, REMOVE, { input }))).toBe(refusal)
    expect(codeOf(await arena.ask(who, TEST, { input }))).toBe(refusal)
    expect(codeOf(await arena.ask(who, CHANGE, { input: { ...input, password: 'x' } }))).toBe(refusal)
    expect(codeOf(await arena.ask(who, ADD, { input: { bank: 'HDU', username: 'a', password: 'b' } }))).toBe(
      refusal,
    )
    const node = await arena.ask(
      who,
      'query($id: ID!) { node(id: $id) { ... on BankAccount { username } } }',
      {
        id: account,
      },
    )
    expect(node.data?.node ?? null).toBeNull()
  })

  it('follows them: staff without accounts, others not at all', async () => {
    const follow = async (token: string) => {
      const live = await arena.site.subscribe(
        'subscription { banksChanged { key accounts { username } } }',
        {},
        { token },
      )
      const first = await live.next().catch((error) => ({ refused: error }))
      live.close()
      return JSON.stringify(first)
    }
    expect(await follow(people.root.token)).toContain('robot')
    expect(await follow(people.staff.token)).not.toContain('robot')
    expect(await follow(people.ada.token)).toContain('FORBIDDEN')
  })
})

describe('a password', () => {
  it('is encrypted, and in no answer, log or audit (area-rules B13)', async () => {
    const [row] = await arena.site.prisma.bankAccount.findMany({ where: { bank: 'HDU' } })
    expect(Buffer.from(row?.password ?? []).toString('latin1')).not.toContain(PASSWORD)
    const audit = await arena.site.prisma.auditEntry.findMany()
    expect(JSON.stringify(audit)).not.toContain(PASSWORD)
    expect(audit.map(({ action }) => action)).toContain('bankAccount.added')
    expect(JSON.stringify(await info())).not.toContain(PASSWORD)
  })

  it('is a mask in REST, which sent back changes nothing (area-rules B13)', async () => {
    expect(await info()).toMatchObject({
      hduUsernameList: ['robot'],
      hduPasswordList: [MASK],
      cfUsernameList: [],
    })
    expect(await update('root', { hduUsernameList: ['robot'], hduPasswordList: [MASK] })).toMatchObject({
      status: 200,
    })
    const tested = await arena.ask(people.root, TEST, { input: { id: account } })
    expect(tested.data.testBankAccount).toEqual({ trouble: null, isSignedIn: true })
  })

  it('and the list of names can be changed over REST', async () => {
    await update('root', { cfUsernameList: ['robot', 'other'], cfPasswordList: [PASSWORD, 'x'] })
    expect((await info()).cfUsernameList).toEqual(['robot', 'other'])
    await update('root', { cfUsernameList: ['other'], cfPasswordList: [MASK] })
    expect((await info()).cfUsernameList).toEqual(['other'])
    // An account without a password is refused, and the others stay.
    expect((await update('root', { cfUsernameList: ['new'], cfPasswordList: [''] })).status).toBe(400)
    expect((await info()).cfUsernameList).toEqual(['other'])
    // Fields that are left out stay as they are.
    await update('root', { openPublicJudge: true })
    expect(await info()).toMatchObject({ cfUsernameList: ['other'], hduUsernameList: ['robot'] })
    expect((await update('staff', { cfUsernameList: [] })).http).toBe(403)
  })
})

describe('the button', () => {
  it('tells a wrong password, a locked account and a captcha apart', async () => {
    const bank = arena.fakeOf('HDU')
    await arena.ask(people.root, CHANGE, { input: { id: account, password: 'wrong' } })
    expect(codeOf(await arena.ask(people.root, TEST, { input: { id: account } }))).toBe('BANK_WRONG_PASSWORD')
    await arena.ask(people.root, CHANGE, { input: { id: account, password: PASSWORD } })
    bank.fault('signIn', 'CAPTCHA', 2)
    expect(codeOf(await arena.ask(people.root, TEST, { input: { id: account } }))).toBe('BANK_CAPTCHA')
    bank.fault('signIn', 'ERROR_500', 2)
    expect(codeOf(await arena.ask(people.root, TEST, { input: { id: account } }))).toBe('BANK_UNREACHABLE')
    bank.fault('signIn', null)
    expect(
      (await arena.ask(people.root, TEST, { input: { id: account } })).data.testBankAccount.trouble,
    ).toBeNull()
  })

  it('refuses a name that is there', async () => {
    const twice = await arena.ask(people.root, ADD, {
      input: { bank: 'HDU', username: ' robot ', password: 'x' },
    })
    expect(codeOf(twice)).toBe('BANK_ACCOUNT_TAKEN')
  })
})

describe('a login that is under way', () => {
  it('with the former password leaves an account in service whose password was corrected', async () => {
    const bank = arena.fakeOf('HDU')
    const problem = await arena.importProblem('HDU', '1001')
    await arena.ask(people.root, CHANGE, { input: { id: account, password: 'wrong' } })
    bank.fault('signIn', 'SLOW', 1)
    const logins = bank.requests.get('signIn') ?? 0
    const number = await arena.send(people.ada, problem, `int main(){} // ${'long '.repeat(20)}`, 'hdu-0')
    await expect.poll(() => bank.requests.get('signIn') ?? 0).toBe(logins + 1)
    await arena.ask(people.root, CHANGE, { input: { id: account, password: PASSWORD } })
    expect(await arena.done(number)).toMatchObject({ verdict: 'ACCEPTED' })
    const [row] = await arena.site.prisma.bankAccount.findMany({ where: { bank: 'HDU' } })
    expect(row?.suspendedFor).toBeNull()
  })
})
