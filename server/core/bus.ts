/** How far back (ms) a listener may ask, and how many events are kept for that. */
export const MEMORY = 60_000
const MOST_REMEMBERED = 10_000

/** Broadcasts events to the listeners of one process. */
export type Bus<Event extends { name: string }> = {
  deliver(event: Event): void
  /**
   * Calls `listener` for every event, with the moment (ms) it was heard here, until the returned function is called;
   * first for the events since `since` (ms), at most a minute back. With `topics` only for events of these, so that a
   * listener costs nothing at all others.
   */
  listen(
    listener: (event: Event, at: number) => void,
    since?: number | null,
    topics?: readonly string[],
  ): () => void
  /** Number of listeners, a metric for leaks. */
  listenerCount(): number
  /** Reports to all listeners that events may have been missed. */
  interrupt(): void
  /** Calls `listener` when events may have been missed; live connections should be renewed. */
  onInterruption(listener: () => void): () => void
  /** Changes with every event of this name, and whenever one may have been missed. */
  version(name: Event['name']): number
}

/** `failed` receives errors of listeners; the others are still called. `topicOf` names the topic of an event, if any. */
export function createBus<Event extends { name: string }>(
  failed: (error: unknown, event: Event) => void,
  topicOf: (event: Event) => string | null = () => null,
): Bus<Event> {
  type Listener = (event: Event, at: number) => void
  const listeners = new Set<Listener>()
  const byTopic = new Map<string, Set<Listener>>()
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

  const tell = (some: Iterable<Listener>, event: Event, at: number) => {
    for (const listener of some) {
      try {
        listener(event, at)
      } catch (error) {
        failed(error, event)
      }
    }
  }

  const joinAll = (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  const join = (listener: Listener, topic: string): (() => void) => {
    const there = byTopic.get(topic) ?? new Set()
    byTopic.set(topic, there.add(listener))
    return () => {
      there.delete(listener)
      if (there.size === 0 && byTopic.get(topic) === there) byTopic.delete(topic)
    }
  }

  return {
    deliver(event) {
      versions.set(event.name, (versions.get(event.name) ?? 0) + 1)
      const now = Date.now()
      remember(event, now)
      tell(listeners, event, now)
      const topic = topicOf(event)
      if (topic !== null) tell(byTopic.get(topic) ?? [], event, now)
    },
    listen(listener, since = null, topics) {
      const leaves = topics ? topics.map((topic) => join(listener, topic)) : [joinAll(listener)]
      const isHeard = (event: Event) => !topics || topics.includes(topicOf(event) ?? '')
      if (since !== null) {
        const from = Math.max(since, Date.now() - MEMORY)
        for (const { at, event } of recent) if (at >= from && isHeard(event)) listener(event, at)
      }
      return () => {
        for (const leave of leaves) leave()
      }
    },
    listenerCount: () => [...byTopic.values()].reduce((sum, some) => sum + some.size, listeners.size),
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
