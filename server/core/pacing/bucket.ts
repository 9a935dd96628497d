/** One token bucket per key: `size` points that refill evenly within `seconds`. In the memory of one process. */
export type Bucket = {
  /** Takes `cost` points of `key` at `now` (ms); returns whether there were enough. */
  spend(key: string, cost: number, now: number): boolean
  /** Returns `points` to `key`, up to a full bucket; negative points are taken, also below zero. */
  give(key: string, points: number, now: number): void
}

/** Most keys; beyond it the fullest buckets are dropped first, which only allows more. */
const MOST_KEYS = 50_000

export function createBucket(size: number, seconds: number): Bucket {
  const levels = new Map<string, { left: number; at: number }>()
  const perMs = size / (seconds * 1000)

  const forgetFull = (now: number) => {
    for (const [key, level] of levels) {
      if (level.left + (now - level.at) * perMs >= size) levels.delete(key)
    }
    if (levels.size > MOST_KEYS) levels.clear()
  }

  const leftOf = (key: string, now: number): number => {
    const level = levels.get(key) ?? { left: size, at: now }
    return Math.min(size, level.left + (now - level.at) * perMs)
  }

  return {
    give(key, points, now) {
      if (levels.has(key)) levels.set(key, { left: Math.min(size, leftOf(key, now) + points), at: now })
    },
    spend(key, cost, now) {
      if (levels.size > MOST_KEYS) forgetFull(now)
      const left = leftOf(key, now)
      const enough = left >= cost
      levels.set(key, { left: enough ? left - cost : left, at: now })
      return enough
    },
  }
}
