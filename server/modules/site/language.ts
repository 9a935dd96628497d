import DataLoader from 'dataloader'
import type { Language as Toolchain } from '#judge/languages/language.ts'
import { compileCommand, findLanguage, LANGUAGES } from '#judge/languages.ts'
import { OUTPUT } from '#judge/outputs.ts'
import { HOST_SILENCE, type HostProfile } from '#judge/protocol.ts'
import { createTranslator } from '#locales/translator.ts'
import { type Language, Prisma } from '#prisma/generated/client.ts'
import type { Context, House } from '../../context.ts'
import { together } from '../../core/pacing/together.ts'
import {
  bankLanguages,
  findBankLanguage,
  isBankLanguageTaken,
  languageBankOf,
  monacoOf,
  trialLanguageOf,
} from '../bank/languages.ts'

/** Problem bank of this site, with its own languages and problems. */
export const OWN_BANK = 'ME'

/** Rows of the languages of other banks, with the templates of ours of the same content type. */
const rowsOfBanks = () => {
  const all = bankLanguages()
  return all.map((language, index) => ({
    bank: language.bank as string,
    key: language.key,
    name: language.name,
    contentType: language.contentType,
    description: language.name,
    compileCommand: '',
    template: findLanguage(trialLanguageOf(language) ?? '')?.template ?? '',
    rank: all.length - index,
  }))
}

/**
 * Syncs the table of languages with the lists of the judge and of the banks, so that each has a number and ours can be
 * disabled. Runs at the start of every process; unchanged rows are not written.
 */
export async function syncLanguages(house: House): Promise<void> {
  const own = LANGUAGES.map((toolchain, index) => ({
    bank: OWN_BANK,
    key: toolchain.key,
    name: toolchain.name,
    contentType: toolchain.contentType,
    description: toolchain.toolchain,
    compileCommand: compileCommand(toolchain),
    template: toolchain.template,
    rank: LANGUAGES.length - index,
  }))
  const rows = [...own, ...rowsOfBanks()]
  await house.database.prisma.$executeRaw`
    insert into "Language" as old
      ("bank", "key", "name", "contentType", "description", "compileCommand", "template", "rank")
    select new."bank", new."key", new."name", new."contentType", new."description", new."compileCommand",
      new."template", new."rank"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new
      ("bank" text, "key" text, "name" text, "contentType" text, "description" text, "compileCommand" text, "template" text,
       "rank" int)
    order by new."bank" <> ${OWN_BANK}, new."rank" desc
    on conflict ("bank", "key") do update set
      "name" = excluded."name", "contentType" = excluded."contentType", "description" = excluded."description",
      "compileCommand" = excluded."compileCommand", "template" = excluded."template", "rank" = excluded."rank"
    where (old."name", old."contentType", old."description", old."compileCommand", old."template", old."rank")
      is distinct from (excluded."name", excluded."contentType", excluded."description",
        excluded."compileCommand", excluded."template", excluded."rank")`
}

/** Order of languages: the administrator's, then the judge's. */
export const LANGUAGE_ORDER = [
  { ownRank: { sort: 'desc', nulls: 'last' } },
  { rank: 'desc' },
  { id: 'asc' },
] satisfies Prisma.LanguageOrderByWithRelationInput[]

/** Live judge hosts, with the languages of each. */
const LIVE_HOSTS = Prisma.sql`
  select "name", "profile" -> 'languages' as "languages" from "JudgeHost"
  where "beatAt" > now() - make_interval(secs => ${HOST_SILENCE / 1000})
    and "profile" -> 'slots' is distinct from '0'::jsonb`

export const hostLanguages = (ctx: Context) =>
  ctx.db.$queryRaw<{ name: string; languages: HostProfile['languages'] | null }[]>`
    ${LIVE_HOSTS} order by "name"`

/** Versions by language key, as reported by live judge hosts; null when there is none. */
export async function hostVersions(ctx: Context): Promise<Map<string, string> | null> {
  const hosts = await hostLanguages(ctx)
  if (hosts.length === 0) return null
  const versions = new Map<string, string>()
  for (const { languages } of hosts) {
    for (const { key, version } of languages ?? []) if (!versions.has(key)) versions.set(key, version)
  }
  return versions
}

