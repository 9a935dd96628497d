import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/launch/places.ts'

const folder = join(ROOT, 'build/client')
const html = readFileSync(join(folder, 'index.html'), 'utf8')
const meta = /<meta name="first-chunks" content='([^']*)'/.exec(html)?.[1] ?? '{}'

type FirstChunks = {
  words: Record<string, string[]>
  files: string[]
  pages: [path: string, files: number[], nouns: number[], ask?: number][]
}
const { words, files, pages } = JSON.parse(meta) as FirstChunks

/** As it goes over the wire: what is small is not compressed. */
const sizeOf = (path: string) => {
  const compressed = statSync(join(folder, `${path}.br`), { throwIfNoEntry: false })
  return (compressed ?? statSync(join(folder, path))).size
}
const assets = readdirSync(join(folder, 'assets'))
const chunk = (name: string) => `assets/${name}.js`
const sum = (paths: Iterable<string>) => [...new Set(paths)].reduce((total, path) => total + sizeOf(path), 0)

const program = [
  'first-paint.js',
  ...[...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path),
]

/** What comes with a statement, by the names of its chunks. */
const parts = (...names: string[]) =>
  assets
    .filter((file) => names.some((name) => new RegExp(`^${name}-.{8}\\.js$`).test(file)))
    .map((file) => `assets/${file}`)

const STATEMENT = parts('MarkdownBody', 'Formula')

/** In kB of 1000 bytes. */
const BUDGETS: Record<string, number> = { '/home': 220, '/problem': 220, '/status': 220 }
const OTHERS = 235
/** The bar of a group and its words, above the pages below its tabs. */
const GROUP_BAR = 4
const BELOW_A_TAB = /^\/group\/:\w+\/\w+\/:/
/** By how much the same code compresses differently under other names of its chunks. */
const NOISE = 0.15
/** What the address of each page after these may add. */
const GROWTH = { from: 56, each: 0.07 }
const allowance = Math.max(0, pages.length - GROWTH.from) * GROWTH.each

const loadOf = (page: (typeof pages)[number], locale: string) => {
  const [path, own, nouns] = page
  const [first = '', ...others] = words[locale] ?? []
  const said = [first, ...nouns.map((at) => others[at] ?? '')]
  const reading = /^(\/group\/:\w+)?(\/(contest|training)\/:\w+)?\/problem\/:problemID/.test(path)
    ? STATEMENT
    : []
  return sum([...program, ...[...said, ...own.map((at) => files[at] ?? '')].map(chunk), ...reading])
}

describe('the first load, in bytes of compressed JavaScript', () => {
  it('is at most 205 kB before any page', () => {
    for (const [first = ''] of Object.values(words))
      expect(sum([...program, chunk(first)])).toBeLessThanOrEqual(205_000)
  })

  it.each(pages)('of %s keeps to its budget until the page can be read', (...page) => {
    const [path] = page
    const budget = (BUDGETS[path] ?? OTHERS) + (BELOW_A_TAB.test(path) ? GROUP_BAR : 0) + allowance
    const loads = Object.keys(words).map((locale) => loadOf(page, locale))
    expect(Math.max(...loads) / 1000).toBeLessThanOrEqual(budget + NOISE)
  })

  it('knows the parts of a statement', () => {
    expect(STATEMENT).toHaveLength(2)
  })

  it('grows by at most 70 bytes with each further page', () => {
    const compressed = (text: string) => brotliCompressSync(text).length
    const site = program.find((path) => path.startsWith('assets/index-')) ?? ''
    const code = readFileSync(join(folder, site), 'utf8')
    // One line as it stands in what everybody loads, again under other names. Ten of them, because
    // what a single one adds is between -40 and 90 bytes, as it happens to fall.
    const line = /,\w+\(\{path:`submission-detail\/:submitID`.*?\.js`\),\[\]\)\}\)/.exec(code)?.[0] ?? ''
    const names =
      'scoreboard balloon clarification ranklist group member shop lesson training printing'.split(' ')
    const lines = names.map((name, at) =>
      line
        .replace(/submission-detail\/:submitID/, `${name}/:${name}ID`)
        .replace(/submissionEntry-.{8}/, `${name}Entry-Zq${at}_uT9x`),
    )
    const grown = code.replace(line, line + lines.join(''))
    expect(grown.length).toBeGreaterThan(code.length + 700)
    expect((compressed(grown) - compressed(code)) / names.length).toBeLessThanOrEqual(70)
  })
})
