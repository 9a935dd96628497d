import { type Board, boardOf, type Patch, patched, type Snapshot } from '#server/shared/board/wire.ts'
import { type BoardEvent, eventsAfter, lastSolves } from './boardEvents.ts'

/** The current board, the cells that the last patch changed, and the latest events of all patches. */
export type Followed = {
  board: Board
  fresh: Fresh
  /** Newest first; before the first patch the latest solves. */
  events: readonly BoardEvent[]
}

/** Stamps of changed cells by row and problem; a new number for each patch. */
export type Fresh = ReadonlyMap<string, ReadonlyMap<number, number>>

/** Where a follower reads snapshots and reports to. */
export type BoardSource = {
  /** Reads the snapshot. */
  read(): Promise<Snapshot>
  /** Called when the board has changed. */
  onChange(followed: Followed): void
  onFailure(error: unknown): void
}

/** Clients reload the snapshot spread over this time (ms), so that they do not all ask at once. */
const WITHIN = 500
/** Delay of a retry (ms), doubled up to the longest. */
const AGAIN = { first: 1000, longest: 15_000 }

/**
 * Keeps a board current by patches. A patch that does not follow the current version, or has no changes in
 * it, makes it reload the snapshot.
 */
export class BoardFollower {
  readonly #source: BoardSource
  #board: Board | null = null
  #events: readonly BoardEvent[] = []
  #told = 0
  /** Patches received while the snapshot is loading; null: it is not loading. */
  #meanwhile: Patch[] | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #ended = false

  constructor(source: BoardSource) {
    this.#source = source
  }

  hear(patch: Patch): void {
    if (this.#meanwhile) {
      this.#meanwhile.push(patch)
      return
    }
    // A reload is scheduled: the snapshot will include this patch.
    if (this.#timer !== undefined) return
    const before = this.#board
    const next = before && patched(before, patch)
    if (!next) this.read(before ? WITHIN : 0)
    else if (next !== before) this.#take(next, patch)
  }

  /** Reloads the snapshot within this time (ms). */
  read(within = 0): void {
    if (this.#meanwhile || this.#ended) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#fetch(), Math.random() * within)
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  async #fetch(): Promise<void> {
    this.#timer = undefined
    this.#meanwhile = []
    try {
      const board = boardOf(await this.#source.read())
      const meanwhile = this.#meanwhile
      this.#meanwhile = null
      if (this.#ended) return
      this.#failures = 0
      this.#take(board, null)
      // Patches up to the snapshot's version are in it.
      const newer = meanwhile.slice(1 + meanwhile.findLastIndex(({ version }) => version === board.version))
      for (const patch of newer) this.hear(patch)
    } catch (error) {
      this.#meanwhile = null
      if (this.#ended) return
      this.#source.onFailure(error)
      const wait = Math.min(AGAIN.longest, AGAIN.first * 2 ** this.#failures++)
      this.#timer = setTimeout(() => void this.#fetch(), wait * (0.5 + Math.random()))
    }
  }

  #take(board: Board, patch: Patch | null): void {
    const before = this.#board
    this.#board = board
    this.#told++
    const fresh: Fresh = before && patch ? freshOf(before, board, patch, this.#told) : new Map()
    this.#events = before ? eventsAfter(this.#events, board, fresh) : lastSolves(board.rows.values())
    this.#source.onChange({ board, fresh, events: this.#events })
  }
}

function freshOf(before: Board, now: Board, { changes }: Patch, stamp: number): Fresh {
  return new Map(
    (changes?.rows ?? []).map(([userId]) => {
      const was = before.rows.get(userId)?.cells
      const cells = [...(now.rows.get(userId)?.cells ?? [])]
      const changed = cells.filter(
        ([problem, cell]) => JSON.stringify(cell) !== JSON.stringify(was?.get(problem)),
      )
      return [userId, new Map(changed.map(([problem]) => [problem, stamp]))]
    }),
  )
}
