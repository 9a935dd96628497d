import { setTimeout as pause } from 'node:timers/promises'

/**
 * Reads for all who ask, one reading at a time, each begun after it was asked for. Between two readings it rests
 * `rest` times as long as the last one took: however many ask and however dear a reading is, it takes only its share
 * of the time.
 */
export function paced<Owner extends object, Value>(
  rest: number,
  load: (owner: Owner) => Promise<Value>,
): (owner: Owner) => Promise<Value> {
  const readers = new WeakMap<Owner, { rested: Promise<unknown>; next: Promise<Value> | null }>()
  return (owner) => {
    const reader = readers.get(owner) ?? { rested: Promise.resolve(), next: null }
    readers.set(owner, reader)
    reader.next ??= reader.rested.then(() => {
      reader.next = null
      const began = performance.now()
      const value = load(owner)
      const ended = value.then(
        () => performance.now() - began,
        () => performance.now() - began,
      )
      reader.rested = ended.then((took) => pause(rest * took, undefined, { ref: false }))
      return value
    })
    return reader.next
  }
}
