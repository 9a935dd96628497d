import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { paced } from './paced.ts'

it('answers what was read after it was asked for, one reading at a time', async () => {
  let truth = 0
  let readings = 0
  let atOnce = 0
  const read = paced(1, async () => {
    readings++
    expect(++atOnce).toBe(1)
    const seen = truth
    await pause(20)
    atOnce--
    return seen
  })
  const owner = {}
  const early = Promise.all([read(owner), read(owner), read(owner)])
  await pause(5)
  truth = 1
  const late = Promise.all([read(owner), read(owner)])
  expect(await early).toEqual([0, 0, 0])
  expect(await late).toEqual([1, 1])
  expect(readings).toBe(2)
})

it('rests longer than it reads', async () => {
  const read = paced(4, () => pause(25))
  const owner = {}
  await read(owner)
  const began = performance.now()
  await read(owner)
  expect(performance.now() - began).toBeGreaterThan(100)
})

it('goes on after a failure', async () => {
  let fails = true
  const read = paced(0, async () => {
    if (fails) throw new Error('away')
    return 'here'
  })
  const owner = {}
  await expect(read(owner)).rejects.toThrow('away')
  fails = false
  expect(await read(owner)).toBe('here')
})
