/**
 * Running tasks of a host. A task that is silent for too long is cancelled, and its
 * waiters are released, whether or not the work itself ever ends.
 */

/** Longest work (ms) with which the next task is fetched before a slot is free. */
const BRISK = 100

/** Time (ms) in which cancelled work may end in order. */
const LAST_BREATH = 5_000

export type Errand = {
  readonly signal: AbortSignal
  /** Reports progress. */
  move: () => void
  callOff: (reason: Error) => void
  /** Result of `work`; rejects when it was cancelled and does not end. */
  carry: <T>(work: Promise<T>) => Promise<T>
  end: () => void
}

type Limits = {
  /** Silence (ms) after which a task counts as stalled. */
  standstill: number
  /** Number of concurrent tasks, and whether one more may be fetched ahead. */
  slots: number
  ahead: boolean
}

export class Errands {
  readonly #limits: Limits
  readonly #open = new Set<Errand & { beganAt: number; movedAt: () => number }>()
  #waiting: (() => void)[] = []
  #lastTook = Number.POSITIVE_INFINITY

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#open.size
  }

  /**
   * Whether one more task may begin. With `ahead`, and while all work is short, one more than there are slots: it is
   * fetched and prepared while the others run, and then waits for the sandbox.
   */
  get hasRoom(): boolean {
    const { slots, ahead } = this.#limits
    return this.size < slots || (ahead && this.size === slots && this.#brisk)
  }

  async untilRoom(): Promise<void> {
    while (!this.hasRoom) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  get #brisk(): boolean {
    const due = Date.now() - BRISK
    return this.#lastTook < BRISK && [...this.#open].every(({ beganAt }) => beganAt > due)
  }

  begin(): Errand {
    const abort = new AbortController()
    const { signal } = abort
    const beganAt = Date.now()
    let movedAt = beganAt
    const errand = {
      signal,
      beganAt,
      movedAt: () => movedAt,
      move: () => {
        movedAt = Date.now()
      },
      callOff: (reason: Error) => abort.abort(reason),
      carry: <T>(work: Promise<T>) => unlessLost(work, signal),
      end: () => {
        if (!this.#open.delete(errand)) return
        this.#lastTook = Date.now() - beganAt
        for (const look of this.#waiting.splice(0)) look()
      },
    }
    this.#open.add(errand)
    return errand
  }

  /** Whether a task stalled. */
  callOffStandstill(): boolean {
    const due = Date.now() - this.#limits.standstill
    const still = [...this.#open].filter(({ signal, movedAt }) => !signal.aborted && movedAt() < due)
    for (const errand of still) errand.callOff(new Error('this task stood still'))
    return still.length > 0
  }

  callOffAll(reason: Error): void {
    for (const errand of this.#open) errand.callOff(reason)
  }
}

async function unlessLost<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let last: NodeJS.Timeout | undefined
  let breathe = () => {}
  const lost = new Promise<never>((_, reject) => {
    breathe = () => {
      last = setTimeout(() => reject(signal.reason), LAST_BREATH)
    }
    signal.addEventListener('abort', breathe, { once: true })
    if (signal.aborted) breathe()
  })
  // Abandoned work may still reject later.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, lost])
  } finally {
    signal.removeEventListener('abort', breathe)
    clearTimeout(last)
  }
}
