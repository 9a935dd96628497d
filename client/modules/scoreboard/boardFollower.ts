import { type Board, boardOf, type Patch, patched, type Snapshot } from '#server/shared/board/wire.ts'

/** A board as a reader has it, and which of its cells the last patch changed. */
export type Followed = {
  board: Board
  fresh: Fresh
}

/** By row and problem: how often something was told until then, so that each change is a new number. */
export type Fresh = ReadonlyMap<string, ReadonlyMap<number, number>>

/** What a follower needs of the world. */
export type BoardSource = {
  /** Reads the snapshot; `version` is the one that is here already. */
  read(): Promise<Snapshot>
  /** Somebody has to draw it again. */
  onChange(followed: Followed): void
  onFailure(error: unknown): void
}

/** Readers who have to read the snapshot at one moment do so within this time (ms). */
const WITHIN = 500
/** After a failure the next try comes after this time (ms), then later and later. */
const AGAIN = { first: 1000, longest: 15_000 }

/**
 * A board that follows what it is told: a patch that leads on from another version than the one that is here, or tells of
 * more than it says, has it read the snapshot by itself.
 */
export class BoardFollower {
  readonly #source: BoardSource
  #board: Board | null = null
  #told = 0
  /** What was told while the snapshot was on its way; null: it is not. */
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
    // It comes with the snapshot, which is going to be asked for.
    if (this.#timer !== undefined) return
    const before = this.#board
    const next = before && patched(before, patch)
    if (!next) this.read(before ? WITHIN : 0)
    else if (next !== before) this.#take(next, patch)
  }

  /** Reads the snapshot, within so long (ms). */
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
      // What came before the snapshot was made is in it.
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
    this.#source.onChange({
      board,
      fresh: before && patch ? freshOf(before, board, patch, this.#told) : new Map(),
    })
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
