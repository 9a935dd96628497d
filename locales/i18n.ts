/**
 * The words of the site. Catalogues are JSON, one per noun and language; the English ones decide which
 * keys exist, so that a misspelt key does not compile. A new noun is a line in `Catalogues` and
 * `Nouns` below; translator.ts carries the words on the server, the client loads one language at a time.
 */
import { createInstance, type i18n, type ResourceLanguage } from 'i18next'
import type app from './en-US/app.json'
import type developer from './en-US/developer.json'
import type fortune from './en-US/fortune.json'
import type home from './en-US/home.json'
import type introduction from './en-US/introduction.json'
import type judging from './en-US/judging.json'
import type mail from './en-US/mail.json'
import type notification from './en-US/notification.json'
import type packages from './en-US/package.json'
import type problem from './en-US/problem.json'
import type refusal from './en-US/refusal.json'
import type submission from './en-US/submission.json'
import type ui from './en-US/ui.json'
import type user from './en-US/user.json'
import type verdict from './en-US/verdict.json'

export type Catalogues = {
  app: typeof app
  developer: typeof developer
  fortune: typeof fortune
  home: typeof home
  introduction: typeof introduction
  judging: typeof judging
  mail: typeof mail
  notification: typeof notification
  package: typeof packages
  problem: typeof problem
  refusal: typeof refusal
  submission: typeof submission
  ui: typeof ui
  user: typeof user
  verdict: typeof verdict
}

/** For the types every noun is a default one, so that `t('problem:title')` is a key wherever t comes from. */
type Nouns = readonly [
  'app',
  'developer',
  'fortune',
  'home',
  'introduction',
  'judging',
  'mail',
  'notification',
  'problem',
  'refusal',
  'submission',
  'ui',
  'user',
  'verdict',
]

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: Nouns
    resources: Catalogues
  }
}

export const LOCALES = ['zh-CN', 'en-US'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'zh-CN'

/** The language somebody asked for (`?l=`, a setting, one entry of Accept-Language), if there is one like it. */
export const asLocale = (asked: string | null | undefined): Locale | null => {
  const language = asked?.trim().slice(0, 2).toLowerCase()
  return LOCALES.find((locale) => locale.slice(0, 2) === language) ?? null
}

/** An i18next that knows the words it is given; React escapes, so i18next does not. */
export function createWords(locale: Locale, resources: Partial<Record<Locale, ResourceLanguage>>): i18n {
  const words = createInstance()
  words.init({
    lng: locale,
    fallbackLng: false,
    defaultNS: 'app',
    resources,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return words
}
