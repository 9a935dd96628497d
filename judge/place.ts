import type { Sandbox, Slot, SlotSpec } from './sandbox/box.ts'

/** A slot of the sandbox that is opened with its first use, and replaced when the box has failed. */
export class Place {
  readonly #sandbox: Sandbox
  readonly #signal: AbortSignal
  readonly #spec: SlotSpec
  #slot: Promise<Slot> | null = null
  #closed = false

  constructor(sandbox: Sandbox, signal: AbortSignal, spec: SlotSpec) {
    this.#sandbox = sandbox
    this.#signal = signal
    this.#spec = spec
  }

  /**
   * Runs `act` in the slot, and once more in a fresh one when `failed` says so of the first result. Concurrent
   * calls run one after the other, and both get the same fresh slot.
   */
  async use<T>(act: (slot: Slot) => Promise<T>, failed: (result: T) => boolean): Promise<T> {
    const slot = this.#open()
    const first = await this.#try(await slot, act)
    if (!failed(first)) return first
    if (this.#slot === slot) await this.#drop()
    return this.#try(await this.#open(), act)
  }

  /** Throws when the work was cancelled; for an act of several runs, between which there is nothing to stop. */
  throwIfCancelled(): void {
    this.#signal.throwIfAborted()
  }

  /** Ends the work: a running program is stopped and not retried. */
  close(): Promise<void> {
    this.#closed = true
    return this.#drop()
  }

  async #drop(): Promise<void> {
    const slot = this.#slot
    this.#slot = null
    await (await slot?.catch(() => null))?.release()
  }

  #open(): Promise<Slot> {
    if (this.#slot) return this.#slot
    this.#signal.throwIfAborted()
    if (this.#closed) throw new Error('this place is closed')
    const slot = this.#sandbox.acquire(this.#spec)
    this.#slot = slot
    // A slot that could not be acquired is requested again.
    slot.catch(() => {
      if (this.#slot === slot) this.#slot = null
    })
    return slot
  }

  async #try<T>(slot: Slot, act: (slot: Slot) => Promise<T>): Promise<T> {
    const signal = this.#signal
    const cancel = () => slot.cancel()
    signal.addEventListener('abort', cancel)
    try {
      signal.throwIfAborted()
      const result = await act(slot)
      // The result of a cancelled box says nothing about the program.
      signal.throwIfAborted()
      return result
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}
