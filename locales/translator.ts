/** The words where they are all at hand at once: on the server, for messages, mails and refusals. */
import type { TFunction } from 'i18next'
import { WORDS } from './generated/words.ts'
import { asLocale, createWords, DEFAULT_LOCALE, type Locale, type Nouns } from './i18n.ts'

const words = createWords(DEFAULT_LOCALE, WORDS)

/** Knows all catalogues under their names: `refusal:NOT_FOUND`. */
export type Translator = TFunction<Nouns>

const translators = new Map<Locale, Translator>()

/** Words in one language: `createTranslator('en-US')('refusal:NOT_FOUND')`. */
export function createTranslator(locale: Locale): Translator {
  const translator = translators.get(locale) ?? words.getFixedT<Nouns>(locale)
  translators.set(locale, translator)
  return translator
}

/** The best language for an Accept-Language header; zh-CN when none fits. */
export function negotiateLocale(acceptLanguage: string | null | undefined): Locale {
  const ranked = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', q = '1'] = entry.split(/;\s*q=/)
      return { locale: asLocale(tag), quality: Number(q) || 0 }
    })
    .sort((a, b) => b.quality - a.quality)
  return ranked.find(({ locale }) => locale)?.locale ?? DEFAULT_LOCALE
}
