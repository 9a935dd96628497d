import { expect, it } from 'vitest'
import { within } from './within.ts'

it('returns what is done in time', () => {
  expect(within(1_000, () => 'done')).toBe('done')
})

it('ends what takes longer, and leaves what that has changed', () => {
  let rounds = 0
  const endless = () => {
    for (;;) rounds++
  }
  expect(within(5, endless)).toBeNull()
  expect(rounds).toBeGreaterThan(0)
})

it('passes on what is thrown', () => {
  const failing = () => {
    throw new TypeError('no such thing')
  }
  expect(() => within(1_000, failing)).toThrow('no such thing')
})
