import { expect, it } from 'vitest'
import { emphasized, MARKS } from './emphasis.ts'

const [bold = '', boldEnd = ''] = MARKS['**'] ?? []
const [soft = '', softEnd = ''] = MARKS['*'] ?? []

it.each([
  [`a ${bold}b${boldEnd} c`, 'a **b** c'],
  [`输入${bold}“n”${boldEnd}个`, '输&#x5165;**“n”**&#x4E2A;'],
  // The signs of nested and adjacent emphasis are one delimiter of Markdown.
  [`${bold}${soft}注意：${softEnd}${boldEnd}文字`, '***注意：***&#x6587;字'],
  [`${bold}注意：${boldEnd}${soft}b${softEnd}`, '**注意：***&#x62;*'],
  [`𠀀${bold}(b)${boldEnd}`, '&#x20000;**(b)**'],
])('writes %j', (marked, expected) => {
  expect(emphasized(marked)).toBe(expected)
})