/** An offered language: its row, with the version of a host in the description. */
export type OfferedLanguage = Language & {
  /** Null: of another bank. */
  toolchain: Toolchain | null
}

/** Columns of a problem that restrict its languages; without a bank it is our own. */
type Choosy = { languageKeys: readonly string[]; bank?: string; outputOnly?: boolean }

const admits = (problem: Choosy, key: string) =>
  !problem.outputOnly && (problem.languageKeys.length === 0 || problem.languageKeys.includes(key))

const banksOf = (problems: readonly Choosy[]) =>
  new Set(problems.map(({ bank = OWN_BANK }) => languageBankOf(bank) ?? OWN_BANK))

/**
 * Languages that accept submissions now: enabled on the site, installed on a live judge host, and allowed by
 * the problem; one list per problem, in the order asked. Without a live host all enabled languages are
 * offered, because submissions wait in the queue. A problem of another bank has the bank's languages.
 */
export async function languagesOfEach(
  ctx: Context,
  problems: readonly Choosy[],
): Promise<OfferedLanguage[][]> {
  const [rows, versions] = await Promise.all([
    ctx.db.language.findMany({
      where: { bank: { in: [...banksOf(problems)] }, enabled: true },
      orderBy: LANGUAGE_ORDER,
    }),
    hostVersions(ctx),
  ])
  const offered = rows.flatMap((row): OfferedLanguage[] => {
    if (row.bank !== OWN_BANK) return isBankLanguageTaken(row.key) ? [{ ...row, toolchain: null }] : []
    const toolchain = findLanguage(row.key)
    if (!toolchain || (versions && !versions.has(row.key))) return []
    return [{ ...row, toolchain, description: descriptionOf(toolchain, versions) }]
  })
  return problems.map((problem) => {
    const wanted = languageBankOf(problem.bank ?? OWN_BANK) ?? OWN_BANK
    return offered.filter(({ bank, key }) => bank === wanted && admits(problem, key))
  })
}

/** Name of the toolchain, with the version of a live host. */
const descriptionOf = (toolchain: Toolchain, versions: Map<string, string> | null): string => {
  const version = versions?.get(toolchain.key)
  return version ? `${toolchain.toolchain} ${version}` : toolchain.toolchain
}

/** Descriptions of languages by key, in the order asked. */
export async function descriptionsOf(ctx: Context, keys: readonly string[]): Promise<string[]> {
  const versions = await hostVersions(ctx)
  return keys.map((key) => {
    const toolchain = findLanguage(key)
    return toolchain ? descriptionOf(toolchain, versions) : (findBankLanguage(key)?.name ?? key)
  })
}

/** Whether a problem of this bank is solved in this language. */
export const isOfBank = (bank: string, key: string): boolean =>
  (findBankLanguage(key)?.bank ?? null) === languageBankOf(bank)

/** Whether a language is offered now, as by `offeredLanguages`; checked for every submission. */
export async function isOffered(ctx: Context, key: string): Promise<boolean> {
  if (isBankLanguageTaken(key)) return true
  if (!findLanguage(key)) return false
  const load = async (keys: readonly string[]) => {
    const rows = await ctx.db.$queryRaw<{ key: string }[]>`
      with host as (${LIVE_HOSTS})
      select "key" from "Language" where "bank" = ${OWN_BANK} and "key" = any (${keys}::text[]) and "enabled"
        and (not exists (select from host)
          or exists (select from host where "languages" @> jsonb_build_array(jsonb_build_object('key', "key"))))`
    const offered = new Set(rows.map((row) => row.key))
    return keys.map((one) => offered.has(one))
  }
  return together(ctx.db, 'offered languages', key, load, setImmediate)
}

const ANY: Choosy = { languageKeys: [] }
const loaders = new WeakMap<Context, DataLoader<Choosy, OfferedLanguage[]>>()

/** Languages offered now, on the whole site or for one problem. Calls of one tick share a read. */
export function offeredLanguages(ctx: Context, problem: Choosy = ANY): Promise<OfferedLanguage[]> {
  const loader = loaders.get(ctx) ?? new DataLoader((asked) => languagesOfEach(ctx, asked), { cache: false })
  loaders.set(ctx, loader)
  return loader.load(problem)
}

