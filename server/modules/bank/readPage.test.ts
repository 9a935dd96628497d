import { expect, it } from 'vitest'
import { readPage } from './readPage.ts'

it('refuses pages that take too long to parse', () => {
  expect(() => readPage('<div>'.repeat(1000))).toThrow(/CHANGED/)
  expect(readPage('<p>a'.repeat(1000))('p').length).toBe(1000)
})
