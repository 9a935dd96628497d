import { expect, it } from 'vitest'
import { createRecent } from './recent.ts'

it('keeps what was used last, as far as the keys fit', () => {
  const recent = createRecent<number>(10)
  recent.set('aaaa', 1)
  recent.set('bbbb', 2)
  expect(recent.get('aaaa')).toBe(1)
  recent.set('cccc', 3)
  expect(recent.get('bbbb')).toBeUndefined()
  expect(recent.get('aaaa')).toBe(1)
  recent.set('aaaa', 4)
  expect([recent.get('aaaa'), recent.get('cccc')]).toEqual([4, 3])
  recent.set('x'.repeat(11), 5)
  expect([recent.get('aaaa'), recent.get('cccc'), recent.get('x'.repeat(11))]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
