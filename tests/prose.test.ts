import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Folders whose comments are checked. */
const FOLDERS = ['judge', 'prisma/schema']

/** Phrases that make a comment hard to read. */
const PHRASES =
  /\b(?:of which|whoever|those who|what is no|anew|by the hand of|for whom|what becomes of|gets nothing of)\b/i

/** The comment of a line: a line of a block, or what follows `//`. */
const COMMENT = /^\s*(?:\/\*|\*).*|(?:^|\s)\/\/.*/

it('comments use none of the phrases that have to be read twice', () => {
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,c,h,prisma}`))
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => `${file}:${index + 1} ${COMMENT.exec(line)?.[0] ?? ''}`)
      .filter((comment) => PHRASES.test(comment)),
  )
  expect(found).toEqual([])
})
