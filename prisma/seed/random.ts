import { at } from './numbers.ts'

/** Numbers that are the same on every machine and at every call, so that a test set never changes by itself. */
export type Random = {
  /** An integer from `low` to `high`, both included; the span stays below 2^53. */
  int: (low: number, high: number) => number
  /** True once in `n` times on average. */
  oneIn: (n: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
  /** In place, and returned. */
  shuffle: <Item>(items: Item[]) => Item[]
  /** `count` integers from `low` to `high`. */
  ints: (count: number, low: number, high: number) => number[]
}

/** Mulberry32 over a seed: 32 bits of state are plenty for tests, and it is fast. */
export function random(seed: number): Random {
  let state = seed >>> 0
  const word = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const fraction = (span: number) =>
    span <= 0x100000000 ? word() / 0x100000000 : ((word() >>> 6) * 0x8000000 + (word() >>> 5)) / 2 ** 53
  const int = (low: number, high: number) => low + Math.floor(fraction(high - low + 1) * (high - low + 1))
  return {
    int,
    oneIn: (n) => int(1, n) === 1,
    pick: (items) => at(items, int(0, items.length - 1)),
    shuffle: (items) => {
      for (let last = items.length - 1; last > 0; last--) {
        const other = int(0, last)
        const item = at(items, last)
        items[last] = at(items, other)
        items[other] = item
      }
      return items
    },
    ints: (count, low, high) => Array.from({ length: count }, () => int(low, high)),
  }
}
