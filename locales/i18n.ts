/**
 * The words of the site. Catalogues are JSON, one per noun and language; the English ones decide which
 * keys exist, so that a misspelt key does not compile: `npm run generate` makes the types from the folder.
 * phrases.ts says them; translator.ts carries the words on the server, the client loads one language at a time.
 */
import type { Catalogues, Nouns } from './generated/catalogues.ts'

export type { Catalogues, Nouns }

declare module 'i18next' {
  interface CustomTypeOptions {
    // Every noun is a default one, so that `t('problem:title')` is a key wherever t comes from.
    defaultNS: Nouns
    resources: Catalogues
  }
}

export const LOCALES = ['zh-CN', 'en-US'] as const
export type Locale = (typeof LOCALES)[number]

/** What a language calls itself. */
export const LOCALE_NAME = { 'zh-CN': '简体中文', 'en-US': 'English' } as const

export const DEFAULT_LOCALE: Locale = 'zh-CN'

/** The language somebody asked for (`?l=`, a setting, one entry of Accept-Language), if there is one like it. */
export const asLocale = (asked: string | null | undefined): Locale | null => {
  const language = asked?.trim().slice(0, 2).toLowerCase()
  return LOCALES.find((locale) => locale.slice(0, 2) === language) ?? null
}
