import { expect, it } from 'vitest'
import { createRecent } from './recent.ts'

it('keeps what was used last, as far as the keys fit', () => {
  const recent = createRecent<string>(10)
  recent.set('aaaa', '1')
  recent.set('bbbb', '2')
  expect(recent.get('aaaa')).toBe('1')
  recent.set('cccc', '3')
  expect(recent.get('bbbb')).toBeUndefined()
  expect(recent.get('aaaa')).toBe('1')
  recent.set('aaaa', '4')
  expect([recent.get('aaaa'), recent.get('cccc')]).toEqual(['4', '3'])
})

it('leaves out a key that is too long by itself, and keeps the others', () => {
  const recent = createRecent<string>(10)
  recent.set('aaaa', '1')
  recent.set('x'.repeat(11), '2')
  expect([recent.get('aaaa'), recent.get('x'.repeat(11))]).toEqual(['1', undefined])
})

it('keeps a value under an empty key', () => {
  const recent = createRecent<string>(10)
  recent.set('', '1')
  expect(recent.get('')).toBe('1')
})

it('counts a value as long as it is said to be', () => {
  const recent = createRecent<string>(10)
  recent.set('a', '1', { size: 6 })
  recent.set('b', '2', { size: 6 })
  expect([recent.get('a'), recent.get('b')]).toEqual([undefined, '2'])
})
