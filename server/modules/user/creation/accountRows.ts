import { setImmediate as others } from 'node:timers/promises'
import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { checked, onOneLine } from '../../../core/checked.ts'
import { Refusal, refusalOf } from '../../../core/errors.ts'
import { CsvBroken, readCsv } from '../../../core/tables/csv.ts'
import { emailKeyOf, requireEmail, requirePassword } from '../user.ts'
import { looksOf, requireUsername, usernameKeyOf } from '../username.ts'
import { readContestAccounts } from './contestAccounts.ts'
import { type ListFile, readLists, type TeamNames } from './contestTeams.ts'

/** A row of a file of accounts, as written. */
export type AccountRow = {
  username: string
  password: string
  email?: string | undefined
  realname?: string | undefined
  gender?: string | undefined
  nickname?: string | undefined
  school?: string | undefined
}

/** Most accounts per file or series. */
export const MOST_ACCOUNTS = 10_000

/** Error of a row, by its index from 0. */
export type RowFault = { place: number; username: string; refusal: Refusal }

type Column = keyof AccountRow

/** Columns of a file without a header line. */
const ORDER: readonly Column[] = ['username', 'password', 'email', 'realname', 'gender', 'nickname', 'school']

/** A row from its cells, in the order of the columns; null: an unnamed column, which is skipped. */
export const rowOf = (cells: readonly string[], columns: readonly (Column | null)[] = ORDER): AccountRow => ({
  username: '',
  password: '',
  ...Object.fromEntries(columns.flatMap((column, place) => (column ? [[column, cells[place] ?? '']] : []))),
})

/** Columns by the names that a header line may give them. */
const COLUMNS: Readonly<Record<string, Column>> = {
  username: 'username',
  用户名: 'username',
  password: 'password',
  密码: 'password',
  email: 'email',
  'e-mail': 'email',
  邮箱: 'email',
  realname: 'realname',
  'real name': 'realname',
  真实姓名: 'realname',
  姓名: 'realname',
  gender: 'gender',
  性别: 'gender',
  nickname: 'nickname',
  昵称: 'nickname',
  school: 'school',
  学校: 'school',
}

function columnOf(name: string): Column | null {
  const key = name.trim().toLowerCase()
  return Object.hasOwn(COLUMNS, key) ? (COLUMNS[key] ?? null) : null
}

/**
 * Columns of a header line, which names the username; null: the cells are those of an account. A line with the first
 * names of the usual order stands for all seven.
 */
function headerOf(cells: readonly string[]): readonly (Column | null)[] | null {
  const columns = cells.map(columnOf)
  if (!columns.includes('username')) return null
  const unknown = cells.find((name, place) => name.trim() !== '' && columns[place] === null)
  if (unknown !== undefined) throw new Refusal('ACCOUNTS_COLUMN', { column: unknown.trim().slice(0, 50) })
  return columns.every((column, place) => column === ORDER[place]) ? ORDER : columns
}

/** Throws when a cell with text stands where the header line names no column. */
function requireNamed(line: number, cells: readonly string[], columns: readonly (Column | null)[]): void {
  const unnamed = cells.find((cell, place) => cell.trim() !== '' && !columns[place])
  if (unnamed !== undefined)
    throw new Refusal('ACCOUNTS_UNNAMED', { line, value: unnamed.trim().slice(0, 50) })
}

/** Rows of accounts with their line numbers, and the number of teams that none of them is for. */
export type ReadAccounts = { lines: number[]; rows: AccountRow[]; spareTeams: number }

/**
 * Reads `accounts.tsv` of the ICPC, `accounts.yaml` of DOMjudge, or CSV. Accounts of teams that other files list have
 * the names of those.
 */
export function readAccounts(files: readonly ListFile[]): ReadAccounts {
  const { accounts, teams } = readLists(files)
  const placed = readContestAccounts(accounts)
  if (placed === null) return Object.assign(readCsvAccounts(accounts), { spareTeams: teams.size })
  requireFew(placed.length)
  const used = new Set<string>()
  const rows = placed.map(({ row, team }) => {
    const names = team === null ? undefined : teams.get(team)
    if (names && team !== null) used.add(team)
    return names ? withNames(row, names) : row
  })
  return { lines: placed.map(({ line }) => line), rows, spareTeams: teams.size - used.size }
}

const withNames = (
  { username, password, realname }: AccountRow,
  { name, school }: TeamNames,
): AccountRow => ({
  username,
  password,
  realname: name || realname,
  school,
})

/** Rows of a CSV file. A header line says in which order the columns are. */
function readCsvAccounts(csv: string): { lines: number[]; rows: AccountRow[] } {
  const lines: number[] = []
  const rows: AccountRow[] = []
  let columns: readonly (Column | null)[] | undefined
  try {
    for (const { line, cells } of readCsv(csv)) {
      if (columns === undefined) {
        const header = headerOf(cells)
        columns = header ?? ORDER
        if (header) continue
      }
      if (columns !== ORDER) requireNamed(line, cells, columns)
      lines.push(line)
      rows.push(rowOf(cells, columns))
      requireFew(rows.length)
    }
  } catch (error) {
    if (error instanceof CsvBroken) throw new Refusal('ACCOUNTS_UNREADABLE', { line: error.line })
    throw error
  }
  return { lines, rows }
}

