import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Errands } from '#judge/errands.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('as many begin as there are slots, and the next one when one ends', async () => {
  const errands = new Errands({ standstill: 1000, slots: 2, ahead: false })
  const first = errands.begin()
  expect(errands.hasRoom).toBe(true)
  errands.begin()
  expect(errands.hasRoom).toBe(false)
  const room = errands.untilRoom().then(() => errands.size)
  first.end()
  first.end()
  expect(await room).toBe(1)
})

test('one more is fetched ahead while all work is brisk, and never two', () => {
  const errands = new Errands({ standstill: 1000, slots: 1, ahead: true })
  const first = errands.begin()
  // Nothing is known yet of how long work takes here.
  expect(errands.hasRoom).toBe(false)
  later(20)
  first.end()
  const second = errands.begin()
  expect(errands.hasRoom).toBe(true)
  const third = errands.begin()
  expect(errands.hasRoom).toBe(false)
  later(50)
  second.end()
  expect(errands.hasRoom).toBe(true)
  // This one is at it for longer: anyone who is free takes the next.
  later(100)
  expect(errands.hasRoom).toBe(false)
  third.end()
  errands.begin()
  expect(errands.hasRoom).toBe(false)
})
