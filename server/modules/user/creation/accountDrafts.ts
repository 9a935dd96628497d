import { randomBytes, randomInt } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import { createTranslator } from '#locales/translator.ts'
import type { Operation } from '#prisma/generated/client.ts'
import { authorize, type Context } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { hashInLine } from '../../../core/password.ts'
import { sealerOf } from '../../../core/sealed.ts'
import { SPREADSHEET_TYPE, spreadsheet } from '../../../core/tables/spreadsheet.ts'
import { transact } from '../../../events.ts'
import { may } from '../../../policy/viewer.ts'
import { subjectOf } from '../../audit/audit.ts'
import { type OperationInput, startOperation, type Work } from '../../operation/operation.ts'
import {
  type AccountRow,
  checkRows,
  MOST_ACCOUNTS,
  type NewAccount,
  type RowFault,
  readAccounts,
} from './accountRows.ts'
import type { ListFile } from './contestTeams.ts'

/**
 * Creation of many accounts, from a file or as a series of names. Each is an AccountDraft until all passwords
 * are hashed; then all accounts are created in one transaction, or none.
 *
 * Draft passwords are encrypted with the secret of the site, so that neither the database nor its backups
 * show them. Drafts of a file are deleted in the transaction that creates the accounts; those of a series are
 * kept for half an hour, so that their owner can download the passwords, in a spreadsheet generated on
 * download.
 */
type MakingKind = 'USER_GENERATION' | 'USER_IMPORT'

const sealer = ({ house }: Context) => sealerOf(house.judgeSecret, 'passwords of account drafts')
const placeOf = (operationId: number, place: number) => `${operationId}/${place}`

type Draft = { account: NewAccount; password: string }

/** Drafts encrypted and written per batch, between which the event loop runs. */
const BATCH = 500

async function startMaking<Kind extends MakingKind>(
  ctx: Context,
  kind: Kind,
  input: OperationInput<Kind>,
  drafts: readonly Draft[],
): Promise<Operation> {
  const { seal } = sealer(ctx)
  return transact(ctx, async (ctx) => {
    const operation = await startOperation(ctx, kind, input, { total: drafts.length })
    for (let from = 0; from < drafts.length; from += BATCH) {
      await others()
      const rows = drafts.slice(from, from + BATCH).map(({ account, password }, index) => ({
        account: { id: randomBytes(16).toString('hex'), ...account },
        place: from + index,
        sealed: seal(password, placeOf(operation.id, from + index)).toString('base64'),
      }))
      await ctx.db.$executeRaw`
        insert into "AccountDraft" ("operationId", "place", "account", "sealedPassword")
        select ${operation.id}, (draft->>'place')::int, draft->'account', decode(draft->>'sealed', 'base64')
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) draft`
    }
    return operation
  })
}

/** Password length of generated accounts, which may exceed that of users' own. */
export const GIVEN_PASSWORD = { min: 6, max: 25 }

/** Letters and digits that are not confused in print. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const randomPassword = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** A series of accounts: prefix, numbers, suffix. */
export type Series = OperationInput<'USER_GENERATION'>

function requireSeries({ from, to, passwordLength }: Series): void {
  const tooSmall = (min: number) => ({ code: 'TOO_SMALL', parameters: { min } }) as const
  const tooLarge = (max: number) => ({ code: 'TOO_LARGE', parameters: { max } }) as const
  const { min, max } = GIVEN_PASSWORD
  const fields = {
    ...(from < 0 && { from: tooSmall(0) }),
    ...(to < from && { to: tooSmall(from) }),
    ...(to - from >= MOST_ACCOUNTS && { to: tooLarge(from + MOST_ACCOUNTS - 1) }),
    ...(passwordLength < min && { passwordLength: tooSmall(min) }),
    ...(passwordLength > max && { passwordLength: tooLarge(max) }),
  }
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID_INPUT', { fields })
}

/** Refuses names that are taken or invalid, with the first as example. */
function requireNames(faults: readonly Pick<RowFault, 'username'>[]): void {
  const [first] = faults
  if (first) throw new Refusal('ACCOUNTS_UNUSABLE', { count: faults.length, name: first.username })
}

