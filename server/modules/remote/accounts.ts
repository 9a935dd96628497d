import { z } from 'zod'
import type { BankAccount } from '#prisma/generated/client.ts'
import { authorize, type Context, contextOfHouse, type House, readerOf } from '../../context.ts'
import { checked, storable } from '../../core/checked.ts'
import { advisoryLock, type Db } from '../../core/db.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'

import { canConfigureBanks, canSeeBanks } from '../../policy/judging.ts'
import { rolesWith } from '../../policy/viewer.ts'
import { watch } from '../../watch.ts'
import { record } from '../audit/audit.ts'
import { type Bank, BankFault, type BankKey } from '../bank/bank.ts'
import { BANKS, findBank, isBankKey } from '../bank/banks.ts'
import { openSession } from '../bank/openSession.ts'
import { notifyMany } from '../notification/notification.ts'
import { SigningIn, sealPassword, signIn } from './work.ts'

const MOST_ACCOUNTS = 50

/** What REST shows in place of a password; sent back it changes nothing (area-rules B13). */
export const PASSWORD_MASK = '********'

const credentials = z.object({
  username: z
    .string()
    .transform((text) => storable(text).trim())
    .pipe(z.string().min(1).max(100)),
  password: z.string().min(1).max(200),
})

/** Banks that are off until an administrator switches them on (area-rules B1). */
const OFF_BY_DEFAULT: readonly BankKey[] = ['LIBRE']

/** Keys of the banks that submit and poll with accounts of this one. */
export const banksUsing = (accountsOf: string): BankKey[] =>
  BANKS.filter((bank) => bank.accountsOf === accountsOf).map(({ key }) => key)

/** Keys of the banks that are switched on. */
export async function banksOn(db: Db): Promise<Set<string>> {
  const rows = await db.bankSwitch.findMany()
  const set = new Map(rows.map(({ bank, enabled }) => [bank, enabled]))
  return new Set(BANKS.map(({ key }) => key).filter((key) => set.get(key) ?? !OFF_BY_DEFAULT.includes(key)))
}

/** The bank of a key; refuses with BANK_OFF one that is switched off or has no account (area-rules B1). */
export async function requireBank(ctx: Context, key: string): Promise<Bank> {
  const bank = findBank(key.trim().toUpperCase())
  if (!bank) throw new Refusal('NOT_FOUND')
  const [on, accounts] = await Promise.all([
    banksOn(ctx.db),
    ctx.db.bankAccount.count({ where: { bank: bank.accountsOf } }),
  ])
  if (!on.has(bank.key) || accounts === 0) throw new Refusal('BANK_OFF', { bank: bank.name })
  return bank
}

/** A bank as its fault is told to the person who waits for it. */
export const refusalOfFault = (bank: Bank, { kind, detail }: BankFault): Refusal =>
  new Refusal(`BANK_${kind}`, { bank: bank.name, words: detail })

export type BankState = {
  bank: Bank
  isEnabled: boolean
  /** Switched on, with an account in service. */
  isOn: boolean
  /** Submissions that wait for an account, and that the bank has. */
  waiting: number
  going: number
}

/** All banks with what goes on there, in order. */
export async function bankStates(ctx: Context): Promise<BankState[]> {
  const [on, accounts, counts] = await Promise.all([
    banksOn(ctx.db),
    ctx.db.bankAccount.groupBy({ by: ['bank'], where: { suspendedFor: null }, _count: true }),
    ctx.db.$queryRaw<{ bank: string; waiting: number; going: number }[]>`
      select "bank", (count(*) filter (where "step" = 'WAITING'))::int as "waiting",
        (count(*) filter (where "step" <> 'WAITING'))::int as "going"
      from "BankRun" where "step" in ('WAITING', 'SENDING', 'FINDING', 'POLLING') group by 1`,
  ])
  const serving = new Set(accounts.map(({ bank }) => bank))
  return BANKS.map((bank) => {
    const count = counts.find((row) => row.bank === bank.key)
    const isEnabled = on.has(bank.key)
    return {
      bank,
      isEnabled,
      isOn: isEnabled && serving.has(bank.accountsOf),
      waiting: count?.waiting ?? 0,
      going: count?.going ?? 0,
    }
  })
}

