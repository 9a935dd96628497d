/**
 * Kept beside lru-cache, whose `fetch` has one of these four: age by `ctx.now`, versions, shared loads, drop without abort.
 */

/** A cached value per owner (a database and its services). */
export type Kept<Owner extends object, Value> = {
  /** The cached value; loads it again when it is older than `seconds`, stale, or when `fresh` is set. */
  get(owner: Owner, now: Date, fresh?: boolean): Promise<Value>
  /** Drops the value of an owner. Callers that wait for a load still get its value. */
  drop(owner: Owner): void
}

/** When a cached value becomes stale before its time. */
type Following<Owner, Value> = {
  /** The value is stale when this number has changed since its load began. */
  version(owner: Owner): number
  /** Whether a value stays valid although the version changed. */
  bears?(value: Value): boolean
}

/**
 * Caches what `load` returns. The promise is cached, so that concurrent callers share one load; a failed load is
 * dropped.
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
