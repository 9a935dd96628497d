import { z } from 'zod'
import { Refusal } from '../../../core/errors.ts'

/** A list as it was sent: `name` is that of its file. */
export type ListFile = { name: string; text: string }

/** What a list of a contest has in its lines. */
export type ListKind = 'accounts' | 'teams' | 'organizations' | 'groups'

/** Names that an account gets from its team; empty: unknown. */
export type TeamNames = { name: string; school: string }

const linesOf = (text: string): string[] => text.split(/\r\n?|\n/)

const cellsOf = (line: string): string[] => line.split('\t').map((cell) => cell.trim())

/** First line of a TSV of the ICPC; older files name no type. */
const TSV_HEAD = /^(accounts|teams|groups|File_Version)[ \t]+\d+[ \t]*$/i

/** Kind of a TSV of the ICPC; null: the text is none. Only accounts begin with a type, and only groups have two columns. */
function kindOfTsv(text: string): ListKind | null {
  const [head = '', ...lines] = linesOf(text)
  const type = TSV_HEAD.exec(head)?.[1]?.toLowerCase()
  if (type === undefined) return null
  if (type !== 'file_version') return type as ListKind
  const cells = cellsOf(lines.find((line) => line.trim() !== '') ?? '')
  if (!/^\d+$/.test(cells[0] ?? '')) return 'accounts'
  return cells.length > 2 ? 'teams' : 'groups'
}

const id = z
  .union([z.string(), z.number()])
  .transform((value) => plainId(String(value)))
  .nullish()
const words = z.string().nullish().catch(null)
const entry = z.looseObject({
  id,
  organization_id: id,
  name: words,
  display_name: words,
  formal_name: words,
})
type Entry = z.output<typeof entry>

/** Ids are compared without the zeros that they begin with, as in `team-007` and 7. */
export const plainId = (text: string): string => text.trim().replace(/^0+(?=\d)/, '')

/** Keys that only entries of one kind have (Contest API of the CCS, 2023-06). */
const KEYS: readonly [ListKind, readonly string[]][] = [
  ['accounts', ['username', 'password']],
  ['teams', ['organization_id', 'group_ids', 'display_name', 'label', 'members']],
  ['organizations', ['formal_name', 'shortname', 'short_name', 'country', 'country_flag', 'twitter_hashtag']],
  ['groups', ['type', 'sortorder', 'color']],
]

/** Kind of a list in JSON by its keys, otherwise by the name of its file. */
function kindOfEntries(entries: readonly Entry[], file: string): ListKind {
  const keys = new Set(entries.flatMap((one) => Object.keys(one)))
  const byKeys = KEYS.find(([, some]) => some.some((key) => keys.has(key)))?.[0]
  const byName = /^(accounts|teams|organizations|groups)/i.exec(file)?.[1]?.toLowerCase()
  return byKeys ?? (byName as ListKind | undefined) ?? 'accounts'
}

/** Most entries of a list, as of accounts: reading more would take seconds. */
const MOST_ENTRIES = 10_000

function requireFew(entries: readonly unknown[]): void {
  if (entries.length > MOST_ENTRIES) throw new Refusal('LIST_TOO_LONG', { max: MOST_ENTRIES })
}

/** Entries of a list in JSON; null: the text is none. */
function entriesOf({ name, text }: ListFile): Entry[] | null {
  if (!/^\s*\[/.test(text)) return null
  try {
    const list: unknown[] = JSON.parse(text)
    requireFew(list)
    return z.array(entry).parse(list)
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Lists of accounts may be YAML in brackets and tell the line of a fault themselves.
    if (/^(teams|organizations|groups)/i.test(name)) throw new Refusal('TEAMS_UNREADABLE', { file: name })
    return null
  }
}

/** The full name of a school; the short one where that has no letter, such as `**`. */
const fullName = ({ formal_name: formal, name }: Entry): string =>
  (/\p{L}/u.test(formal ?? '') ? formal : name) ?? ''

/** Columns: number, id of registration, group, team, institution, its short name, country, its id. */
function teamsOfTsv(text: string): [string, TeamNames][] {
  const lines = linesOf(text)
    .slice(1)
    .filter((line) => line.trim() !== '')
  requireFew(lines)
  return lines.map((line) => {
    const [number = '', , , name = '', school = ''] = cellsOf(line)
    return [plainId(number), { name, school }]
  })
}

/**
 * Names of teams by their ids, from `teams.tsv` of the ICPC, or from `teams.json` of the Contest API, whose schools are in
 * `organizations.json`; and the text that lists accounts. Groups are ignored. Throws where there are two lists of a kind
 * or none of accounts.
 */
export function readLists(files: readonly ListFile[]): {
  accounts: string
  teams: ReadonlyMap<string, TeamNames>
} {
  const lists = new Map<ListKind, ListFile & { entries: Entry[] | null }>()
  for (const file of files) {
    const entries = entriesOf(file)
    const kind = kindOfTsv(file.text) ?? (entries ? kindOfEntries(entries, file.name) : 'accounts')
    const other = lists.get(kind)
    if (other) throw new Refusal('ACCOUNTS_TWICE', { first: other.name, second: file.name })
    lists.set(kind, { ...file, entries })
  }
  const accounts = lists.get('accounts')
  if (!accounts) throw new Refusal('ACCOUNTS_MISSING')
  const teams = lists.get('teams')
  const schools = new Map(
    (lists.get('organizations')?.entries ?? []).map((one) => [one.id ?? '', fullName(one)]),
  )
  const named = teams?.entries?.map((team): [string, TeamNames] => [
    team.id ?? '',
    { name: team.display_name || team.name || '', school: schools.get(team.organization_id ?? '') ?? '' },
  ])
  return { accounts: accounts.text, teams: new Map(named ?? (teams ? teamsOfTsv(teams.text) : [])) }
}
