import { expect, it } from 'vitest'
import { createTranslator } from '../../../locales/translator.ts'
import { fieldWords } from './fieldWords.ts'

it('names fields in words, part by part, and leaves alone what has none', () => {
  const [english, chinese] = [createTranslator('en-US'), createTranslator('zh-CN')]
  expect(fieldWords(english, 'statements.EN_US.title')).toBe('Statement · English · Title')
  expect(fieldWords(chinese, 'timeLimitMs')).toBe('时间限制（ms）')
  expect(fieldWords(chinese, 'mostPerOrder')).toBe('每单限购')
  expect(fieldWords(english, 'categoryId')).toBe('Category')
  expect(fieldWords(english, 'disqualified.ada')).toBe('Disqualified · ada')
})
