/** A value that a process keeps for a while, one for each owner (a database and its services). */
export type Kept<Owner extends object, Value> = {
  /** The kept value, or a fresh one when it is older than `seconds`, stale, or when `fresh` is asked for. */
  get(owner: Owner, now: Date, fresh?: boolean): Promise<Value>
  /** Forgets the value of an owner; one that is being loaded reaches only those who wait for it already. */
  drop(owner: Owner): void
}

/** What makes a kept value wrong before its time. */
type Following<Owner, Value> = {
  /** Another number than when the value was begun to be loaded: it may be wrong. */
  version(owner: Owner): number
  /** Whether a value is good enough all the same. */
  bears?(value: Value): boolean
}

/**
 * Keeps what `load` answers. The promise is kept, not its value, so that many who ask at once cost one load; a load
 * that fails is not kept.
 */
export function keep<Owner extends object, Value>(
  seconds: number,
  load: (owner: Owner, now: Date) => Promise<Value>,
  { version, bears = () => false }: Following<Owner, Value> = { version: () => 0 },
): Kept<Owner, Value> {
  type Entry = { promise: Promise<Value>; until: number; version: number; borne: boolean }
  const entries = new WeakMap<Owner, Entry>()
  return {
    get(owner, now, fresh = false) {
      const kept = entries.get(owner)
      const isGood = kept && kept.until > now.getTime() && (kept.borne || kept.version === version(owner))
      if (isGood && !fresh) return kept.promise
      const begun = { until: now.getTime() + seconds * 1000, version: version(owner), borne: false }
      const entry: Entry = { ...begun, promise: load(owner, now) }
      entries.set(owner, entry)
      entry.promise.then(
        (value) => {
          entry.borne = bears(value)
        },
        () => {
          if (entries.get(owner) === entry) entries.delete(owner)
        },
      )
      return entry.promise
    },
    drop(owner) {
      entries.delete(owner)
    },
  }
}