/** Accounts of a bank, for super administrators. */
export async function accountsOf(ctx: Context, key: BankKey): Promise<BankAccount[]> {
  authorize(ctx, canConfigureBanks(readerOf(ctx)))
  return ctx.db.bankAccount.findMany({ where: { bank: key }, orderBy: { id: 'asc' } })
}

/** States of all banks now and, rate limited, after every change. */
export const watchBanks = (ctx: Context): AsyncIterable<true> => {
  authorize(ctx, canSeeBanks(readerOf(ctx)))
  return watch<'banks', true>(ctx, {
    first: 'banks',
    concern: ({ name }) => (name === 'bank.changed' ? { key: 'banks', wait: 300 } : null),
    read: async (ctx) => (canSeeBanks(readerOf(ctx)) ? true : null),
  })
}

const tell = (ctx: Pick<Context, 'db'>, bank: string) => emit(ctx, 'bank.changed', { bank })

/** Switches a bank on or off. What waits there when it is off fails after the usual time. */
export async function switchBank(ctx: Context, key: string, isEnabled: boolean): Promise<BankKey> {
  authorize(ctx, canConfigureBanks(readerOf(ctx)))
  if (!isBankKey(key)) throw new Refusal('NOT_FOUND')
  return transact(ctx, async (ctx) => {
    const was = (await banksOn(ctx.db)).has(key)
    await ctx.db.bankSwitch.upsert({
      where: { bank: key },
      create: { bank: key, enabled: isEnabled },
      update: { enabled: isEnabled },
    })
    if (was !== isEnabled)
      await record(ctx, 'bank.switched', ['BankSwitch', key], {
        before: { isEnabled: was },
        after: { isEnabled },
      })
    await tell(ctx, key)
    return key
  })
}

/** Adds an account; the password is encrypted and shown to nobody (area-rules B13). */
export async function addBankAccount(
  ctx: Context,
  { bank: key, ...input }: { bank: string; username: string; password: string },
): Promise<BankAccount> {
  authorize(ctx, canConfigureBanks(readerOf(ctx)))
  const bank = findBank(key)
  if (!bank || bank.accountsOf !== bank.key) throw new Refusal('INVALID_INPUT', { field: 'bank' })
  const { username, password } = checked(credentials, input)
  return transact(ctx, async (ctx) => {
    await advisoryLock(ctx.db, 'accounts of banks')
    const count = await ctx.db.bankAccount.count({ where: { bank: bank.key } })
    if (count >= MOST_ACCOUNTS) throw new Refusal('BANK_ACCOUNTS_FULL', { most: MOST_ACCOUNTS })
    const place = { bank: bank.key, username }
    if (await ctx.db.bankAccount.findUnique({ where: { bank_username: place } }))
      throw new Refusal('BANK_ACCOUNT_TAKEN', { field: 'username' })
    const account = await ctx.db.bankAccount.create({
      data: {
        ...place,
        password: sealPassword(ctx.house, place, password),
        createdAt: ctx.now,
      },
    })
    await record(ctx, 'bankAccount.added', ['BankAccount', account.id], { after: place })
    await tell(ctx, bank.key)
    return account
  })
}

async function findAccount(ctx: Context, id: number): Promise<BankAccount> {
  authorize(ctx, canConfigureBanks(readerOf(ctx)))
  const account = isRowNumber(id) ? await ctx.db.bankAccount.findUnique({ where: { id } }) : null
  if (!account) throw new Refusal('NOT_FOUND')
  return account
}

/** Stores another password; the account is in service again. */
export async function changeBankPassword(ctx: Context, id: number, password: string): Promise<BankAccount> {
  const account = await findAccount(ctx, id)
  const given = checked(credentials, { username: account.username, password })
  return transact(ctx, async (ctx) => {
    const changed = await ctx.db.bankAccount.update({
      where: { id },
      data: {
        password: sealPassword(ctx.house, account, given.password),
        session: null,
        suspendedFor: null,
        suspendedWords: '',
        suspendedAt: null,
      },
    })
    await record(ctx, 'bankAccount.passwordChanged', ['BankAccount', id], {
      after: { bank: account.bank, username: account.username },
    })
    await tell(ctx, account.bank)
    return changed
  })
}

