/** Returns pseudo-random 32-bit numbers, the same in every run (mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** Returns pseudo-random integers below `most`, the same in every run. */
export function randomBelow(seed: number): (most: number) => number {
  const next = mulberry32(seed)
  return (most) => next() % most
}

/** Returns pseudo-random numbers from 0 to below 1, the same in every run. */
export function randomShare(seed: number): () => number {
  const next = mulberry32(seed)
  return () => next() / 2 ** 32
}
