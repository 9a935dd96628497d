/** Says the words of the catalogues through i18next. */
import { createInstance, type TFunction } from 'i18next'
import type { Nouns } from './generated/catalogues.ts'
import { DEFAULT_LOCALE, type Locale } from './i18n.ts'

/** Knows all catalogues under their names: `refusal:NOT_FOUND`. */
export type Translator = TFunction<Nouns>

export type Catalogue = { [key: string]: string | Catalogue }

/** Catalogues that come one after another, and what says them in one language. React escapes, so i18next does not. */
export function createPhrases(known: Partial<Record<Locale, Record<string, Catalogue>>> = {}) {
  const words = createInstance()
  void words.init({
    lng: DEFAULT_LOCALE,
    fallbackLng: false,
    defaultNS: 'app',
    resources: known,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return {
    knows: (locale: Locale, noun: string) => words.hasResourceBundle(locale, noun),
    add: (locale: Locale, noun: string, catalogue: Catalogue) => {
      words.addResourceBundle(locale, noun, catalogue)
    },
    /** What says words in a language; a key that it lacks says itself, without its noun. */
    inLocale: (locale: Locale): Translator => words.getFixedT<Nouns>(locale),
  }
}
