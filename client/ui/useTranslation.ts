/** The words that are here, and which language is shown; app/words.ts loads them. */
import { useSyncExternalStore } from 'react'
import { DEFAULT_LOCALE, type Locale } from '../../locales/i18n.ts'
import { type Catalogue, createPhrases, type Translator } from '../../locales/phrases.ts'

const known: Record<Locale, Record<string, Catalogue>> = { 'zh-CN': {}, 'en-US': {} }

const translators: Record<Locale, Translator> = {
  'zh-CN': createPhrases('zh-CN', known['zh-CN']),
  'en-US': createPhrases('en-US', known['en-US']),
}

let shown: Locale = DEFAULT_LOCALE
const listeners = new Set<() => void>()

export const words = {
  get language(): Locale {
    return shown
  },
  /** Says a word in the language that is shown now. */
  get t(): Translator {
    return translators[shown]
  },
  knows: (locale: Locale, noun: string) => noun in known[locale],
  add(locale: Locale, noun: string, catalogue: Catalogue) {
    known[locale][noun] = catalogue
  },
  show(locale: Locale) {
    shown = locale
    for (const listener of listeners) listener()
  },
  /** Hears when another language is shown. */
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export type Words = typeof words

/** The words in the language that is shown, drawn again when another is. */
export function useTranslation(): { t: Translator; i18n: Words } {
  const language = useSyncExternalStore(words.subscribe, () => shown)
  return { t: translators[language], i18n: words }
}
