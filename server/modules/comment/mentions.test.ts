import { expect, it } from 'vitest'
import type { MarkdownNode } from '#server/shared/markdown/tree.ts'
import { mentionsIn } from './mentions.ts'

const said = (...nodes: MarkdownNode[]) => mentionsIn([['p', {}, ...nodes]])

it('finds names in their order, and all that punctuation behind them may mean (area-rules M3)', () => {
  expect(said('@ada, see @bob.')).toEqual([
    ['ada,', 'ada'],
    ['bob.', 'bob'],
  ])
  expect(said('(@ada)')).toEqual([['ada)', 'ada']])
  expect(said('谢谢@小明！')).toEqual([['小明！', '小明']])
  expect(said('@tide_water-2 hi')).toEqual([['tide_water-2']])
  expect(said('@ada-')).toEqual([['ada-', 'ada']])
})

it('ends a name where Latin letters meet Chinese characters, never within a word', () => {
  expect(said('@ada你好')).toEqual([['ada你好', 'ada']])
  expect(said('@小明hello')).toEqual([['小明hello', '小明']])
  expect(said('@adamant')).toEqual([['adamant']])
  expect(said('@小明你好')).toEqual([['小明你好']])
})

it('leaves out addresses, code and links', () => {
  expect(said('mail ada@example.org or a.b@c')).toEqual([])
  expect(said(['code', {}, '@ada'], ['pre', {}, ['code', {}, '@bob']])).toEqual([])
  expect(said(['a', { href: 'mailto:x' }, '@ada'], ['em', {}, '@bob'])).toEqual([['bob']])
  expect(said('@ @ada')).toEqual([['ada']])
})

it('reads at most 20 characters of a name and a hundred mentions', () => {
  expect(said(`@${'x'.repeat(30)}`)).toEqual([['x'.repeat(20)]])
  expect(said('@a '.repeat(500))).toHaveLength(100)
  expect(said(`@${'🎈'.repeat(30)}`)[0]?.[0]).toBe('🎈'.repeat(20))
})
