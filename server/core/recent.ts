import { LRUCache } from 'lru-cache'

/** LRU cache by text. */
export type Recent<Value extends object | string> = LRUCache<string, Value>

/**
 * Keeps values while their keys have at most `mostCharacters` together; `set` takes another `size` for a value. A limit
 * on the number of entries would let a thousand of the largest keys fill the memory.
 */
export const createRecent = <Value extends object | string>(mostCharacters: number): Recent<Value> =>
  new LRUCache({ maxSize: mostCharacters, sizeCalculation: (_, key) => Math.max(key.length, 1) })
