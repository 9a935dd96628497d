import { describe, expect, it } from 'vitest'
import { move, movedIn, placeAt } from './order.ts'

describe('move', () => {
  const list = ['a', 'b', 'c', 'd']

  it.each([
    [0, 2, 'bcad'],
    [3, 0, 'dabc'],
    [1, 1, 'abcd'],
    [0, 99, 'bcda'],
    [2, -5, 'cabd'],
    [7, 0, 'abcd'],
    [-1, 0, 'abcd'],
  ])('from %i to %i makes %s', (from, to, order) => {
    expect(move(list, from, to).join('')).toBe(order)
    expect(list.join('')).toBe('abcd')
  })
})

describe('placeAt', () => {
  const middles = [20, 60, 100, 140]

  it('leaves an entry where it is while it is held over its own place', () => {
    for (const [from, y] of middles.entries()) expect(placeAt(middles, from, y)).toBe(from)
  })

  it('goes by the middles of the others', () => {
    expect(placeAt(middles, 0, 99)).toBe(1)
    expect(placeAt(middles, 0, 101)).toBe(2)
    expect(placeAt(middles, 3, 10)).toBe(0)
    expect(placeAt(middles, 1, 999)).toBe(3)
  })
})

describe('movedIn', () => {
  const list = ['a', 'b', 'c', 'd']

  it.each([0, 1, 2, 3].flatMap((from) => [0, 1, 2, 3].map((to) => [from, to] as const)))(
    'says what was moved from %i to %i, and what it comes before',
    (from, to) => {
      const after = move(list, from, to)
      const moved = movedIn(list, after)
      if (from === to) return expect(moved).toBeNull()
      const others = list.filter((id) => id !== moved?.id)
      const at = moved?.beforeId ? others.indexOf(moved.beforeId) : others.length
      expect(others.toSpliced(at, 0, moved?.id ?? '')).toEqual(after)
    },
  )
})