/** Removes an account; what it sent and has no verdict yet fails. Returns the key of its bank. */
export async function removeBankAccount(ctx: Context, id: number): Promise<string> {
  const { bank, username } = await findAccount(ctx, id)
  await transact(ctx, async (ctx) => {
    await ctx.db.bankAccount.deleteMany({ where: { id } })
    await record(ctx, 'bankAccount.removed', ['BankAccount', id], { before: { bank, username } })
    await tell(ctx, bank)
  })
  return bank
}

/** Signs in with an account. On success it is in service again; otherwise refuses with the bank's fault. */
export async function testBankAccount(ctx: Context, id: number): Promise<BankAccount> {
  const account = await findAccount(ctx, id)
  const bank = findBank(account.bank)
  if (!bank) throw new Refusal('NOT_FOUND')
  const session = openSession(bank, null, ctx.house.banks)
  try {
    await signIn(ctx.house, bank, account, session)
  } catch (error) {
    if (error instanceof SigningIn) throw new Refusal('BANK_ACCOUNT_BUSY')
    if (error instanceof BankFault) throw refusalOfFault(bank, error)
    throw error
  } finally {
    await session.close()
  }
  return transact(ctx, async (ctx) => {
    const restored = await ctx.db.bankAccount.update({
      where: { id },
      data: { suspendedFor: null, suspendedWords: '', suspendedAt: null },
    })
    if (account.suspendedFor !== null)
      await record(ctx, 'bankAccount.restored', ['BankAccount', id], {
        before: { suspendedFor: account.suspendedFor },
        after: { bank: account.bank, username: account.username },
      })
    await tell(ctx, account.bank)
    return restored
  })
}

/**
 * Takes an account out of service and tells super administrators (area-rules B6), unless its password was changed since it
 * was read.
 */
export async function suspendAccount(
  house: House,
  bank: Bank,
  { id, username, password, bank: key }: BankAccount,
  { kind, detail }: BankFault,
): Promise<void> {
  await transact(contextOfHouse(house), async (ctx) => {
    const { count } = await ctx.db.bankAccount.updateMany({
      where: { id, suspendedFor: null, password },
      data: { suspendedFor: kind, suspendedWords: detail, suspendedAt: ctx.now, session: null },
    })
    if (count === 0) return
    const roots = await ctx.db.user.findMany({
      where: { role: { in: rolesWith('site.configure') }, disabled: false, endedAt: null },
      select: { id: true },
    })
    const at = ctx.now.toISOString()
    await notifyMany(
      ctx,
      roots.map((root) => root.id),
      {
        kind: 'SYS',
        message: 'bankAccountSuspended',
        parameters: { bank: bank.name, username, trouble: kind },
        link: '/admin/bank',
        at,
        dedupeKey: `bankAccountSuspended ${id} ${at}`,
      },
    )
    await record(ctx, 'bankAccount.suspended', ['BankAccount', id], { after: { suspendedFor: kind } })
    await tell(ctx, key)
  })
}

/**
 * The accounts of a bank as REST sends them, two lists of equal length: new names are added, missing ones removed, and a
 * password that is not the mask replaces the stored one.
 */
export async function saveBankAccounts(
  ctx: Context,
  key: BankKey,
  usernames: readonly string[],
  passwords: readonly string[],
): Promise<void> {
  const wanted = usernames.flatMap((name, at) =>
    name.trim() ? [{ username: name.trim(), password: passwords[at] ?? '' }] : [],
  )
  // All or nothing: an unusable password of a new account must not cost the others.
  await transact(ctx, async (ctx) => {
    const before = await accountsOf(ctx, key)
    for (const { id, username } of before)
      if (!wanted.some((one) => one.username === username)) await removeBankAccount(ctx, id)
    for (const { username, password } of wanted) {
      const known = before.find((one) => one.username === username)
      if (!known) await addBankAccount(ctx, { bank: key, username, password })
      else if (password !== '' && password !== PASSWORD_MASK)
        await changeBankPassword(ctx, known.id, password)
    }
  })
}