/** Template of a language: the administrator's, else the judge's. */
export const templateOf = ({ ownTemplate, template }: Pick<Language, 'ownTemplate' | 'template'>): string =>
  ownTemplate ?? template

/** Shown name of a language: the administrator's, else the judge's. */
export const shownNameOf = ({ ownName, name }: Pick<Language, 'ownName' | 'name'>): string => ownName ?? name

const namings = new WeakMap<Context, Promise<ReadonlyMap<string, string>>>()

/** Administrators' names by language key; cached per request. */
const ownNames = (ctx: Context): Promise<ReadonlyMap<string, string>> => {
  const named =
    namings.get(ctx) ??
    ctx.db.language
      .findMany({ where: { bank: OWN_BANK, ownName: { not: null } }, select: { key: true, ownName: true } })
      .then((rows) => new Map(rows.map(({ key, ownName }) => [key, ownName ?? key])))
  namings.set(ctx, named)
  return named
}

/** Shown name of a language by key; the key itself when the site does not have it. */
export const shownLanguageName = async (ctx: Context, key: string): Promise<string> =>
  key === OUTPUT
    ? createTranslator(ctx.locale)('judging:outputFiles')
    : ((await ownNames(ctx)).get(key) ?? languageNameOf(key))

/**
 * Key of the language with a shown name or key, for problems of this bank; the text itself when there is none.
 */
export async function languageKeyCalled(ctx: Context, text: string, bank = OWN_BANK): Promise<string> {
  const wanted = text.trim().toLowerCase()
  const other = languageBankOf(bank)
  if (other !== null)
    return bankLanguages().find((one) => one.bank === other && one.name.toLowerCase() === wanted)?.key ?? text
  for (const [key, name] of await ownNames(ctx)) if (name.toLowerCase() === wanted) return key
  return languageKeyOf(text) ?? text
}

/** Key of the language with a name of the judge; null when there is none. */
export const languageKeyOf = (name: string): string | null =>
  LANGUAGES.find((toolchain) => toolchain.name.toLowerCase() === name.trim().toLowerCase())?.key ?? null

/** The judge's name of a language by key, as in packages; the key itself when the site does not have it. */
export const languageNameOf = (key: string): string =>
  findLanguage(key)?.name ?? findBankLanguage(key)?.name ?? (key === OUTPUT ? 'Output files' : key)

/** Our own language like this one: itself, or of a bank's the one that tries its code out; null: there is none. */
const ownLike = (key: string): Toolchain | null => {
  const other = findBankLanguage(key)
  return findLanguage(other ? (trialLanguageOf(other) ?? '') : key)
}

/** Key of our own language like this one: itself, or of a bank's the one that tries its code out. */
export const ownKeyLike = (key: string): string => ownLike(key)?.key ?? key

/** Extension of its source files. */
export const extensionOf = (key: string): string => ownLike(key)?.source.split('.').at(-1) ?? 'txt'

/** Family name of a language's versions: C++ for C++ 17 With O2. */
export function familyOf(key: string): string {
  const other = findBankLanguage(key)
  if (other) return other.name
  const first = LANGUAGES.find(({ monaco }) => monaco === editorLanguageOf(key))
  return (first?.name ?? key).replace(/\s.*$/, '').replace(/\d+$/, '')
}

/** Key of the language that this one is the optimised build of; null when it is none. */
export const baseKeyOf = (key: string): string | null =>
  LANGUAGES.find((toolchain) => `${toolchain.key}o2` === key)?.key ?? null

/** Factor on the limits of a problem: 2 but for C and C++; limits of CF and GYM are plain (area-rules B4). */
export function limitFactorOf(key: string): number {
  const other = findBankLanguage(key)
  if (!other) return findLanguage(key)?.timeFactor ?? 1
  return other.bank === 'CF' || /^text\/x-c(?:\+\+)?src$/.test(other.contentType) ? 1 : 2
}

/** Monaco language of a key; plain text when the site does not have it. */
export function editorLanguageOf(key: string): string {
  const other = findBankLanguage(key)
  return other ? monacoOf(other) : (findLanguage(key)?.monaco ?? 'plaintext')
}
