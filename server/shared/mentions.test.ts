import { expect, it } from 'vitest'
import { isMentionable, mentionBefore, mentionsIn } from './mentions.ts'

const names = (text: string) => mentionsIn(text).map(({ name }) => name)

it('finds names behind @, without the punctuation around them', () => {
  expect(names('@ada, (@Bob) and @c-3.po. Thanks @ada!')).toEqual(['ada', 'Bob', 'c-3.po', 'ada'])
  expect(names('感谢@小明，还有 @李四。')).toEqual(['小明', '李四'])
  expect(names('感谢 @小明，还有（@李四）')).toEqual(['小明', '李四'])
  expect(mentionsIn('hi @ada')).toEqual([{ name: 'ada', from: 3, to: 7 }])
})

it('ends a Latin name where Chinese words begin', () => {
  expect(names('感谢@ada的帮助，@bob_2你好')).toEqual(['ada', 'bob_2'])
  expect(mentionsIn('问@ada吧')).toEqual([{ name: 'ada', from: 1, to: 5 }])
  expect(names(`@ada${'的'.repeat(30)} @小明hello`)).toEqual(['ada', '小明hello'])
})

it('takes no addresses, no lone @ and no names that are too long', () => {
  expect(names('mail ada@example.org or a@b, @ @@ada /@ada @... @')).toEqual([])
  expect(names(`@${'x'.repeat(20)} @${'x'.repeat(21)} @${'𠮷'.repeat(20)}`)).toEqual([
    'x'.repeat(20),
    '𠮷'.repeat(20),
  ])
  expect(names('@\u202Eada @\u200Bada')).toEqual([])
})

it('stays fast on hostile texts', () => {
  const start = performance.now()
  for (const text of ['@'.repeat(10_000), '@a.'.repeat(3_333), `@${'.'.repeat(9_999)}`, 'a'.repeat(10_000)])
    mentionsIn(text)
  expect(performance.now() - start).toBeLessThan(1_000)
})

it('knows which names a mention can hold', () => {
  expect(['ada', '李四', 'c++', 'a.b', 'a b', "o'neil", ''].map(isMentionable)).toEqual([
    true,
    true,
    false,
    true,
    false,
    false,
    false,
  ])
})

it('finds the mention before the cursor', () => {
  expect(mentionBefore('hi @ad', 6)).toEqual({ from: 3, prefix: 'ad' })
  expect(mentionBefore('hi @ad there', 6)).toEqual({ from: 3, prefix: 'ad' })
  expect(mentionBefore('@', 1)).toEqual({ from: 0, prefix: '' })
  expect(mentionBefore(`${'x'.repeat(9_000)} @李`, 9_003)).toEqual({ from: 9_001, prefix: '李' })
  for (const text of ['ada@', 'a@b', 'hi @ad ', 'no', '', `@${'x'.repeat(21)}`])
    expect(mentionBefore(text, text.length)).toBeNull()
})
