import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
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

describe.each(READMES)('%s', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8')

  it('names files and folders that exist, but for the example of a new noun', () => {
    const named = [...text.matchAll(/`((?:server|client|judge|prisma|tests)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.filter((path) => !path.includes('bookmark') && !existsSync(join(ROOT, path)))).toEqual([])
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
