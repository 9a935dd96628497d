import { expect, it } from 'vitest'
import enUs from '../../../locales/en-US/site/audit.json' with { type: 'json' }
import zhCn from '../../../locales/zh-CN/site/audit.json' with { type: 'json' }
import { fieldWords } from './fieldWords.ts'

const speaking =
  (catalogue: { field: Record<string, string> }) =>
  (key: string): string =>
    catalogue.field[key.replace('audit:field.', '')] ?? key

it('names fields in words, part by part, and leaves alone what has none', () => {
  expect(fieldWords(speaking(enUs) as never, 'statements.EN_US.title')).toBe('Statement · English · Title')
  expect(fieldWords(speaking(zhCn) as never, 'timeLimitMs')).toBe('时间限制（ms）')
  expect(fieldWords(speaking(enUs) as never, 'disqualified.ada')).toBe('Disqualified · ada')
})
