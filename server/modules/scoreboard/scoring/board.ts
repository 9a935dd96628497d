import type { Verdict } from '#prisma/generated/enums.ts'
import {
  compareRows,
  firstSolve,
  placeOf,
  type Ranked,
  ranked,
  solvedOtherwise,
} from '#server/shared/board/ranking.ts'
import type { Awards, Cell, Row } from '#server/shared/board/row.ts'
import type { Entry, Rule } from './rule.ts'

/** A judged submission, as stored. */
export type Judged = {
  number: number
  userId: string
  problem: number
  createdAt: Date
  verdict: Verdict
  score: number | null
  timeMs: number | null
  /** Of a submission to another contest: what that one's end and freeze say of it. */
  elsewhere?: { late: boolean; sealed: boolean }
}

/** Terms of a board, by which it counts. */
export type BoardTerms = Awards & {
  rule: Rule
  startsAt: Date
  freezesAt: Date | null
  endsAt: Date
  /** Its problems, by id. */
  problems: ReadonlySet<number>
  /** Users without a row: officials of the contest. */
  uncounted: ReadonlySet<string>
  /** Starred users, who are not ranked. */
  stars: ReadonlySet<string>
  disqualified: ReadonlySet<string>
}

/** What an audience sees of a board. */
export type View = {
  /** Whether outcomes since the freeze are hidden. */
  sealed: boolean
  /** Whether submissions after the end count; never in a frozen view. */
  late: boolean
  /** Whether starred users are left out. */
  withoutStars: boolean
  /** Whether disqualified users have rows, at the end. */
  withDisqualified: boolean
}

export type Table = {
  /** Best first. */
  rows: readonly Ranked[]
  /** Time of the first solution by problem (s since the start), as known in this view. */
  firsts: ReadonlyMap<number, number>
}

/** Rows of a view, with change tracking for publishing. */
export type Follower = {
  /** Users whose rows may have changed since the last call; null: any. */
  changed(): ReadonlySet<string> | null
  row(userId: string): Row | null
  rows(): Iterable<Row>
}

/** Submissions appended since a cell was computed; null: recompute it. */
type Newer = Judged[] | null

type Kept = {
  table: Table | null
  rows: Map<string, Row>
  /** Rows, best first. */
  order: Row[]
  firsts: Map<number, number>
  /** Last ranking of each row. */
  ranked: Map<Row, Ranked>
  /** Invalid cells, by user and problem. */
  stale: Map<string, Map<number, Newer>>
  /** Problems whose first solution to find again. */
  unsure: Set<number>
}

const viewKey = (view: View): string =>
  `${view.sealed} ${view.late && !view.sealed} ${view.withoutStars} ${view.withDisqualified}`

/** Value of a key, created when missing. */
function grown<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const isSome = (entries: Entry[]): entries is [Entry, ...Entry[]] => entries.length > 0

const newers = () => new Map<number, Newer>()

/** Finds the first solution of problems whose solutions changed. */
function readFirsts({ order, firsts, unsure }: Kept): void {
  for (const problem of unsure) {
    const first = firstSolve(order, problem)
    if (first === null) firsts.delete(problem)
    else firsts.set(problem, first)
  }
  unsure.clear()
}

/**
 * Board of one contest: all judged submissions, and the views in use. A submission that is put again, such as
 * after a rejudging, replaces its old outcome; only affected cells are recomputed.
 */
export class Board {
  #terms: BoardTerms
  /** By user and problem, each in the order of submission numbers. */
  readonly #sent = new Map<string, Map<number, Judged[]>>()
  readonly #known = new Map<number, Judged>()
  readonly #kept = new Map<string, Kept>()
  /** Unread changes of each follower of a view; null: everything. */
  readonly #unasked = new Map<string, { changed: Set<string> | null }[]>()

  constructor(terms: BoardTerms, judged: Iterable<Judged> = []) {
    this.#terms = terms
    for (const one of judged) this.put(one)
  }

  get terms(): BoardTerms {
    return this.#terms
  }

