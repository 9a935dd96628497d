import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/launch/places.ts'

/** Folders whose comments are checked. */
const FOLDERS = [
  'judge',
  'prisma/schema',
  'server/modules',
  'server/doors/rest',
  'tests/bench',
  'tests/support',
  'tests/sight',
]

/** Phrases that make a comment hard to read. */
const PHRASES =
  /\b(?:of which|whoever|those who|what is no|anew|by the hand of|for whom|what becomes of|gets nothing of)\b/i

/** The comment of a line: a line of a block, or what follows `//`. */
const COMMENT = /^\s*(?:\/\*|\*).*|(?:^|\s)\/\/.*/

it('comments use none of the phrases that have to be read twice', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|c|h|prisma)$/.test(name) && !name.includes('build/'))
      .map((name) => `${folder}/${name}`),
  )
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((line, index) => `${file}:${index + 1} ${COMMENT.exec(line)?.[0] ?? ''}`)
      .filter((comment) => PHRASES.test(comment)),
  )
  expect(found).toEqual([])
})