const requireFew = (count: number): void => {
  if (count > MOST_ACCOUNTS) throw new Refusal('ACCOUNTS_TOO_MANY', { max: MOST_ACCOUNTS })
}

const GENDERS: Readonly<Record<string, string>> = {
  male: 'male',
  '0': 'male',
  男: 'male',
  female: 'female',
  '1': 'female',
  女: 'female',
}

/** Parses a gender: male or 0, female or 1, otherwise unspecified. */
const genderOf = (text = ''): string => GENDERS[text.trim().toLowerCase()] ?? 'secrecy'

const line = (max: number) => z.string().default('').transform(onOneLine).pipe(z.string().max(max))

const profile = z.object({ realname: line(50), nickname: line(20), school: line(100) })

/** Throws when a cell has bytes that the encoding of the file does not know. */
function requireReadable(row: AccountRow): void {
  const garbled = ORDER.find((column) => row[column]?.includes('\ufffd'))
  if (garbled) throw new Refusal('INVALID_INPUT', { fields: { [garbled]: { code: 'GARBLED' } } })
}

/** A row as account columns, without its password; throws when it is invalid by itself. */
function accountOf(row: AccountRow, maxPassword?: number) {
  requireReadable(row)
  if (row.username.trim() === '' || row.password === '') {
    const field = row.username.trim() === '' ? 'username' : 'password'
    throw new Refusal('INVALID_INPUT', { fields: { [field]: { code: 'REQUIRED' } } })
  }
  const username = requireUsername(row.username)
  requirePassword(row.password, 'password', maxPassword)
  const email = row.email?.trim() ? requireEmail(row.email) : null
  const { realname, nickname, school } = checked(profile, row)
  return {
    username,
    usernameKey: usernameKeyOf(username),
    looks: looksOf(username),
    email,
    emailKey: email && emailKeyOf(email),
    gender: genderOf(row.gender),
    realname: realname || null,
    nickname: nickname || null,
    school: school || null,
  }
}

/** Columns of an account to create. */
export type NewAccount = ReturnType<typeof accountOf>

type Names = { usernames: Set<string>; looks: Set<string>; emails: Set<string> }

const noNames = (): Names => ({ usernames: new Set(), looks: new Set(), emails: new Set() })

function addNames(names: Names, { usernameKey, looks, emailKey }: Omit<NewAccount, 'username'>): void {
  names.usernames.add(usernameKey)
  for (const look of looks) names.looks.add(look)
  if (emailKey) names.emails.add(emailKey)
}

/** Existing accounts whose names equal or look like some of these. */
async function takenBy(ctx: Context, accounts: readonly NewAccount[]): Promise<Names> {
  const found = await ctx.db.$queryRaw<NewAccount[]>`
    select "usernameKey", "looks", "emailKey" from "User"
    where "usernameKey" = any(${accounts.map(({ usernameKey }) => usernameKey)}::text[])
      or "looks" && ${accounts.flatMap(({ looks }) => looks)}::text[]
      or "emailKey" = any(${accounts.flatMap(({ emailKey }) => emailKey ?? [])}::text[])`
  const names = noNames()
  for (const account of found) addNames(names, account)
  return names
}

/** Refusal for a name or address that an account shares with one that exists. */
function takenName({ usernameKey, looks, emailKey }: NewAccount, names: Names): Refusal | null {
  if (names.usernames.has(usernameKey)) return new Refusal('USERNAME_TAKEN', { field: 'username' })
  if (looks.some((look) => names.looks.has(look))) return new Refusal('USERNAME_ALIKE', { field: 'username' })
  return emailKey && names.emails.has(emailKey) ? new Refusal('EMAIL_TAKEN', { field: 'email' }) : null
}

/** Refusal for a name or address that an earlier row has. */
function repeatedName(account: NewAccount, names: Names): Refusal | null {
  const taken = takenName(account, names)
  return taken && new Refusal('ACCOUNTS_REPEATED', { field: taken.parameters.field ?? 'username' })
}

/** Rows checked per batch, between which the event loop runs. */
const BATCH = 100

/**
 * Accounts of the rows: each is checked by itself, against earlier rows, and against existing accounts. In
 * the order of the rows; null for an invalid one.
 */
export async function checkRows(
  ctx: Context,
  rows: readonly AccountRow[],
  maxPassword?: number,
): Promise<{ accounts: (NewAccount | null)[]; faults: RowFault[] }> {
  requireFew(rows.length)
  const faults: RowFault[] = []
  const accounts: (NewAccount | null)[] = []
  const before = noNames()
  const read = (row: AccountRow): { account?: NewAccount; refusal?: Refusal } => {
    try {
      return { account: accountOf(row, maxPassword) }
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) return { refusal }
      throw error
    }
  }
  for (let from = 0; from < rows.length; from += BATCH) {
    await others()
    const batch = rows.slice(from, from + BATCH).map(read)
    const taken = await takenBy(
      ctx,
      batch.flatMap(({ account }) => account ?? []),
    )
    for (const [index, { account, ...wrong }] of batch.entries()) {
      const refusal =
        wrong.refusal ?? (account && (takenName(account, taken) ?? repeatedName(account, before))) ?? null
      const username = (rows[from + index]?.username ?? '').trim().slice(0, 100)
      if (refusal) faults.push({ place: from + index, username, refusal })
      else if (account) addNames(before, account)
      accounts.push(refusal ? null : (account ?? null))
    }
  }
  return { accounts, faults }
}
