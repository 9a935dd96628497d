import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import MagicString from 'magic-string'
import type { Plugin } from 'vite'
import { LOCALES } from '../../locales/i18n.ts'
import { FIRST_WORDS } from '../../locales/needed.ts'

const folder = resolve(import.meta.dirname, '../../locales')

/** Where each catalogue is in the folder of a language, by its noun. */
const PLACES = new Map(
  readdirSync(resolve(folder, LOCALES[0]), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => [basename(name, '.json'), name]),
)

const NOUNS = [...PLACES.keys()].filter((noun) => !FIRST_WORDS.includes(noun))

const SAID = new RegExp(`['"\`](${NOUNS.join('|')}):(?=[\\w$])`, 'g')

/** The catalogues that a module of ours speaks from, but for those that are always there; examples do not count. */
export const saidIn = (code: string): string[] => [
  ...new Set([...code.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '').matchAll(SAID)].map(([, noun = '']) => noun)),
]

/** Where the words of a noun are, in one language. */
export const catalogueOf = (noun: string, locale: string) => resolve(folder, locale, PLACES.get(noun) ?? '')

/** Those of the words that come first are one chunk for each language. */
export const firstWords = (locale: string) => ({
  name: `words-${locale}`,
  test: new RegExp(`[\\\\/]locales[\\\\/]${locale}[\\\\/]\\w+[\\\\/](?:${FIRST_WORDS.join('|')})\\.json`),
})

/** Lets each module say which catalogues it speaks from, so that they come with it (locales/needed.ts). */
export const words = (client: string): Plugin => ({
  name: 'words',
  enforce: 'pre',
  transform(code, id) {
    const file = id.split('?')[0] ?? id
    if (!file.startsWith(`${client}/`) || !/\.tsx?$/.test(file) || file.includes('/__generated__/'))
      return null
    const nouns = saidIn(code)
    if (nouns.length === 0) return null
    const text = new MagicString(code)
    const said = nouns.map((noun) => `'${noun}'`).join(', ')
    text.append(`\n;import { needWords } from '${resolve(folder, 'needed.ts')}'; needWords(${said})`)
    return { code: text.toString(), map: text.generateMap({ source: file, hires: true }) }
  },
})
