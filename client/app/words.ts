/**
 * The words in the browser, one language at a time; switching loads the other. What every page says comes first; the
 * catalogue of a noun comes with the code that speaks from it (locales/needed.ts).
 */
import type { i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { asLocale, createWords, DEFAULT_LOCALE, type Locale } from '../../locales/i18n.ts'
import { bringWords, FIRST_WORDS, neededWords } from '../../locales/needed.ts'
import { persistently } from '../relay/persistently.ts'

type Catalogue = { default: Record<string, unknown> }

const KEY = 'locale'

// Mails, notifications and reports of packages are written on the server only, and so are refusals, but for a few
// that pages speak of before they are met.
const catalogues = import.meta.glob<Catalogue>([
  '../../locales/*/*.json',
  '!../../locales/*/{mail,notification,package}.json',
])

async function read(locale: Locale, noun: string) {
  const load = catalogues[`../../locales/${locale}/${noun}.json`]
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
let words: i18n | null = null
let begun: (i18n: i18n) => void

/** The words, as soon as they are here: for what may have to speak before the first page is drawn. */
export const whenSpoken = new Promise<i18n>((resolve) => {
  begun = resolve
})

/** Loads the reader's language; nothing is drawn before it is here. */
export async function startWords(): Promise<i18n> {
  const locale = chosenLocale()
  wanted = locale
  bringWords(bring)
  const first = FIRST_WORDS.map(async (noun) => [noun, await read(locale, noun)] as const)
  const started = createWords(locale, { [locale]: Object.fromEntries(await Promise.all(first)) })
  initReactI18next.init(started)
  words = started
  begun(started)
  document.documentElement.lang = locale
  return started
}

async function bring(noun: string, locale = wanted) {
  // Both at once: nothing but the place to put it depends on the first words.
  const [i18n, catalogue] = await Promise.all([whenSpoken, read(locale, noun)])
  i18n.addResourceBundle(locale, noun, catalogue)
}

/** The words outside of React, once they are loaded. */
export const spoken = (): i18n => {
  if (!words) throw new Error('The words are not loaded')
  return words
}

export async function switchLocale(locale: Locale) {
  const i18n = spoken()
  wanted = locale
  const missing = [...FIRST_WORDS, ...neededWords()].filter((noun) => !i18n.hasResourceBundle(locale, noun))
  await Promise.all(missing.map((noun) => bring(noun, locale)))
  document.documentElement.lang = locale
  remember(locale)
  await i18n.changeLanguage(locale)
}
