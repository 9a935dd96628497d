import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type YAMLMap } from 'yaml'
import { Refusal } from '../../../core/errors.ts'
import type { AccountRow } from './accountRows.ts'
import { plainId } from './contestTeams.ts'

/** A row of a file of accounts, the line it begins on, from 1, and the id of its team; null: it has none. */
export type PlacedRow = { line: number; row: AccountRow; team: string | null }

/** First line of `accounts.tsv` of the ICPC; older files name no type. */
const TSV_HEAD = /^(?:accounts|File_Version)[ \t]+1[ \t]*(?:\r?\n|$)/i

/** Beginning of `accounts.yaml`, or of the same in JSON: a list of maps with keys of accounts. */
const YAML_HEAD =
  /^(?:(?:---|#[^\n]*)?[ \t\r]*\n){0,50}(?:-[ \t]+|\[\s*\{\s*)"?(?:id|username|password|type|name|team_id|ip)"?[ \t]*:/

/**
 * Accounts of a contest as `accounts.tsv` (ICPC) or `accounts.yaml` (DOMjudge) lists them; null: the text is neither.
 * All become ordinary users, whatever their type.
 */
export function readContestAccounts(text: string): PlacedRow[] | null {
  if (TSV_HEAD.test(text)) return rowsOfTsv(text)
  return YAML_HEAD.test(text) ? rowsOfYaml(text) : null
}

/** The number in a team's username: 2 of `team02a`. */
const teamIn = (username: string): string | null => {
  const number = /\d+/.exec(username)?.[0]
  return number === undefined ? null : plainId(number)
}

/** Columns: type, full name, username, password, and an address or the number of the team. Cells are not quoted. */
const rowsOfTsv = (text: string): PlacedRow[] =>
  text.split(/\r\n?|\n/).flatMap((content, at) => {
    if (at === 0 || content.trim() === '') return []
    const [type = '', realname = '', username = '', password = '', last = ''] = content
      .split('\t')
      .map((cell) => cell.trim())
    const number = /^\d+$/.test(last) ? plainId(last) : teamIn(username)
    const team = /^team$/i.test(type) ? number : null
    return [{ line: at + 1, row: { username, password, realname }, team }]
  })

/** Longest YAML (characters), about 1,800 accounts: parsing takes a second and does not yield. */
const MOST_YAML = 2 ** 18

const textOf = (account: YAMLMap, key: string): string => {
  const value = account.get(key, true)
  return isScalar(value) && typeof value.value === 'string' ? value.value : ''
}

/** Throws where the YAML is invalid, or has aliases, which expand a few lines to gigabytes. */
function rowsOfYaml(text: string): PlacedRow[] {
  if (text.length > MOST_YAML) throw new Refusal('FILE_TOO_LARGE', { megabytes: MOST_YAML / 2 ** 20 })
  const lines = new LineCounter()
  const lineAt = (offset = 0) => lines.linePos(offset).line
  const unreadable = (offset?: number) =>
    new Refusal('ACCOUNTS_UNREADABLE', { context: 'yaml', line: lineAt(offset) })
  // Passwords of digits stay texts.
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines, logLevel: 'silent' })
  const [error] = document.errors
  if (error) throw unreadable(error.pos[0])
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) throw unreadable(node.range?.[0])
    },
  })
  if (!isSeq(document.contents)) throw unreadable()
  return document.contents.items.map((account) => {
    if (!isMap(account)) throw unreadable(isScalar(account) ? account.range?.[0] : undefined)
    const row = {
      username: textOf(account, 'username'),
      password: textOf(account, 'password'),
      realname: textOf(account, 'name'),
    }
    const isTeam = /^(?:team)?$/i.test(textOf(account, 'type'))
    const given = plainId(textOf(account, 'team_id'))
    const team = isTeam ? given || teamIn(row.username) : null
    return { line: lineAt(account.range?.[0]), row, team }
  })
}
