/** The value below which `share` (0 to 1) of the samples lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The samples in a random order, so that no variant always runs after the same one. */
export function shuffled<T>(items: readonly T[]): T[] {
  const result = [...items]
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1))
    const [a, b] = [result[i], result[j]]
    if (a !== undefined && b !== undefined) [result[i], result[j]] = [b, a]
  }
  return result
}
