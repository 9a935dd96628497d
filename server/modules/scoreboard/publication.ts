import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type BoardHead, type BoardPerson, encodeRow } from '#server/shared/board/wire.ts'
import type { Board, Follower, View } from './scoring/board.ts'

/** Most rows in one patch. */
const MOST_ROWS = 200
/** Most versions that a patch can span. */
const MOST_STEPS = 100

/** Encodings of a snapshot. */
export const PACKINGS = ['br', 'gzip', 'identity'] as const
export type Packing = (typeof PACKINGS)[number]

/** Fast compression, because readers wait for it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const PACK: Record<Packing, (text: Buffer) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text) => promisify(gzip)(text, { level: 5 }),
  identity: async (text) => text,
}

/** Modulus of a version, a sum of row hashes that a number holds exactly. */
const ROUND = 2 ** 48
const numberOf = (text: string): number => createHash('sha1').update(text).digest().readUIntBE(0, 6)
const wrapped = (sum: number): number => ((sum % ROUND) + ROUND) % ROUND

type Written = { text: string; number: number }
type Step = { from: string; users: readonly string[] | null; isHead: boolean }

/**
 * Change of a board; `changes` is JSON (server/shared/board/wire.ts), or null when the snapshot must be
 * loaded again. `users` are those whose rows changed or were removed; null: too many, or other changes too.
 */
export type PatchText = {
  from: string
  version: string
  changes: string | null
  users: readonly string[] | null
}

/** Inputs of the rows of a board. */
export type Terms = {
  head: BoardHead
  view: View
  /** Which name rows show; another one changes every row. */
  naming: string
  /** The user as rows show them. */
  person(userId: string): BoardPerson
}

/**
 * One published view of a board, in versions. A version is a digest of the view's content alone: equal boards
 * have equal versions in all processes and histories, and frozen outcomes do not affect it. Rows are
 * serialized once for all readers.
 */
export class Publication {
  readonly #board: Board
  readonly #followers = new Map<string, Follower>()
  readonly #rows = new Map<string, Written>()
  readonly #steps: Step[] = []
  /** Users whose shown name changed. */
  readonly #renamed = new Set<string>()
  readonly #packed = new Map<Packing, Promise<Buffer>>()
  #follower: Follower | null = null
  #naming: string | null = null
  #sum = 0
  #head: Written = { text: '', number: 0 }
  #version = ''

  constructor(board: Board) {
    this.#board = board
  }

  get version(): string {
    return this.#version
  }

  /** Marks a user as renamed. */
  rename(userId: string): void {
    this.#renamed.add(userId)
  }

  /** Adds the changes since the last version. */
  renew({ head, view, naming, person }: Terms): void {
    const before = this.#version
    const text = JSON.stringify(head)
    const isHead = text !== this.#head.text
    if (isHead) this.#head = { text, number: numberOf(text) }
    const key = JSON.stringify(view)
    const follower = this.#followers.get(key) ?? this.#board.follow(view)
    this.#followers.set(key, follower)
    const changed = follower.changed()
    const isOther = follower !== this.#follower || naming !== this.#naming
    this.#follower = follower
    this.#naming = naming
    const won = view.late && head.awardKind !== 'NONE' ? this.#wonOf(view) : null
    const doubted =
      changed === null || isOther || won
        ? [...new Set([...this.#rows.keys(), ...[...follower.rows()].map(({ userId }) => userId)])]
        : [...new Set([...changed, ...this.#renamed])]
    this.#renamed.clear()
    const users = doubted.filter((userId) => {
      const row = follower.row(userId)
      return this.#write(
        userId,
        row && JSON.stringify(encodeRow(row, person(userId), won?.get(userId) ?? null)),
      )
    })
    this.#version = wrapped(this.#sum + this.#head.number).toString(36)
    if (this.#version === before) return
    this.#packed.clear()
    if (before === '') return
    this.#steps.push({ from: before, users: users.length > MOST_ROWS ? null : users, isHead })
    if (this.#steps.length > MOST_STEPS) this.#steps.shift()
  }

  /** Award tier of each winner before the end. */
  #wonOf(view: View): Map<string, number> {
    const { tiers } = this.#board.terms
    const { rows } = this.#board.table({ ...view, late: false })
    return new Map(rows.flatMap(({ userId, award }) => (award ? [[userId, tiers.indexOf(award)]] : [])))
  }

  /** Stores the text of a row, null for none; returns whether it changed. */
  #write(userId: string, text: string | null): boolean {
    const before = this.#rows.get(userId)
    if ((before?.text ?? null) === text) return false
    this.#sum = wrapped(this.#sum - (before?.number ?? 0))
    if (text === null) this.#rows.delete(userId)
    else {
      const number = numberOf(text)
      this.#rows.set(userId, { text, number })
      this.#sum = wrapped(this.#sum + number)
    }
    return true
  }

  /** Change of the board since another version. */
  since(from: string): PatchText {
    const { version } = this
    const empty = '{"rows":[],"gone":[]}'
    if (from === version) return { from, version, changes: empty, users: [] }
    const at = this.#steps.findLastIndex((step) => step.from === from)
    const steps = at < 0 ? [] : this.#steps.slice(at)
    const users = new Set<string>()
    for (const step of steps) for (const userId of step.users ?? []) users.add(userId)
    const isTooMuch = steps.length === 0 || steps.some((step) => step.users === null)
    if (isTooMuch || users.size > MOST_ROWS) return { from, version, changes: null, users: null }
    const rows = [...users].flatMap((userId) => this.#rows.get(userId)?.text ?? [])
    const gone = [...users].filter((userId) => !this.#rows.has(userId))
    const isHead = steps.some((step) => step.isHead)
    const head = isHead ? `"head":${this.#head.text},` : ''
    const changes = `{${head}"rows":[${rows}],"gone":${JSON.stringify(gone)}}`
    return { from, version, changes, users: isHead ? null : [...users] }
  }

  /** Whole board as JSON (server/shared/board/wire.ts). */
  snapshot(): string {
    const rows = [...this.#rows.values()].map(({ text }) => text)
    return `{"version":"${this.#version}","head":${this.#head.text},"rows":[${rows}]}`
  }

  /** Compressed snapshot of this version, shared by all readers. */
  packed(packing: Packing): Promise<Buffer> {
    const known = this.#packed.get(packing)
    if (known) return known
    const made = PACK[packing](Buffer.from(this.snapshot()))
    this.#packed.set(packing, made)
    made.catch(() => this.#packed.delete(packing))
    return made
  }
}
