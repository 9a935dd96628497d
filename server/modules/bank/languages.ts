import { LANGUAGES } from '#judge/languages.ts'
import type { Bank, BankKey, BankLanguage } from './bank.ts'
import { BANKS, findBank } from './banks.ts'

/** A language of a bank with its key in our tables: `hdu-0`, unique over all banks. */
export type KeyedLanguage = BankLanguage & { key: string; bank: BankKey }

/** Key of a bank's language in our tables. */
export const languageKeyAt = (bank: Pick<Bank, 'accountsOf'>, { id }: Pick<BankLanguage, 'id'>): string =>
  `${bank.accountsOf.toLowerCase()}-${id}`

/** Languages of all banks; CF and GYM share theirs. */
export const bankLanguages = (): KeyedLanguage[] =>
  BANKS.filter((bank) => bank.accountsOf === bank.key).flatMap((bank) =>
    bank.languages.map((language) => ({ ...language, key: languageKeyAt(bank, language), bank: bank.key })),
  )

let byKey: ReadonlyMap<string, KeyedLanguage> | null = null

/** The language of a bank by its key; null: it is none. */
export function findBankLanguage(key: string): KeyedLanguage | null {
  byKey ??= new Map(bankLanguages().map((language) => [language.key, language]))
  return byKey.get(key) ?? null
}

/** Whether a language is of a bank whose form has it. */
export const isBankLanguageTaken = (key: string): boolean => {
  const language = findBankLanguage(key)
  return language !== null && !language.isRetired
}

/** The bank whose languages a problem of `bank` is solved in; null: those of our own judge. */
export const languageBankOf = (bank: string): BankKey | null => findBank(bank)?.accountsOf ?? null

/** Languages of the editor, where our judge has none of this content type. */
const MONACO: Readonly<Record<string, string>> = {
  'text/x-scala': 'scala',
  'text/x-perl': 'perl',
  'text/x-swift': 'swift',
  'text/x-sql': 'sql',
  'text/x-lua': 'lua',
  'text/x-fsharp': 'fsharp',
  'text/x-vb': 'vb',
  'text/x-clojure': 'clojure',
  'text/x-elixir': 'elixir',
  'text/x-scheme': 'scheme',
  'text/x-rsrc': 'r',
  'text/x-julia': 'julia',
  'text/x-dart': 'dart',
  'text/x-objectivec': 'objective-c',
}

const ofOwn = (contentType: string) => LANGUAGES.find((own) => own.contentType === contentType)

/** Monaco language of a bank's language. */
export const monacoOf = ({ contentType }: Pick<BankLanguage, 'contentType'>): string =>
  ofOwn(contentType)?.monaco ?? MONACO[contentType] ?? 'plaintext'

/** Our own languages that try out code of a content type (area-rules B11): of these the optimised builds. */
const TRIED_WITH: Readonly<Record<string, string>> = { 'text/x-c++src': 'cpp14o2', 'text/x-csrc': 'c11o2' }

/** Those that one content type does not tell apart, by a word of their names. */
const BY_NAME: readonly [RegExp, string][] = [
  [/pypy/i, 'pypy3'],
  [/python[^0-9]*2/i, 'python2'],
  [/python/i, 'python3'],
]

/** Key of our own language that runs code of a bank's language on trial (area-rules B11); null: we have none. */
export function trialLanguageOf({ name, contentType }: BankLanguage): string | null {
  const named = BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
  return TRIED_WITH[contentType] ?? named ?? ofOwn(contentType)?.key ?? null
}
