/**
 * The tasks a host is at. One of which nothing is heard for too long stands still: it is called off, and whoever
 * waits for it is let go, whether or not the work itself ever comes to an end.
 */

/** Why an errand was called off: nothing was heard of it. */
class StoodStill extends Error {}

/** How long work that was called off may take to end in order (ms). */
const LAST_BREATH = 5_000

export type Errand = {
  readonly signal: AbortSignal
  /** Whether it was called off because nothing was heard of it. */
  readonly stoodStill: boolean
  /** Says that the work moves. */
  move: () => void
  callOff: (reason: Error) => void
  /** What `work` comes to; rejects when it was called off and does not end. */
  carry: <T>(work: Promise<T>) => Promise<T>
  end: () => void
}

export class Errands {
  readonly #standstill: number
  readonly #open = new Set<Errand & { movedAt: () => number }>()

  /** `standstill`: of a task that works something is heard more often than that (ms). */
  constructor(standstill: number) {
    this.#standstill = standstill
  }

  get size(): number {
    return this.#open.size
  }

  begin(): Errand {
    const abort = new AbortController()
    const { signal } = abort
    let movedAt = Date.now()
    const errand = {
      signal,
      get stoodStill() {
        return signal.reason instanceof StoodStill
      },
      movedAt: () => movedAt,
      move: () => {
        movedAt = Date.now()
      },
      callOff: (reason: Error) => abort.abort(reason),
      carry: <T>(work: Promise<T>) => unlessLost(work, signal),
      end: () => void this.#open.delete(errand),
    }
    this.#open.add(errand)
    return errand
  }

  /** Whether there was a task that stood still. */
  callOffStandstill(): boolean {
    const due = Date.now() - this.#standstill
    const still = [...this.#open].filter(({ signal, movedAt }) => !signal.aborted && movedAt() < due)
    for (const errand of still) errand.callOff(new StoodStill('this task stood still'))
    return still.length > 0
  }

  callOffAll(reason: Error): void {
    for (const errand of this.#open) errand.callOff(reason)
  }
}

async function unlessLost<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new AbortController()
  const lost = new Promise<never>((_, reject) => {
    const breathe = () => {
      const last = setTimeout(() => reject(signal.reason), LAST_BREATH)
      over.signal.addEventListener('abort', () => clearTimeout(last))
    }
    signal.addEventListener('abort', breathe, { signal: over.signal })
    if (signal.aborted) breathe()
  })
  // Left behind, the work may still fail one day.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, lost])
  } finally {
    over.abort()
  }
}
