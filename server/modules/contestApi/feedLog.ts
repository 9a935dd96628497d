import { randomBytes } from 'node:crypto'
import type { Notification } from '../scoreboard/record/eventFeed.ts'

/** Last change of an object, and the update that had it last. */
type Told = Notification & { step: number; text: string; update: number }

/**
 * Changes of the objects of one contest, for one reader, in steps. Of each object it keeps the last change alone, so that
 * it is no longer than the contest, and a reader may continue from any step of this log.
 */
export class FeedLog {
  /** Part of each token: steps of other logs, also of those before a restart, are unknown. */
  readonly #name = randomBytes(6).toString('hex')
  /** By type and id. */
  readonly #told = new Map<string, Map<string | null, Told>>()
  #now: readonly Notification[] = []
  #step = 0
  #update = 0

  /** The step of the last change. */
  get step(): number {
    return this.#step
  }

  /** Notes what changed; an object that is missing was removed. Equal objects cost least where they are the same. */
  update(objects: readonly Notification[]): void {
    this.#update++
    for (const one of objects) this.#tell(one)
    // What refers to others is removed before them.
    for (const { type, id } of this.#now.toReversed())
      if (this.#known(type, id)?.update !== this.#update) this.#tell({ type, id, data: null })
    this.#now = objects
  }

  #known(type: string, id: string | null): Told | undefined {
    return this.#told.get(type)?.get(id)
  }

  #tell(one: Notification): void {
    const { type, id, data } = one
    const before = this.#known(type, id)
    if (before) before.update = this.#update
    if (before?.data === data) return
    const text = JSON.stringify(data)
    if (before?.text === text) {
      before.data = data
      return
    }
    const objects = this.#told.get(type) ?? new Map<string | null, Told>()
    this.#told.set(type, objects)
    objects.set(id, { ...one, text, step: ++this.#step, update: this.#update })
  }

  /** Lines of all objects, each after those it refers to; only the last one has a token. */
  snapshot(): string[] {
    const last = this.#now.length - 1
    return this.#now.flatMap(({ type, id }, place) => {
      const told = this.#known(type, id)
      return told ? [this.#line(told, place === last ? this.#step : null)] : []
    })
  }

  /** Lines of the changes after a step. */
  since(step: number): string[] {
    const newer: Told[] = []
    for (const objects of this.#told.values())
      for (const told of objects.values()) if (told.step > step) newer.push(told)
    return newer.sort((one, other) => one.step - other.step).map((told) => this.#line(told, told.step))
  }

  /** Step of a token; null when it is of another log. */
  stepOf(token: string): number | null {
    const [name, step = ''] = token.split('.')
    return name === this.#name && /^\d{1,9}$/.test(step) && Number(step) <= this.#step ? Number(step) : null
  }

  #line({ type, id, text }: Told, step: number | null): string {
    const token = step === null ? '' : `,"token":"${this.#name}.${step}"`
    return `{"type":${JSON.stringify(type)},"id":${JSON.stringify(id)},"data":${text}${token}}\n`
  }
}
