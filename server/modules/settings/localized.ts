import { z } from 'zod'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#locales/i18n.ts'

export type LocalizedText = { locale: Locale; text: string }

const line = z.string().trim().min(1).max(200)

/** A short text by language; a single string applies to all. */
export const localized = z.union([
  line.transform((text) => ({ [DEFAULT_LOCALE]: text })),
  z.partialRecord(z.enum(LOCALES), line).refine((texts) => Object.keys(texts).length > 0),
])

/** A text by language as a list in language order, and back. */
export const asList = (texts: Partial<Record<string, string>>): LocalizedText[] =>
  LOCALES.flatMap((locale) => (texts[locale] ? [{ locale, text: texts[locale] }] : []))

export const asRecord = (list: readonly { locale: string; text: string }[]): Record<string, string> =>
  Object.fromEntries(list.filter(({ text }) => text.trim() !== '').map(({ locale, text }) => [locale, text]))
