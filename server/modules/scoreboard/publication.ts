import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type BoardHead, type BoardPerson, encodeRow } from '#server/shared/board/wire.ts'
import type { Board, Follower, View } from './scoring/board.ts'

/** Of more rows than this nobody is told one by one. */
const MOST_ROWS = 200
/** So many versions back a reader can be from whom the next one is made. */
const MOST_STEPS = 100

/** How a snapshot is packed. */
export const PACKINGS = ['br', 'gzip', 'identity'] as const
export type Packing = (typeof PACKINGS)[number]

/** Packed while many wait for it: quickly, not as small as can be. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const PACK: Record<Packing, (text: Buffer) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text) => promisify(gzip)(text, { level: 5 }),
  identity: async (text) => text,
}

/** Versions are sums of so many numbers of this size, which a number holds exactly. */
const ROUND = 2 ** 48
const numberOf = (text: string): number => createHash('sha1').update(text).digest().readUIntBE(0, 6)
const wrapped = (sum: number): number => ((sum % ROUND) + ROUND) % ROUND

type Written = { text: string; number: number }
type Step = { from: string; users: readonly string[] | null; isHead: boolean }

/**
 * What became of a board; `changes` is JSON (server/shared/board/wire.ts), or null where the snapshot is to be read again.
 * `users` are those whose rows changed or are gone; null: too many, or more than rows changed.
 */
export type PatchText = {
  from: string
  version: string
  changes: string | null
  users: readonly string[] | null
}

/** What a board's rows are written with. */
export type Terms = {
  head: BoardHead
  view: View
  /** How rows show somebody. */
  person(userId: string): BoardPerson
}

/**
 * One view of a board as it is published, in versions. A version is a digest of what the view says and of nothing else:
 * equal boards have equal versions, in whatever process and however they came about, and nothing of what is sealed moves
 * it. Rows are written once for all readers.
 */
export class Publication {
  readonly #board: Board
  readonly #followers = new Map<string, Follower>()
  readonly #rows = new Map<string, Written>()
  readonly #steps: Step[] = []
  /** People who are shown otherwise than before. */
  readonly #renamed = new Set<string>()
  readonly #packed = new Map<Packing, Promise<Buffer>>()
  #follower: Follower | null = null
  #sum = 0
  #head: Written = { text: '', number: 0 }
  #version = ''

  constructor(board: Board) {
    this.#board = board
  }

  get version(): string {
    return this.#version
  }

  /** Somebody is called otherwise. */
  rename(userId: string): void {
    this.#renamed.add(userId)
  }

  /** Takes in what happened since the last version. */
  renew({ head, view, person }: Terms): void {
    const before = this.#version
    const text = JSON.stringify(head)
    const isHead = text !== this.#head.text
    if (isHead) this.#head = { text, number: numberOf(text) }
    const key = JSON.stringify(view)
    const follower = this.#followers.get(key) ?? this.#board.follow(view)
    this.#followers.set(key, follower)
    const changed = follower.changed()
    const isOther = follower !== this.#follower
    this.#follower = follower
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

  /** Which tier each has won before the end. */
  #wonOf(view: View): Map<string, number> {
    const { tiers } = this.#board.terms
    const { rows } = this.#board.table({ ...view, late: false })
    return new Map(rows.flatMap(({ userId, award }) => (award ? [[userId, tiers.indexOf(award)]] : [])))
  }

  /** Keeps the text of a row, null for none; whether it is another one. */
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

  /** What became of the board since another version of it. */
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

  /** The whole board as JSON (server/shared/board/wire.ts). */
  snapshot(): string {
    const rows = [...this.#rows.values()].map(({ text }) => text)
    return `{"version":"${this.#version}","head":${this.#head.text},"rows":[${rows}]}`
  }

  /** The snapshot of this version, packed once for all who read it. */
  packed(packing: Packing): Promise<Buffer> {
    const known = this.#packed.get(packing)
    if (known) return known
    const made = PACK[packing](Buffer.from(this.snapshot()))
    this.#packed.set(packing, made)
    made.catch(() => this.#packed.delete(packing))
    return made
  }
}