const draftsOf = (rows: readonly AccountRow[], accounts: readonly (NewAccount | null)[]): Draft[] =>
  accounts.flatMap((account, place) => (account ? [{ account, password: rows[place]?.password ?? '' }] : []))

/** Creates a series of accounts; their passwords can be downloaded by the owner for half an hour. */
export async function generateAccounts(ctx: Context, series: Series): Promise<Operation> {
  authorize(ctx, may(ctx, 'user.manage'))
  requireSeries(series)
  const { prefix, suffix, from, to, passwordLength } = series
  const rows = Array.from({ length: to - from + 1 }, (_, index) => ({
    username: `${prefix}${from + index}${suffix}`,
    password: randomPassword(passwordLength),
  }))
  const { accounts, faults } = await checkRows(ctx, rows, GIVEN_PASSWORD.max)
  requireNames(faults)
  return startMaking(ctx, 'USER_GENERATION', series, draftsOf(rows, accounts))
}

/** Preview of a list of accounts with those of its teams and schools: its rows, and errors by line. */
export async function checkAccounts(ctx: Context, files: readonly ListFile[]) {
  authorize(ctx, may(ctx, 'user.manage'))
  const { lines, rows, spareTeams } = readAccounts(files)
  if (rows.length === 0) throw new Refusal('FILE_EMPTY')
  const { accounts, faults } = await checkRows(ctx, rows)
  return {
    rows,
    accounts,
    spareTeams,
    faults: faults.map((fault) => ({ ...fault, line: lines[fault.place] ?? 0 })),
  }
}

/** Creates the accounts of a list, all or none. */
export async function importAccounts(ctx: Context, files: readonly ListFile[]): Promise<Operation> {
  const { rows, accounts, faults } = await checkAccounts(ctx, files)
  requireNames(faults)
  return startMaking(ctx, 'USER_IMPORT', {}, draftsOf(rows, accounts))
}

/** Creates the accounts of valid rows; returns the names of the others. */
export async function addAccounts(
  ctx: Context,
  rows: readonly AccountRow[],
): Promise<{ operation: Operation | null; made: number; failed: string[] }> {
  authorize(ctx, may(ctx, 'user.manage'))
  const { accounts, faults } = await checkRows(ctx, rows)
  const drafts = draftsOf(rows, accounts)
  const operation = drafts.length > 0 ? await startMaking(ctx, 'USER_IMPORT', {}, drafts) : null
  return { operation, made: drafts.length, failed: faults.map(({ username }) => username) }
}

/** Passwords hashed per step, about half a second. */
const STEP = 20

type Hashed = { place: number; hash: string }

/** Hashes the passwords of the next drafts; the last step creates all accounts. */
const step: Work<MakingKind>['step'] = async (ctx, { id, done, total }) => {
  authorize(ctx, may(ctx, 'user.manage'))
  const drafts = await ctx.db.accountDraft.findMany({
    where: { operationId: id, place: { gte: done, lt: done + STEP } },
    orderBy: { place: 'asc' },
  })
  const { open } = sealer(ctx)
  const hashed: Hashed[] = []
  for (const { place, sealedPassword } of drafts)
    hashed.push({ place, hash: await hashInLine(open(sealedPassword, placeOf(id, place))) })
  return async (ctx) => {
    await ctx.db.$executeRaw`
      update "AccountDraft" d set "passwordHash" = hashed->>'hash'
      from jsonb_array_elements(${JSON.stringify(hashed)}::jsonb) hashed
      where d."operationId" = ${id} and d."place" = (hashed->>'place')::int`
    if (done + drafts.length >= total) await makeAll(ctx, id, total)
    return drafts.map(({ account }) => ({ subject: (account as NewAccount).username }))
  }
}

/**
 * Creates the accounts of all drafts of an operation with an audit entry; none when a name was taken
 * meanwhile.
 */
