/** Values under texts, of which those used last are kept; each counts as its key does where no other length is said. */
export type Recent<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value, characters?: number): void
}

/**
 * Keeps values as long as their keys have no more than `mostCharacters` together. A cache that counts entries would
 * let a thousand of the largest keys that somebody makes up fill the memory.
 */
export function createRecent<Value>(mostCharacters: number): Recent<Value> {
  const kept = new Map<string, { value: Value; length: number }>()
  let characters = 0
  const forget = (key: string) => {
    characters -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  return {
    get(key) {
      const entry = kept.get(key)
      if (!entry) return undefined
      kept.delete(key)
      kept.set(key, entry)
      return entry.value
    },
    set(key, value, length = key.length) {
      forget(key)
      kept.set(key, { value, length })
      characters += length
      for (const oldest of kept.keys()) {
        if (characters <= mostCharacters) return
        forget(oldest)
      }
    },
  }
}
