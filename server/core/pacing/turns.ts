import { Refusal } from '../errors.ts'

/** Rate limit of a user's processor time: a burst (ms), and a share of elapsed time. */
export type Allowance = { burst: number; share: number }

/** Held while working; `end` reports the time taken (ms). */
export type Turn = { end(took: number): void }

/** Work waiting for a turn. Waiters for the same key share a place, because the first one works for all. */
export type Errand = {
  thing: unknown
  /** Returns false when the waiter left. */
  wanted(): boolean
}

export type Turns = {
  /**
   * Waits for a turn of `who`: one at a time, each after the time used by the earlier ones is paid back. Returns null
   * when another waiter of the same place had the turn. Refuses when the queue is full.
   */
  take(who: string, allowance: Allowance, errand: Errand): Promise<Turn | null>
}

/** Most places of one queue, and most waiters in it. */
const MOST_WAITING = { places: 8, people: 2_000 }

/** Number of queues above which those without debt are dropped, which only allows more. */
const MOST_LINES = 50_000

type Waiting = { wanted(): boolean; go(turn: Turn | null): void; refuse(): void }

class Line {
  readonly #allowance: Allowance
  readonly #places = new Map<unknown, Waiting[]>()
  /** Remaining milliseconds at the time `#at`; negative when owed. */
  #left: number
  #at = performance.now()
  #people = 0
  #busy = false
  #timer: NodeJS.Timeout | undefined

  constructor(allowance: Allowance) {
    this.#allowance = allowance
    this.#left = allowance.burst
  }

  /** Whether nobody is working or waiting. */
  get idle(): boolean {
    return !this.#busy && this.#places.size === 0
  }

  /** Whether nothing is owed, so that the queue can be dropped. */
  get rested(): boolean {
    this.#refill()
    return this.idle && this.#left >= this.#allowance.burst
  }

  take({ thing, wanted }: Errand): Promise<Turn | null> {
    const place = this.#people < MOST_WAITING.people ? this.#placeOf(thing) : null
    if (!place) throw new Refusal('TOO_MANY_REQUESTS')
    this.#people++
    return new Promise((go, reject) => {
      place.push({ wanted, go, refuse: () => reject(new Refusal('TOO_MANY_REQUESTS')) })
      this.#move()
    })
  }

  /** The place of the waiters for this key, a new one if there is room. */
  #placeOf(thing: unknown): Waiting[] | null {
    const known = this.#places.get(thing)
    if (known) return known
    this.#clear()
    if (this.#places.size >= MOST_WAITING.places) return null
    const place: Waiting[] = []
    this.#places.set(thing, place)
    return place
  }

  /** Removes waiters that left. */
  #clear(): void {
    for (const [thing, people] of this.#places) {
      const left = people.filter((each) => each.wanted())
      for (const each of people) if (!left.includes(each)) each.refuse()
      this.#people -= people.length - left.length
      if (left.length > 0) this.#places.set(thing, left)
      else this.#places.delete(thing)
    }
  }

  #move(): void {
    clearTimeout(this.#timer)
    if (this.#busy || this.#places.size === 0) return
    this.#refill()
    if (this.#left <= 0) {
      const wait = Math.ceil(-this.#left / this.#allowance.share) + 1
      this.#timer = setTimeout(() => this.#move(), wait).unref()
      return
    }
    this.#clear()
    for (const [thing, [next, ...others]] of this.#places) {
      this.#busy = true
      this.#people--
      this.#places.set(thing, others)
      next?.go({ end: (took) => this.#end(thing, took) })
      return
    }
  }

  #end(thing: unknown, took: number): void {
    this.#refill()
    this.#left -= took
    this.#busy = false
    const others = this.#places.get(thing) ?? []
    this.#places.delete(thing)
    this.#people -= others.length
    for (const each of others) each.go(null)
    this.#move()
  }

  #refill(): void {
    const now = performance.now()
    this.#left = Math.min(this.#allowance.burst, this.#left + (now - this.#at) * this.#allowance.share)
    this.#at = now
  }
}

/** Creates the queues, one per user. */
export function createTurns(): Turns {
  const lines = new Map<string, Line>()

  const forget = () => {
    for (const [who, line] of lines) if (line.rested) lines.delete(who)
    for (const [who, line] of lines) {
      if (lines.size <= MOST_LINES) return
      if (line.idle) lines.delete(who)
    }
  }

  return {
    async take(who, allowance, errand) {
      if (lines.size > MOST_LINES) forget()
      const line = lines.get(who) ?? new Line(allowance)
      lines.set(who, line)
      return line.take(errand)
    },
  }
}
