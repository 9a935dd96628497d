/** The words in the browser: one language at a time, each a chunk of its own; switching loads the other. */
import type { i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { asLocale, createWords, DEFAULT_LOCALE, type Locale } from '../../locales/i18n.ts'

type Catalogue = { default: Record<string, unknown> }

const KEY = 'locale'

// Mails are written on the server only.
const catalogues = import.meta.glob<Catalogue>(['../../locales/*/*.json', '!../../locales/*/mail.json'])

async function load(locale: Locale) {
  const files = Object.entries(catalogues).filter(([path]) => path.includes(`/${locale}/`))
  const loaded = await Promise.all(
    files.map(
      async ([path, read]) => [path.slice(path.lastIndexOf('/') + 1, -5), (await read()).default] as const,
    ),
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

export async function switchLocale(locale: Locale) {
  const i18n = spoken()
  if (!i18n.hasResourceBundle(locale, 'app'))
    for (const [noun, catalogue] of Object.entries(await load(locale)))
      i18n.addResourceBundle(locale, noun, catalogue)
  document.documentElement.lang = locale
  remember(locale)
  await i18n.changeLanguage(locale)
}
