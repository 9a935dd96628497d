/**
 * Says the words of the catalogues: finds a key, takes the plural that its number asks for, and fills in what it names.
 * Keys and what they name are typed by i18next's types; its code does the same with much that nobody here asks for, and
 * would be a twelfth of what every page loads (i18n.test.ts holds the two against each other, key by key).
 */
import type { TFunction } from 'i18next'
import type { Nouns } from './generated/catalogues.ts'
import type { Locale } from './i18n.ts'

/** Knows all catalogues under their names: `refusal:NOT_FOUND`. */
export type Translator = TFunction<Nouns>

export type Catalogue = { [key: string]: string | Catalogue }

/** Words in one language, from the catalogues that are there when it is asked; a key that they lack says itself, without its noun. */
export function createPhrases(
  locale: Locale,
  catalogues: { [noun: string]: Catalogue | undefined },
): Translator {
  const plurals = new Intl.PluralRules(locale)

  const find = (noun: string, path: string) => {
    let found: Catalogue | string | undefined = catalogues[noun]
    for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined
    return typeof found === 'string' ? found : null
  }

  const say = (key: string, values: { [name: string]: unknown } = {}) => {
    const [noun = '', path = ''] = key.includes(':') ? key.split(':', 2) : ['app', key]
    const { count } = values
    const plural = typeof count === 'number' ? find(noun, `${path}_${plurals.select(count)}`) : null
    const text = plural ?? find(noun, path) ?? path
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
  return say as Translator
}
