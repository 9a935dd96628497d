/** How far back (ms) a listener may ask, and how many events are kept for that. */
const MEMORY = 60_000
const MOST_REMEMBERED = 10_000

/** Broadcasts events to the listeners of one process. */
export type Bus<Event extends { name: string }> = {
  deliver(event: Event): void
  /**
   * Calls `listener` for every event, with the moment (ms) it was heard here, until the returned function is called; first for
   * the events since `since` (ms), at most a minute back.
   */
  listen(listener: (event: Event, at: number) => void, since?: number | null): () => void
  /** Number of listeners, a metric for leaks. */
  listenerCount(): number
  /** Reports to all listeners that events may have been missed. */
  interrupt(): void
  /** Calls `listener` when events may have been missed; live connections should be renewed. */
  onInterruption(listener: () => void): () => void
  /** Changes with every event of this name, and whenever one may have been missed. */
  version(name: Event['name']): number
}

/** `failed` receives errors of listeners; the others are still called. */
export function createBus<Event extends { name: string }>(
  failed: (error: unknown, event: Event) => void,
): Bus<Event> {
  const listeners = new Set<(event: Event, at: number) => void>()
  const interruptions = new Set<() => void>()
  const versions = new Map<string, number>()
  let missed = 0
  /** Recent events, oldest first, replayed to listeners with `since`. */
  let recent: { at: number; event: Event }[] = []

  const remember = (event: Event, at: number) => {
    recent.push({ at, event })
    if (recent.length < 2 * MOST_REMEMBERED) return
    const oldest = at - MEMORY
    recent = recent.slice(-MOST_REMEMBERED).filter(({ at }) => at >= oldest)
  }

  return {
    deliver(event) {
      versions.set(event.name, (versions.get(event.name) ?? 0) + 1)
      const now = Date.now()
      remember(event, now)
      for (const listener of listeners) {
        try {
          listener(event, now)
        } catch (error) {
          failed(error, event)
        }
      }
    },
    listen(listener, since = null) {
      listeners.add(listener)
      if (since !== null) {
        const from = Math.max(since, Date.now() - MEMORY)
        for (const { at, event } of recent) if (at >= from) listener(event, at)
      }
      return () => listeners.delete(listener)
    },
    listenerCount: () => listeners.size,
    interrupt() {
      missed++
      for (const tell of interruptions) tell()
    },
    onInterruption(listener) {
      interruptions.add(listener)
      return () => interruptions.delete(listener)
    },
    version: (name) => missed + (versions.get(name) ?? 0),
  }
}