  /** Submissions before the end of all users in the final board, in order. */
  official({ withoutStars }: Pick<View, 'withoutStars'>): { judged: Judged; second: number }[] {
    return [...this.#known.values()]
      .filter((judged) => this.isOfficial(judged, { withoutStars }))
      .map((judged) => ({ judged, second: this.#entry(judged, { sealed: false }).second }))
      .sort((one, other) => one.judged.number - other.judged.number)
  }

  /** Whether the final board counts a submission, or will once it is judged. */
  isOfficial(
    { userId, problem, createdAt, elsewhere }: Pick<Judged, 'userId' | 'problem' | 'createdAt' | 'elsewhere'>,
    { withoutStars }: Pick<View, 'withoutStars'>,
  ): boolean {
    const { startsAt, endsAt, problems } = this.#terms
    const isInTime = createdAt >= startsAt && !(elsewhere?.late ?? createdAt >= endsAt)
    return (
      isInTime && problems.has(problem) && this.#hasRow(userId, { withoutStars, withDisqualified: false })
    )
  }

  /** The board if some submissions had other outcomes, by number. */
  supposing(outcomes: ReadonlyMap<number, Pick<Judged, 'verdict' | 'score' | 'timeMs'>>): Board {
    const judged = [...this.#known.values()].map((one) => ({ ...one, ...outcomes.get(one.number) }))
    return new Board(this.#terms, judged)
  }

  /**
   * The board with the submissions of others, as if made here at the same second; `problemOf` maps their
   * problems to ours, `sealed` hides outcomes since their freeze. Users who are starred, disqualified or uncounted
   * there are so here.
   */
  joined(
    others: readonly { board: Board; problemOf: ReadonlyMap<number, number>; sealed: boolean }[],
  ): Board {
    const shift = (board: Board) => this.#terms.startsAt.getTime() - board.terms.startsAt.getTime()
    const judged = others.flatMap(({ board, problemOf, sealed }) =>
      [...board.#known.values()].flatMap((one): Judged[] => {
        const problem = problemOf.get(one.problem)
        if (problem === undefined) return []
        const elsewhere = board.#entry(one, { sealed })
        return [{ ...one, problem, createdAt: new Date(one.createdAt.getTime() + shift(board)), elsewhere }]
      }),
    )
    const all = (of: (terms: BoardTerms) => ReadonlySet<string>) =>
      new Set([this, ...others.map(({ board }) => board)].flatMap(({ terms }) => [...of(terms)]))
    const terms = {
      ...this.#terms,
      stars: all(({ stars }) => stars),
      disqualified: all(({ disqualified }) => disqualified),
      uncounted: all(({ uncounted }) => uncounted),
    }
    return new Board(terms, [...this.#known.values(), ...judged])
  }

  /** Ids of all users with judged submissions. */
  people(): string[] {
    return [...this.#sent.keys()]
  }

  /** Whether a user has a submission. */
  has(userId: string): boolean {
    return this.#sent.has(userId)
  }

  /** Replaces the terms. */
  adopt(terms: BoardTerms): void {
    this.#terms = terms
    this.#kept.clear()
    for (const followers of this.#unasked.values()) for (const one of followers) one.changed = null
  }

  /** Adds the outcome of a submission; outcomes may come in any order. */
  put(judged: Judged): void {
    const { userId, number, problem } = judged
    if (this.#known.has(number)) this.drop(number)
    this.#known.set(number, judged)
    const problems = grown(this.#sent, userId, () => new Map<number, Judged[]>())
    const list = grown(problems, problem, (): Judged[] => [])
    let place = list.length
    while (place > 0 && (list[place - 1] as Judged).number > number) place--
    if (place === list.length) {
      list.push(judged)
      this.#append(judged)
    } else {
      list.splice(place, 0, judged)
      this.#touch(judged)
    }
  }

  /** Removes a submission that is being judged again or was deleted. */
  drop(number: number): void {
    const judged = this.#known.get(number)
    if (!judged) return
    this.#known.delete(number)
    const list = this.#sent.get(judged.userId)?.get(judged.problem)
    list?.splice(list.indexOf(judged), 1)
    this.#touch(judged)
  }

  #touch({ userId, problem }: Judged): void {
    for (const { stale } of this.#kept.values()) grown(stale, userId, newers).set(problem, null)
  }

  #append(judged: Judged): void {
    for (const { stale } of this.#kept.values())
      grown(grown(stale, judged.userId, newers), judged.problem, (): Newer => [])?.push(judged)
  }

  /** The board as an audience sees it. */
  table(view: View): Table {
    const kept = this.#fresh(view)
    kept.table ??= this.#rank(kept, view)
    return kept.table
  }

  /** Rows of a view, unordered, with change tracking. */
  follow(view: View): Follower {
    const unasked = { changed: null as Set<string> | null }
    grown(this.#unasked, viewKey(view), (): { changed: Set<string> | null }[] => []).push(unasked)
    return {
      changed: () => {
        this.#fresh(view)
        const { changed } = unasked
        unasked.changed = new Set()
        return changed
      },
      row: (userId) => this.#fresh(view).rows.get(userId) ?? null,
      rows: () => this.#fresh(view).rows.values(),
    }
  }

  /** State of a view, updated with all changes. */
  #fresh(view: View): Kept {
    const key = viewKey(view)
    const kept = grown(this.#kept, key, () => this.#build(view))
    if (kept.stale.size === 0) return kept
    kept.table = null
    for (const [userId, problems] of kept.stale) {
      this.#move(kept, userId, problems, view)
      for (const { changed } of this.#unasked.get(key) ?? []) changed?.add(userId)
    }
    kept.stale.clear()
    return kept
  }

  #build(view: View): Kept {
    const order = [...this.#sent.keys()]
      .map((userId) => this.#row(userId, view))
      .filter((row) => row !== null)
      .sort(compareRows)
    return {
      table: null,
      order,
      rows: new Map(order.map((row) => [row.userId, row])),
      firsts: new Map(),
      ranked: new Map(),
      stale: new Map(),
      unsure: new Set(this.#terms.problems),
    }
  }

  /** Recomputes cells of a row, and moves it to its place. */
  #move(kept: Kept, userId: string, problems: ReadonlyMap<number, Newer>, view: View): void {
    const before = kept.rows.get(userId) ?? null
    const now = this.#row(userId, view, before ? { row: before, problems } : null)
    if (before) {
      kept.order.splice(placeOf(kept.order, before), 1)
      kept.ranked.delete(before)
    }
    if (now) kept.order.splice(placeOf(kept.order, now), 0, now)
    if (now) kept.rows.set(userId, now)
    else kept.rows.delete(userId)
    for (const problem of solvedOtherwise(before, now)) kept.unsure.add(problem)
  }

  /**
   * Ranks a view. Submissions after the end move rows of their own view, but affect neither first solutions
   * nor awards.
   */
  #rank(kept: Kept, view: View): Table {
    readFirsts(kept)
    const own = ranked(kept.order, this.#terms, kept.ranked)
    if (!view.late || view.sealed) return { rows: own, firsts: new Map(kept.firsts) }
    const official = this.table({ ...view, late: false })
    const awards = new Map(official.rows.map(({ userId, award }) => [userId, award]))
    return {
      rows: own.map((row) => ({ ...row, award: awards.get(row.userId) ?? null })),
      firsts: official.firsts,
    }
  }

  /** Row of a user; null when they have none. For a known row only the given problems are recomputed. */
  #row(
    userId: string,
    view: View,
    known: { row: Row; problems: ReadonlyMap<number, Newer> } | null = null,
  ): Row | null {
    const { rule, problems, stars, disqualified } = this.#terms
    if (!this.#hasRow(userId, view)) return null
    const sent = this.#sent.get(userId)
    const cells = new Map(known?.row.cells)
    const sum = { tries: known?.row.tries ?? 0, gain: known?.row.gain ?? 0, cost: known?.row.cost ?? 0 }
    const add = (cell: Cell | null | undefined, sign: 1 | -1) => {
      sum.tries += sign * (cell?.tries ?? 0)
      sum.gain += sign * (cell?.gain ?? 0)
      sum.cost += sign * (cell?.cost ?? 0)
    }
    for (const problem of known?.problems.keys() ?? sent?.keys() ?? []) {
      const before = cells.get(problem)
      const cell = problems.has(problem)
        ? this.#cell(sent?.get(problem) ?? [], view, before, known?.problems.get(problem))
        : null
      if (cell) cells.set(problem, cell)
      else cells.delete(problem)
      add(before, -1)
      add(cell, 1)
    }
    if (cells.size === 0) return null
    const [isStar, isDisqualified] = [stars.has(userId), disqualified.has(userId)]
    return { userId, cells, ...sum, tie: rule.tie(cells.values()), isStar, isDisqualified }
  }

  /** Whether a user with judged submissions has a row in a view. */
  #hasRow(userId: string, { withoutStars, withDisqualified }: Omit<View, 'sealed' | 'late'>): boolean {
    const { uncounted, stars, disqualified } = this.#terms
    if (uncounted.has(userId) || (withoutStars && stars.has(userId))) return false
    return withDisqualified || !disqualified.has(userId)
  }

  /**
   * Cell of a user's submissions to a problem, continued from `before` when submissions were only appended.
   */
  #cell(sent: readonly Judged[], view: View, before?: Cell, newer?: Newer): Cell | null {
    const { rule } = this.#terms
    const { next } = rule
    const isMore = before !== undefined && newer && next
    const entries = this.#counted(isMore ? newer : sent, view)
    if (isMore) {
      let cell: Omit<Cell, 'tries'> = before
      for (const entry of entries) cell = next(cell, entry)
      return { ...cell, tries: before.tries + entries.length }
    }
    return isSome(entries) ? { ...rule.cell(entries), tries: entries.length } : null
  }

  /** Submissions that a view counts. */
  #counted(sent: readonly Judged[], view: View): Entry[] {
    const { rule } = this.#terms
    const entries: Entry[] = []
    for (const judged of sent) {
      const entry = this.#entry(judged, view)
      const counts = !entry.late || (view.late && !view.sealed)
      if (entry.second >= 0 && counts && (rule.showsSealed || !entry.sealed)) entries.push(entry)
    }
    return entries
  }

  #entry(judged: Judged, { sealed }: Pick<View, 'sealed'>): Entry {
    const { number, problem, createdAt, verdict, score, timeMs, elsewhere } = judged
    const { startsAt, freezesAt, endsAt } = this.#terms
    const late = elsewhere?.late ?? createdAt >= endsAt
    const second = Math.floor((createdAt.getTime() - startsAt.getTime()) / 1000)
    const isFrozen = freezesAt !== null && createdAt >= freezesAt
    const isSealed = elsewhere?.sealed ?? (sealed && !late && isFrozen)
    return { number, problem, second, verdict, score, timeMs, late, sealed: isSealed }
  }
}
