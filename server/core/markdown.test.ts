import { describe, expect, it } from 'vitest'
import { markdownTreeOf } from './markdown.ts'

describe('markdownTreeOf', () => {
  it('answers the tree of a text', () => {
    expect(markdownTreeOf('A *b*.')).toEqual([['p', {}, 'A ', ['em', {}, 'b'], '.']])
  })

  it.each([
    ['emphasis within emphasis', '*a_'.repeat(40_000)],
    [
      'lists within lists',
      Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
    ],
    ['a wide table', `|${'a|'.repeat(9_000)}\n|${'-|'.repeat(9_000)}\n${'|b\n'.repeat(9_000)}`],
    ['headings', 'a\n=\n'.repeat(40_000)],
  ])('shows a text that takes the parser too long as it is written: %s', (_, text) => {
    expect(markdownTreeOf(text)).toEqual([['p', {}, text]])
    const began = performance.now()
    expect(markdownTreeOf(text)).toEqual([['p', {}, text]])
    expect(performance.now() - began).toBeLessThan(100)
  })
})
