import { type Board, boardOf, patched, type Snapshot } from '#server/shared/board/wire.ts'
import { clock } from './subscribers.ts'

const MARK = '"version":"'

/** The version that a message leads to; it stands among its first bytes. */
function versionOf(message: Buffer): string {
  const from = message.indexOf(MARK) + MARK.length
  return message.toString('latin1', from, message.indexOf('"', from))
}

const keyOf = (userId: string, problem: number) => `${userId} ${problem}`

/** Counts waits (ms, whole) without keeping millions of them. */
class Waits {
  readonly #counts = new Uint32Array(60_000)
  total = 0

  add(ms: number, times: number): void {
    const place = Math.max(0, Math.min(this.#counts.length - 1, Math.ceil(ms)))
    this.#counts[place] = (this.#counts[place] ?? 0) + times
    this.total += times
  }

  quantile(share: number): number {
    let left = this.total * share
    return this.#counts.findIndex((count) => {
      left -= count
      return left <= 0
    })
  }
}

/**
 * How long each verdict takes to each of many watchers. One of them reads what it is told, so that it is known which
 * verdicts a version holds; of the others only the moment counts at which that version arrived.
 */
export class VerdictWatch {
  readonly #verdicts = new Map<string, number[]>()
  readonly #shown = new Map<string, number>()
  readonly #held = new Map<string, number[]>()
  readonly #arrived = new Map<string, number[]>()
  readonly #lastVersion: string[] = []
  readonly #read: () => Promise<Snapshot>
  #board: Board | null = null
  #reading: Promise<void> = Promise.resolve()
  readAgain = 0

  constructor(read: () => Promise<Snapshot>) {
    this.#read = read
  }

  /** A host hands in the verdict of somebody's next try. */
  judged(userId: string, problem: number): void {
    const key = keyOf(userId, problem)
    const times = this.#verdicts.get(key) ?? []
    times.push(clock())
    this.#verdicts.set(key, times)
  }

  heard(message: Buffer, socket: number): void {
    const now = clock()
    const version = versionOf(message)
    this.#lastVersion[socket] = version
    const arrived = this.#arrived.get(version) ?? []
    arrived.push(now)
    this.#arrived.set(version, arrived)
    if (socket !== 0) return
    const { from, changes } = JSON.parse(message.toString()).payload.data.scoreboardPatches
    const patch = { from, version, changes: changes && JSON.parse(changes) }
    this.#reading = this.#reading.then(() => this.#take(patch))
  }

  async #take(patch: Parameters<typeof patched>[1]): Promise<void> {
    let next = this.#board && patched(this.#board, patch)
    if (!next) {
      this.readAgain++
      next = boardOf(await this.#read())
    }
    this.#board = next
    const held = this.#held.get(patch.version) ?? []
    for (const { userId, cells } of next.rows.values())
      for (const [problem, { tries }] of cells) {
        const key = keyOf(userId, problem)
        const shown = this.#shown.get(key) ?? 0
        if (tries <= shown) continue
        held.push(...(this.#verdicts.get(key)?.slice(shown, tries) ?? []))
        this.#shown.set(key, tries)
      }
    this.#held.set(patch.version, held)
  }

  /** The tries that the watcher who reads has seen on the board. */
  get seen(): number {
    return [...this.#shown.values()].reduce((sum, tries) => sum + tries, 0)
  }

  /** Watchers that are at another version than the one who reads. */
  behind(): number {
    return this.#lastVersion.filter((version) => version !== this.#board?.version).length
  }

  /** From each verdict to each watcher. */
  waits(): Waits {
    const waits = new Waits()
    for (const [version, moments] of this.#held)
      for (const arrived of this.#arrived.get(version) ?? [])
        for (const moment of moments) waits.add(arrived - moment, 1)
    return waits
  }

  settled = (): Promise<void> => this.#reading
}
