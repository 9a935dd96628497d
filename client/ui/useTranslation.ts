/** The loaded words and the current language; app/words.ts loads them. */
import { useSyncExternalStore } from 'react'
import { DEFAULT_LOCALE, type Locale } from '../../locales/i18n.ts'
import { createPhrases, type Translator } from '../../locales/phrases.ts'

const phrases = createPhrases()

const translators: Record<Locale, Translator> = {
  'zh-CN': phrases.inLocale('zh-CN'),
  'en-US': phrases.inLocale('en-US'),
}

let shown: Locale = DEFAULT_LOCALE
const listeners = new Set<() => void>()

export const words = {
  get language(): Locale {
    return shown
  },
  /** Translates in the current language. */
  get t(): Translator {
    return translators[shown]
  },
  knows: phrases.knows,
  add: phrases.add,
  show(locale: Locale) {
    shown = locale
    for (const listener of listeners) listener()
  },
  /** Calls back when the language changes. */
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export type Words = typeof words

/** The translator; re-renders when the language changes. */
export function useTranslation(): { t: Translator; i18n: Words } {
  const language = useSyncExternalStore(words.subscribe, () => shown)
  return { t: translators[language], i18n: words }
}
