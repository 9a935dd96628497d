/**
 * The words in the browser, one language at a time; switching loads the other. What every page says comes first; the
 * catalogue of a noun comes with the code that speaks from it (locales/needed.ts).
 */
import { asLocale, DEFAULT_LOCALE, type Locale } from '../../locales/i18n.ts'
import { bringWords, FIRST_WORDS, neededWords } from '../../locales/needed.ts'
import type { Catalogue } from '../../locales/phrases.ts'
import { persistently } from '../relay/persistently.ts'
import { type Words, words } from '../ui/useTranslation.ts'

const KEY = 'locale'

// Mails, notifications and reports of packages are written on the server only, and so are refusals, but for a few
// that pages speak of before they are met.
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
  return (await persistently(load)).default
}

/** `?l=` wins and is remembered, as in every link that names a language; then what was chosen before. */
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
    // Then it is asked for again next time.
  }
}

/** The language that is shown, or is about to be. */
let wanted: Locale = DEFAULT_LOCALE
let begin: (words: Words) => void

/** The words, as soon as they are here: for what may have to speak before the first page is drawn. */
export const whenSpoken = new Promise<Words>((resolve) => {
  begin = resolve
})

async function bring(noun: string, locale = wanted) {
  words.add(locale, noun, await read(locale, noun))
}

/** Loads the reader's language; nothing is drawn before it is here. */
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
