import type { Locale } from '#locales/i18n.ts'
import { createTranslator } from '#locales/translator.ts'
import { ENDED_NAME } from '../../policy/user.ts'

/** Under which answers name people. */
const NAMES: ReadonlySet<string> = new Set(['username', 'author', 'fromName', 'toName', 'rankName'])

const MARK = JSON.stringify(ENDED_NAME)

/** An answer as text, in which accounts that were ended are named in the reader's language. */
export function asText(answer: object, locale: Locale): string {
  const text = JSON.stringify(answer)
  // Hardly any answer names one, and to look at each value of a large one takes several times as long.
  if (!text.includes(MARK)) return text
  const words = createTranslator(locale)('ui:endedUser')
  return JSON.stringify(answer, (key, value) => (NAMES.has(key) && value === ENDED_NAME ? words : value))
}
