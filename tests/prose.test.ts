import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/launch/places.ts'

/** Folders whose comments and titles of tests are checked; page words and READMEs are checked whole. */
const FOLDERS = ['client', 'judge', 'locales', 'prisma/schema', 'server', 'tests']

/** Phrases that make a comment hard to read. */
const PHRASES =
  /\b(?:of which|whoever|what is no|anew|by the hand of|for whom|what becomes of|gets nothing of)\b/i

/** What people read of a line of code: lines of comments, titles of tests, and descriptions of the graph and of REST. */
const READ =
  /^\s*(?:\/\*|\*).*|(?:^|\s)\/\/.*|\b(?:it|describe)(?:\.\w+)?\(\s*['`"].*|\b(?:description|seen|summary): ['`"].*|^\s*['`].*['`],$/
const WORDS = /\.md$|^locales\/en-US\/.*\.json$/

const isChecked = (name: string) =>
  !/(?:^|\/)(?:build|dist|generated|__generated__|node_modules)\//.test(name) &&
  name !== 'tests/prose.test.ts'

it('comments, titles and page words use none of the phrases that have to be read twice', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
    .concat('README.md')
    .filter((name) => (/\.(?:tsx?|mjs|c|h|css|prisma)$/.test(name) || WORDS.test(name)) && isChecked(name))
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((line, index) => `${file}:${index + 1} ${WORDS.test(file) ? line : (READ.exec(line)?.[0] ?? '')}`)
      .filter((comment) => PHRASES.test(comment)),
  )
  expect(found).toEqual([])
})
