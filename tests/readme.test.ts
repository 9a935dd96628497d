import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/launch/places.ts'

const READMES = [
  'README.md',
  ...['server', 'client', 'judge'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(^|\/)README\.md$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  ),
]

const scripts = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts)

/** The anchors of the headings of a page. */
const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

describe.each(READMES)('%s', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8')

  it('names files and folders that exist, but for the example of a new noun', () => {
    const named = [...text.matchAll(/`((?:server|client|judge|prisma|tests)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.filter((path) => !path.includes('bookmark') && !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('names files of words that exist', () => {
    const named = [...text.matchAll(/`(locales\/[\w./-]+)`/g)].map(([, path = '']) => path)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('links to headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
    const missing = links.filter(([, path = '', anchor = '']) => {
      const target = readFileSync(path ? join(ROOT, dirname(file), path) : join(ROOT, file), 'utf8')
      return !anchorsOf(target).includes(anchor)
    })
    expect(missing.map(([link]) => link)).toEqual([])
  })

  it('links to what exists', () => {
    const links = [...text.matchAll(/(?:\]\(|src=")([^)"#:]+)[)"]/g)].map(([, path = '']) =>
      join(ROOT, dirname(file), path),
    )
    expect(links.filter((path) => !existsSync(path)).map((path) => relative(ROOT, path))).toEqual([])
  })

  it('names commands that exist', () => {
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(commands.filter((name) => !scripts.includes(name))).toEqual([])
  })
})

const keysOf = (file: string, pattern: RegExp) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, key = '']) => key)

it('server/launch/README.md names every setting', () => {
  const settings = [
    ...keysOf('server/env.ts', /^ {2}([A-Z][A-Z_]+):/gm),
    ...keysOf('judge/env.ts', /'([A-Z]{3,}(?:_[A-Z]+)+)'/g),
  ]
  expect(settings.length).toBeGreaterThan(20)
  const text = readFileSync(join(ROOT, 'server/launch/README.md'), 'utf8')
  expect(settings.filter((key) => key !== 'NODE_ENV' && !text.includes(`\`${key}\``))).toEqual([])
})

it('README.md lists every script that people run', () => {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const inside = ['server', 'judge', 'build', 'lint', 'types', 'relay', 'admin', 'problem']
  const missing = scripts.filter((name) => !new RegExp(`npm (?:run )?${name}\\b`).test(text))
  expect(missing.filter((name) => !inside.includes(name))).toEqual([])
})

it('the grid of README.md names every module and every file of words', () => {
  const grid = /^### The grid$(.*?)^### /ms.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? ''
  const named = [...grid.matchAll(/`(?:[a-z]+\/)?(\w+)`/g)].map(([, name]) => name)
  const modules = ['server', 'client'].flatMap((half) => readdirSync(join(ROOT, half, 'modules')))
  const words = readdirSync(join(ROOT, 'locales/en-US'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
  expect([...modules, ...words].filter((name) => !named.includes(name))).toEqual([])
})

it('the pictures weigh at most 60 kB each', () => {
  const folder = join(ROOT, 'tests/pictures')
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.webp'))
  expect(pictures.sort()).toEqual(['board.webp', 'phone.webp', 'problem.webp'])
  expect(pictures.filter((name) => statSync(join(folder, name)).size > 60_000)).toEqual([])
})
