/**
 * Catalogues of the browser, one language at a time; switching loads the other. Words of the shell load
 * first; the catalogue of a noun loads with the code that uses it (locales/needed.ts).
 */
import { asLocale, DEFAULT_LOCALE, type Locale } from '../../locales/i18n.ts'
import { bringWords, FIRST_WORDS, neededWords } from '../../locales/needed.ts'
import type { Catalogue } from '../../locales/phrases.ts'
import { retryImport } from '../relay/retryImport.ts'
import { type Words, words } from '../ui/useTranslation.ts'

const KEY = 'locale'

// Words of mails, notifications and package reports stay on the server, and so do refusals, but for a few
// that pages show in advance.
const catalogues = import.meta.glob<{ default: Catalogue }>(
  ['./*/*/*.json', '!./*/*/{mail,notification,package}.json'],
  { base: '../../locales' },
)

async function read(locale: Locale, noun: string) {
  const path = Object.keys(catalogues).find(
    (one) => one.startsWith(`./${locale}/`) && one.endsWith(`/${noun}.json`),
  )
  const load = path && catalogues[path]
  if (!load) throw new Error(`There are no words for ${noun}`)
  return (await retryImport(load)).default
}

/** `?l=` has priority and is remembered; then the language chosen before. */
function chosenLocale(): Locale {
  const asked = asLocale(new URLSearchParams(location.search).get('l'))
  if (asked) remember(asked)
  try {
    return asked ?? asLocale(localStorage.getItem(KEY)) ?? DEFAULT_LOCALE
  } catch {
    return asked ?? DEFAULT_LOCALE
  }
}

function remember(locale: Locale) {
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // The choice is not remembered.
  }
}

/** The current language, or the one being loaded. */
let wanted: Locale = DEFAULT_LOCALE
let begin: (words: Words) => void

/** Resolves when the words are loaded, for code that runs before the first page is drawn. */
export const whenSpoken = new Promise<Words>((resolve) => {
  begin = resolve
})

async function bring(noun: string, locale = wanted) {
  words.add(locale, noun, await read(locale, noun))
}

/** Loads the viewer's language; nothing is drawn before. */
export async function startWords(): Promise<Words> {
  const locale = chosenLocale()
  wanted = locale
  bringWords(bring)
  await Promise.all(FIRST_WORDS.map((noun) => bring(noun, locale)))
  words.show(locale)
  begin(words)
  document.documentElement.lang = locale
  return words
}

export async function switchLocale(locale: Locale) {
  wanted = locale
  const missing = [...FIRST_WORDS, ...neededWords()].filter((noun) => !words.knows(locale, noun))
  await Promise.all(missing.map((noun) => bring(noun, locale)))
  document.documentElement.lang = locale
  remember(locale)
  words.show(locale)
}