async function makeAll(ctx: Context, operationId: number, total: number): Promise<void> {
  // Look-alike names must be checked one after another, and a lock per name would exceed PostgreSQL's limit
  // for thousands. Reads, logins and submissions do not wait for this lock.
  await ctx.db.$executeRaw`lock table "User" in share row exclusive mode`
  const taken = await ctx.db.$queryRaw<{ username: string }[]>`
    select a."username" from "AccountDraft" d, jsonb_populate_record(null::"User", d."account") a
    where d."operationId" = ${operationId} and (
      exists (select from "User" u where u."usernameKey" = a."usernameKey")
      or exists (select from "User" u where u."emailKey" = a."emailKey")
      or exists (select from "User" u where u."looks" && a."looks"))
    order by d."place"`
  requireNames(taken)
  await ctx.db.$executeRaw`
    insert into "User" ("id", "username", "usernameKey", "looks", "email", "emailKey", "gender", "realname",
      "nickname", "school", "passwordHash", "createdAt", "updatedAt")
    select a."id", a."username", a."usernameKey", a."looks", a."email", a."emailKey", a."gender", a."realname",
      a."nickname", a."school", d."passwordHash",
      -- A millisecond between two of them, so that lists by age show them in their order.
      ${ctx.now}::timestamptz - (${total} - d."place") * interval '1 ms', ${ctx.now}::timestamptz
    from "AccountDraft" d, jsonb_populate_record(null::"User", d."account") a
    where d."operationId" = ${operationId} order by d."place"`
  await ctx.db.$executeRaw`
    insert into "AuditEntry" ("actorId", "action", "subject", "details", "createdAt")
    select ${ctx.viewer?.id ?? null}, 'user.created', ${subjectOf('User', '')} || (d."account"->>'id'),
      jsonb_build_object('before', '{}'::jsonb, 'after', jsonb_build_object('username', d."account"->'username')),
      ${ctx.now}::timestamptz
    from "AccountDraft" d where d."operationId" = ${operationId} order by d."place"`
}

const forget = async (ctx: Context, operationId: number): Promise<void> => {
  await ctx.db.accountDraft.deleteMany({ where: { operationId } })
}

/** Creates accounts of a file, and deletes the drafts. */
export const importWork: Work<'USER_IMPORT'> = {
  async step(ctx, task) {
    const write = await step(ctx, task)
    return async (ctx) => {
      const lines = await write(ctx)
      if (task.done + (lines?.length ?? 0) >= task.total) await forget(ctx, task.id)
      return lines
    }
  },
  cancel: forget,
}

/** Rows of the spreadsheet read at a time. */
const PAGE = 500

/** Creates a series of accounts, with the passwords as a result. */
export const generationWork: Work<'USER_GENERATION'> = {
  step,
  cancel: forget,
  keepsResultMs: 30 * 60_000,
  fetched: (ctx, { id }) => {
    const t = createTranslator(ctx.locale)
    const columns = [t('account:sheet.username'), t('account:sheet.password')]
    return {
      name: `accounts-${id}.xlsx`,
      mediaType: SPREADSHEET_TYPE,
      content: spreadsheet(t('account:sheet.title'), columns, passwordsOf(ctx, id)),
    }
  },
}

async function* passwordsOf(ctx: Context, operationId: number): AsyncGenerator<string[]> {
  const { open } = sealer(ctx)
  for (let from = 0; ; from += PAGE) {
    const drafts = await ctx.db.accountDraft.findMany({
      where: { operationId, place: { gte: from, lt: from + PAGE } },
      orderBy: { place: 'asc' },
    })
    for (const { account, place, sealedPassword } of drafts)
      yield [(account as NewAccount).username, open(sealedPassword, placeOf(operationId, place))]
    if (drafts.length < PAGE) return
  }
}

/**
 * Deletes draft passwords whose accounts were created, unless they can still be downloaded, and those of
 * failed operations.
 */
export const sweepDrafts = ({ db, now }: Context) =>
  db.accountDraft.deleteMany({
    where: {
      operation: {
        state: { in: ['DONE', 'FAILED', 'CANCELLED'] },
        OR: [{ resultExpiresAt: null }, { resultExpiresAt: { lte: now } }],
      },
    },
  })
