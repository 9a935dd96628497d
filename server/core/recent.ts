/** Values under texts, of which those used last are kept. */
export type Recent<Value> = { get(key: string): Value | undefined; set(key: string, value: Value): void }

/**
 * Keeps values as long as their keys have no more than `mostCharacters` together. A cache that counts entries would
 * let a thousand of the largest keys that somebody makes up fill the memory.
 */
export function createRecent<Value>(mostCharacters: number): Recent<Value> {
  const kept = new Map<string, Value>()
  let characters = 0
  return {
    get(key) {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set(key, value) {
      if (kept.delete(key)) characters -= key.length
      kept.set(key, value)
      characters += key.length
      for (const oldest of kept.keys()) {
        if (characters <= mostCharacters) return
        kept.delete(oldest)
        characters -= oldest.length
      }
    },
  }
}
