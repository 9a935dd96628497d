/**
 * Running tasks of a host. A task that is silent for too long is cancelled, and its
 * waiters are released, whether or not the work itself ever ends.
 */

/** While no work takes longer than this (ms) it is worth fetching the next before a slot is free. */
const BRISK = 100

/** How long work that was called off may take to end in order (ms). */
const LAST_BREATH = 5_000

export type Errand = {
  readonly signal: AbortSignal
  /** Says that the work moves. */
  move: () => void
  callOff: (reason: Error) => void
  /** What `work` comes to; rejects when it was called off and does not end. */
  carry: <T>(work: Promise<T>) => Promise<T>
  end: () => void
}

type Limits = {
  /** Of a task that works something is heard more often than that (ms). */
  standstill: number
  /** How many at once, and whether one may be fetched ahead. */
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
   * Whether one more may begin. With `ahead`, and while all work is brisk, one more than there are slots: it is fetched
   * and made ready while the others run, and then takes its turn in the sandbox.
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

  /** Whether there was a task that stood still. */
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
  // Left behind, the work may still fail one day.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, lost])
  } finally {
    signal.removeEventListener('abort', breathe)
    clearTimeout(last)
  }
}
