import { expect, it } from 'vitest'
import type { MarkdownTree } from '#server/shared/markdown/tree.ts'
import { withMentionLinks } from './mentionLinks.ts'

it('links mentions in words, but not in code and links', () => {
  const tree: MarkdownTree = [
    [
      'p',
      {},
      'Thanks @ada and @李四，',
      ['strong', {}, '@bob'],
      ['a', { href: '/x' }, '@eve'],
      ' mail a@b.org',
    ],
    ['pre', {}, ['code', {}, '@Override']],
  ]
  const link = (name: string) => [
    'a',
    { href: `/user-home?username=${encodeURIComponent(name)}` },
    `@${name}`,
  ]
  expect(withMentionLinks(tree)).toEqual([
    [
      'p',
      {},
      'Thanks ',
      link('ada'),
      ' and ',
      link('李四'),
      '，',
      ['strong', {}, link('bob')],
      ['a', { href: '/x' }, '@eve'],
      ' mail a@b.org',
    ],
    ['pre', {}, ['code', {}, '@Override']],
  ])
})

it('returns the tree of a text without mentions as it is', () => {
  const tree: MarkdownTree = [['p', {}, 'Thanks']]
  expect(withMentionLinks(tree)).toBe(tree)
})
