import { setTimeout as pause } from 'node:timers/promises'

/**
 * Coalesces reads: one at a time, each begun after it was requested. Rests between two reads for `rest` times the
 * duration of the last one, which limits the share of time spent reading.
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
