import { expect, test } from 'vitest'
import { waitWords } from './waitWords.ts'

const words = { none: 'none', unknown: 'unknown' }

test.each([
  [null, 'unknown'],
  [0, 'none'],
  [499, 'none'],
  [500, '1 sec'],
  [1_600, '2 sec'],
  [89_000, '89 sec'],
  [90_000, '2 min'],
  [3_600_000, '60 min'],
])('%s ms', (ms, said) => {
  expect(waitWords(ms, 'en-US', words)).toBe(said)
})
