import type { Locale } from '#locales/i18n.ts'
import { createTranslator } from '#locales/translator.ts'
import { ENDED_NAME } from '../../policy/user.ts'

/** Keys with names of people. */
const NAMES: ReadonlySet<string> = new Set(['username', 'author', 'fromName', 'toName', 'rankName'])

const MARK = JSON.stringify(ENDED_NAME)

/** Serializes an answer, with the name of deleted users in the reader's language. */
export function asText(answer: object, locale: Locale): string {
  const text = JSON.stringify(answer)
  // A replacer takes several times as long, and few answers need it.
  if (!text.includes(MARK)) return text
  const words = createTranslator(locale)('ui:endedUser')
  return JSON.stringify(answer, (key, value) => (NAMES.has(key) && value === ENDED_NAME ? words : value))
}
