/** The words where they are all at hand at once: on the server, for messages, mails and refusals. */
import { WORDS } from './generated/words.ts'
import { asLocale, DEFAULT_LOCALE, type Locale } from './i18n.ts'
import { createPhrases, type Translator } from './phrases.ts'

export type { Translator }

const phrases = createPhrases(WORDS)

const translators: Record<Locale, Translator> = {
  'zh-CN': phrases.inLocale('zh-CN'),
  'en-US': phrases.inLocale('en-US'),
}

/** Words in one language: `createTranslator('en-US')('refusal:NOT_FOUND')`. */
export const createTranslator = (locale: Locale): Translator => translators[locale]

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
