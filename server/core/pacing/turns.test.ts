import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTurns, type Turn } from './turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const REFUSED = { code: 'TOO_MANY_REQUESTS' }
const allowance = { burst: 100, share: 0.1 }
const taken = (thing: unknown, wanted = () => true) => ({ thing, wanted })

/** The turn of somebody who has it by now; undefined while they wait. */
const byNow = async (taken: Promise<Turn | null>) => {
  let turn: Turn | null | undefined
  void taken.then((given) => {
    turn = given
  })
  await vi.advanceTimersByTimeAsync(0)
  return turn
}

it('gives one turn at a time, and the next when the time that was taken is made up for', async () => {
  const turns = createTurns()
  const first = await turns.take('ada', allowance, taken(1))
  const second = turns.take('ada', allowance, taken(2))
  expect(await byNow(second)).toBeUndefined()
  first?.end(60)
  const turn = await second
  const third = turns.take('ada', allowance, taken(3))
  turn?.end(90)
  await vi.advanceTimersByTimeAsync(490)
  expect(await byNow(third)).toBeUndefined()
  // Somebody else has a line of their own.
  expect(await byNow(turns.take('bob', allowance, taken(1)))).toBeTruthy()
  await vi.advanceTimersByTimeAsync(20)
  expect(await byNow(third)).toBeTruthy()
})

it('refuses who finds the line full, unless somebody has gone away', async () => {
  const turns = createTurns()
  await turns.take('ada', allowance, taken('at work'))
  let here = true
  const left = expect(
    turns.take(
      'ada',
      allowance,
      taken('leaves', () => here),
    ),
  ).rejects.toMatchObject(REFUSED)
  for (let at = 0; at < 7; at++) void turns.take('ada', allowance, taken(at))
  await expect(turns.take('ada', allowance, taken('late'))).rejects.toMatchObject(REFUSED)
  here = false
  expect(await byNow(turns.take('ada', allowance, taken('later')))).toBeUndefined()
  await left
})

it('lets those who wait for the same thing share a place, and tells them when one of them has had the turn', async () => {
  const turns = createTurns()
  const first = await turns.take('ada', allowance, taken('at work'))
  const same = Array.from({ length: 50 }, () => turns.take('ada', allowance, taken('same')))
  const other = turns.take('ada', allowance, taken('other'))
  first?.end(1)
  const [mine, ...shared] = same
  ;(await mine)?.end(1)
  expect(await Promise.all(shared)).toEqual(Array(49).fill(null))
  expect(await byNow(other)).toBeTruthy()
})

it('passes over those who have gone away when it would be their turn', async () => {
  const turns = createTurns()
  const first = await turns.take('ada', allowance, taken('at work'))
  let here = true
  const gone = expect(
    turns.take(
      'ada',
      allowance,
      taken('gone', () => here),
    ),
  ).rejects.toMatchObject(REFUSED)
  const next = turns.take('ada', allowance, taken('next'))
  here = false
  first?.end(1)
  await gone
  expect(await next).toBeTruthy()
})
