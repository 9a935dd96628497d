import { expect, it } from 'vitest'
import { cut } from './cut.ts'

it('cuts at a number of characters, and leaves shorter texts as they are (area-rules M7)', () => {
  expect(cut('tide', 4)).toBe('tide')
  expect(cut('tides', 4)).toBe('tide...')
  expect(cut('潮水涨落', 2)).toBe('潮水...')
  expect(cut('', 4)).toBe('')
})

it('never cuts within a sign (area-rules M7)', () => {
  expect(cut('🎈'.repeat(5), 4)).toBe(`${'🎈'.repeat(4)}...`)
  // A family of five code points, and a letter with an accent of its own.
  expect(cut('ab👨‍👩‍👧cd', 4)).toBe('ab...')
  expect(cut('abe\u0301', 3)).toBe('ab...')
  // One sign that is longer than all there is room for.
  expect(cut(`a${'\u0301'.repeat(50)}`, 10)).toBe(`a${'\u0301'.repeat(9)}...`)
})
