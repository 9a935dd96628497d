import { expect, it } from 'vitest'
import { keep } from './cache.ts'

const at = (seconds: number) => new Date(seconds * 1000)

it('loads once for all who ask within its time, once for each owner', async () => {
  let loads = 0
  const kept = keep(10, async () => ++loads)
  const [one, other] = [{}, {}]
  expect(await Promise.all([kept.get(one, at(0)), kept.get(one, at(9))])).toEqual([1, 1])
  expect(await kept.get(other, at(9))).toBe(2)
  expect(await kept.get(one, at(10))).toBe(3)
  expect(await kept.get(one, at(11), true)).toBe(4)
  expect(await kept.get(one, at(12))).toBe(4)
  kept.drop(one)
  expect(await kept.get(one, at(12))).toBe(5)
})

it('does not keep a failure', async () => {
  let loads = 0
  const kept = keep(10, async () => {
    if (++loads === 1) throw new Error('not now')
    return loads
  })
  const owner = {}
  await expect(kept.get(owner, at(0))).rejects.toThrow('not now')
  expect(await kept.get(owner, at(0))).toBe(2)
})

it('loads again once the version has changed, unless the value bears it', async () => {
  let loads = 0
  let version = 1
  const kept = keep(10, async () => ++loads, { version: () => version, bears: (value) => value >= 3 })
  const owner = {}
  const first = kept.get(owner, at(0))
  version++
  // The first may have read before the change, and is not shared with those who ask after it.
  expect(await Promise.all([first, kept.get(owner, at(0))])).toEqual([1, 2])
  version++
  expect(await kept.get(owner, at(0))).toBe(3)
  version++
  expect(await kept.get(owner, at(0))).toBe(3)
})
