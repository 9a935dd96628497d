import type { Sandbox, Slot, SlotSpec } from './sandbox/box.ts'

/** A slot of the sandbox that is opened with its first use, and replaced when the box has failed. */
export class Place {
  readonly #sandbox: Sandbox
  readonly #signal: AbortSignal
  readonly #spec: SlotSpec
  #slot: Slot | null = null

  constructor(sandbox: Sandbox, signal: AbortSignal, spec: SlotSpec) {
    this.#sandbox = sandbox
    this.#signal = signal
    this.#spec = spec
  }

  /** Runs `act` in the slot, and once more in a fresh one when `failed` says so of the first result. */
  async use<T>(act: (slot: Slot) => Promise<T>, failed: (result: T) => boolean): Promise<T> {
    const first = await this.#try(act)
    if (!failed(first)) return first
    await this.close()
    return this.#try(act)
  }

  async close(): Promise<void> {
    const slot = this.#slot
    this.#slot = null
    await slot?.release()
  }

  async #try<T>(act: (slot: Slot) => Promise<T>): Promise<T> {
    const signal = this.#signal
    signal.throwIfAborted()
    this.#slot ??= await this.#sandbox.acquire(this.#spec)
    const slot = this.#slot
    const cancel = () => slot.cancel()
    signal.addEventListener('abort', cancel)
    try {
      signal.throwIfAborted()
      const result = await act(slot)
      // What a cancelled box answers says nothing about the program.
      signal.throwIfAborted()
      return result
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}
