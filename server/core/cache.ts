/** A value that a process keeps for a while, one for each owner (a database and its services). */
export type Kept<Owner extends object, Value> = {
  /** The kept value, or a fresh one when it is older than `seconds`, or when `fresh` is asked for. */
  get(owner: Owner, now: Date, fresh?: boolean): Promise<Value>
  /** Forgets every value; one that is being loaded reaches only those who wait for it already. */
  drop(): void
}

/**
 * Keeps what `load` answers. The promise is kept, not its value, so that many who ask at once cost one load; a load
 * that fails is not kept.
 */
export function keep<Owner extends object, Value>(
  seconds: number,
  load: (owner: Owner, now: Date) => Promise<Value>,
): Kept<Owner, Value> {
  let values = new WeakMap<Owner, { value: Promise<Value>; until: number }>()
  return {
    get(owner, now, fresh = false) {
      const kept = values.get(owner)
      if (kept && !fresh && kept.until > now.getTime()) return kept.value
      const entry = { value: load(owner, now), until: now.getTime() + seconds * 1000 }
      const place = values
      place.set(owner, entry)
      entry.value.catch(() => {
        if (place.get(owner) === entry) place.delete(owner)
      })
      return entry.value
    },
    drop() {
      values = new WeakMap()
    },
  }
}
