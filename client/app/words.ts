/** The words in the browser: one language at a time, each a chunk of its own; switching loads the other. */
import type { i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { asLocale, createWords, DEFAULT_LOCALE, type Locale } from '../../locales/i18n.ts'

type Catalogue = { default: Record<string, unknown> }

const KEY = 'locale'

// Mails, notifications and reports of packages are written on the server only.
const catalogues = import.meta.glob<Catalogue>([
  '../../locales/*/*.json',
  '!../../locales/*/{mail,notification,package}.json',
])

/** Long texts that only their own page says come with that page. */
type PageNoun = 'developer' | 'introduction'
const PAGE_NOUNS: readonly string[] = ['developer', 'introduction'] satisfies PageNoun[]
const wanted = new Set<string>()

const nounOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -5)

async function load(locale: Locale) {
  const files = Object.entries(catalogues).filter(
    ([path]) =>
      path.includes(`/${locale}/`) && (!PAGE_NOUNS.includes(nounOf(path)) || wanted.has(nounOf(path))),
  )
  const loaded = await Promise.all(
    files.map(async ([path, read]) => [nounOf(path), (await read()).default] as const),
  )
  return Object.fromEntries(loaded)
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

let words: i18n | null = null
let begun: (i18n: i18n) => void

/** The words, as soon as they are here: for what may have to speak before the first page is drawn. */
export const whenSpoken = new Promise<i18n>((resolve) => {
  begun = resolve
})

/** Loads the reader's language; nothing is drawn before it is here. */
export async function startWords(): Promise<i18n> {
  const locale = chosenLocale()
  const started = createWords(locale, { [locale]: await load(locale) })
  initReactI18next.init(started)
  words = started
  begun(started)
  document.documentElement.lang = locale
  return started
}

/** The words outside of React, once they are loaded. */
export const spoken = (): i18n => {
  if (!words) throw new Error('The words are not loaded')
  return words
}

/** Loads the words that only one page says; for the `component` of that page. */
export async function pageWords(noun: PageNoun) {
  wanted.add(noun)
  const i18n = await whenSpoken
  const locale = i18n.language as Locale
  if (i18n.hasResourceBundle(locale, noun)) return
  const read = catalogues[`../../locales/${locale}/${noun}.json`]
  if (read) i18n.addResourceBundle(locale, noun, (await read()).default)
}

export async function switchLocale(locale: Locale) {
  const i18n = spoken()
  const missing = ['app', ...wanted].some((noun) => !i18n.hasResourceBundle(locale, noun))
  if (missing)
    for (const [noun, catalogue] of Object.entries(await load(locale)))
      i18n.addResourceBundle(locale, noun, catalogue)
  document.documentElement.lang = locale
  remember(locale)
  await i18n.changeLanguage(locale)
}
