import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LOCALES } from './i18n.ts'
import { createTranslator, negotiateLocale } from './translator.ts'

type Tree = { [key: string]: string | Tree }

const folder = (locale: string) => fileURLToPath(new URL(`./${locale}/`, import.meta.url))
const read = (locale: string, file: string): Tree => JSON.parse(readFileSync(folder(locale) + file, 'utf8'))

/** Chinese has one plural form and English two, so the forms of a key count as one. */
const PLURAL = /_(zero|one|two|few|many|other)$/

/** Every key with the sorted names of its parameters, once per plural key. */
function entries(tree: Tree, prefix = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix + key.replace(PLURAL, '')
    if (typeof value !== 'string') {
      for (const [inner, names] of entries(value, `${path}.`)) found.set(inner, names)
      continue
    }
    const names = [...value.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '')
    const before = found.get(path)?.split(' ') ?? []
    found.set(path, [...new Set([...before, ...names])].filter(Boolean).sort().join(' '))
  }
  return found
}

describe('the catalogues', () => {
  const filesOf = (locale: string) =>
    readdirSync(folder(locale), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .sort()
  const files = filesOf('en-US')

  it('are the same files in every language', () => {
    for (const locale of LOCALES) expect(filesOf(locale)).toEqual(files)
  })

  it.each(files)('%s has the same keys and parameters in every language', (file) => {
    const english = entries(read('en-US', file))
    for (const locale of LOCALES)
      expect(Object.fromEntries(entries(read(locale, file)))).toEqual(Object.fromEntries(english))
  })

  it.each(files)('%s says something under every key', (file) => {
    for (const locale of LOCALES) expect(JSON.stringify(read(locale, file))).not.toMatch(/: ?""/)
  })
})

describe('phrases', () => {
  it('say the key that they lack', () => {
    const say = createTranslator('en-US') as (key: string) => string
    expect(say('app:connection.nothing')).toBe('connection.nothing')
    expect(say('app:constructor.name')).toBe('constructor.name')
  })
})

describe('negotiateLocale', () => {
  it('takes the best of Accept-Language and Chinese when nothing fits', () => {
    expect(negotiateLocale('en;q=0.4, zh-TW;q=0.9')).toBe('zh-CN')
    expect(negotiateLocale('fr, en-GB;q=0.8, zh;q=0.1')).toBe('en-US')
    expect(negotiateLocale('fr')).toBe('zh-CN')
    expect(negotiateLocale(undefined)).toBe('zh-CN')
  })
})

describe('createTranslator', () => {
  it('says the same thing in both languages', () => {
    expect(createTranslator('zh-CN')('verdict:AC')).toBe('通过')
    expect(createTranslator('en-US')('verdict:AC')).toBe('Accepted')
  })
})
