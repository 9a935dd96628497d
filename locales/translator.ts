/** The words where they are all at hand at once: on the server, for messages, mails and refusals. */
import type { TFunction } from 'i18next'
import enApp from './en-US/app.json' with { type: 'json' }
import enJudging from './en-US/judging.json' with { type: 'json' }
import enMail from './en-US/mail.json' with { type: 'json' }
import enPackage from './en-US/package.json' with { type: 'json' }
import enRefusal from './en-US/refusal.json' with { type: 'json' }
import enVerdict from './en-US/verdict.json' with { type: 'json' }
import { asLocale, createWords, DEFAULT_LOCALE, type Locale } from './i18n.ts'
import zhApp from './zh-CN/app.json' with { type: 'json' }
import zhJudging from './zh-CN/judging.json' with { type: 'json' }
import zhMail from './zh-CN/mail.json' with { type: 'json' }
import zhPackage from './zh-CN/package.json' with { type: 'json' }
import zhRefusal from './zh-CN/refusal.json' with { type: 'json' }
import zhVerdict from './zh-CN/verdict.json' with { type: 'json' }

const words = createWords(DEFAULT_LOCALE, {
  'en-US': {
    app: enApp,
    judging: enJudging,
    mail: enMail,
    package: enPackage,
    refusal: enRefusal,
    verdict: enVerdict,
  },
  'zh-CN': {
    app: zhApp,
    judging: zhJudging,
    mail: zhMail,
    package: zhPackage,
    refusal: zhRefusal,
    verdict: zhVerdict,
  },
})

/** Knows the catalogues below under their names: `refusal:NOT_FOUND`. */
export type Translator = TFunction<['app', 'judging', 'mail', 'package', 'refusal', 'verdict']>

const translators = new Map<Locale, Translator>()

/** Words in one language: `createTranslator('en-US')('refusal:NOT_FOUND')`. */
export function createTranslator(locale: Locale): Translator {
  const translator =
    translators.get(locale) ??
    words.getFixedT<['app', 'judging', 'mail', 'package', 'refusal', 'verdict']>(locale)
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
