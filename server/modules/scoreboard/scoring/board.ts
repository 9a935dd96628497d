import type { Verdict } from '#prisma/generated/enums.ts'
import {
  compareRows,
  firstSolve,
  type Ranked,
  ranked,
  solvedOtherwise,
} from '#server/shared/board/ranking.ts'
import type { Awards, Cell, Row } from '#server/shared/board/row.ts'
import type { Entry, Rule } from './rule.ts'

/** A judged submission as the database has it. */
export type Judged = {
  number: number
  userId: string
  problem: number
  createdAt: Date
  verdict: Verdict
  score: number | null
  timeMs: number | null
}

/** What a board goes by. */
export type BoardTerms = Awards & {
  rule: Rule
  startsAt: Date
  freezesAt: Date | null
  endsAt: Date
  /** The problems that it has, by their ids. */
  problems: ReadonlySet<number>
  /** Those who have no row: the contest's own people. */
  uncounted: ReadonlySet<string>
  /** Ids of the people whom nobody ranks. */
  stars: ReadonlySet<string>
  disqualified: ReadonlySet<string>
}

/** What of a board an audience sees. */
export type View = {
  /** Outcomes from the freeze on are hidden. */
  sealed: boolean
  /** What was sent after the end counts too; never in a sealed view. */
  late: boolean
  /** Stars have no rows. */
  withoutStars: boolean
  /** The disqualified have rows, at the end. */
  withDisqualified: boolean
}

export type Table = {
  /** Best first. */
  rows: readonly Ranked[]
  /** When each problem was solved first (s since the start), as far as this view knows. */
  firsts: ReadonlyMap<number, number>
}

/** The rows of a view, for somebody who tells others how they change. */
export type Follower = {
  /** Whose rows may have changed since this was asked last; null: anybody's. */
  changed(): ReadonlySet<string> | null
  row(userId: string): Row | null
  rows(): Iterable<Row>
}

/** What was put behind all that a cell was counted from; null: it is to be counted anew. */
type Newer = Judged[] | null

type Kept = {
  table: Table | null
  rows: Map<string, Row>
  /** The rows, best first. */
  order: Row[]
  firsts: Map<number, number>
  /** What each row was ranked as. */
  ranked: Map<Row, Ranked>
  /** The cells that are other ones now, by person and problem. */
  stale: Map<string, Map<number, Newer>>
  /** The problems whose first solution is to be looked for. */
  unsure: Set<number>
}

/** Where a row stands in an order, or would. */
function placeOf(order: readonly Row[], row: Row): number {
  let [from, to] = [0, order.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compareRows(order[middle] as Row, row) < 0) from = middle + 1
    else to = middle
  }
  return from
}

const viewKey = (view: View): string =>
  `${view.sealed} ${view.late && !view.sealed} ${view.withoutStars} ${view.withDisqualified}`

/** The value of a key, made where there is none. */
function grown<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const isSome = (entries: Entry[]): entries is [Entry, ...Entry[]] => entries.length > 0

const newers = () => new Map<number, Newer>()

/** Looks for who solved the problems first that somebody solved otherwise than before. */
function readFirsts({ order, firsts, unsure }: Kept): void {
  for (const problem of unsure) {
    const first = firstSolve(order, problem)
    if (first === null) firsts.delete(problem)
    else firsts.set(problem, first)
  }
  unsure.clear()
}

/**
 * The board of one contest: all that was judged there, and the views that were asked for. A submission that is put in
 * again, after a rejudging say, takes the place of its former outcome; only the cells that it concerns are counted
 * anew.
 */
export class Board {
  #terms: BoardTerms
  /** By person and problem, each in the order of their numbers. */
  readonly #sent = new Map<string, Map<number, Judged[]>>()
  readonly #known = new Map<number, Judged>()
  readonly #kept = new Map<string, Kept>()
  /** What each follower of a view has not asked for yet; null: all of it. */
  readonly #unasked = new Map<string, { changed: Set<string> | null }[]>()

  constructor(terms: BoardTerms, judged: Iterable<Judged> = []) {
    this.#terms = terms
    for (const one of judged) this.put(one)
  }

  get terms(): BoardTerms {
    return this.#terms
  }

  /** What counts before the end, of all who have a row in the final board, as they were sent. */
  official({ withoutStars }: Pick<View, 'withoutStars'>): { judged: Judged; second: number }[] {
    const view = { sealed: false, late: false, withoutStars, withDisqualified: false }
    return [...this.#known.values()]
      .filter(({ userId, problem }) => this.#hasRow(userId, view) && this.#terms.problems.has(problem))
      .map((judged) => ({ judged, entry: this.#entry(judged, view) }))
      .filter(({ entry }) => entry.second >= 0 && !entry.late)
      .map(({ judged, entry: { second } }) => ({ judged, second }))
      .sort((one, other) => one.judged.number - other.judged.number)
  }

  /** The same board if some submissions had other outcomes, by their numbers. */
  supposing(outcomes: ReadonlyMap<number, Pick<Judged, 'verdict' | 'score' | 'timeMs'>>): Board {
    const judged = [...this.#known.values()].map((one) => ({ ...one, ...outcomes.get(one.number) }))
    return new Board(this.#terms, judged)
  }

  /**
   * The same board with what was sent to others, as if it had been sent here at the same second; `problemOf` says as
   * what, by the problems there. Whoever is a star, disqualified or not counted there is so here.
   */
  joined(others: readonly { board: Board; problemOf: ReadonlyMap<number, number> }[]): Board {
    const { startsAt } = this.#terms
    const judged = others.flatMap(({ board, problemOf }) =>
      [...board.#known.values()].flatMap((one) => {
        const problem = problemOf.get(one.problem)
        const createdAt = new Date(
          startsAt.getTime() + one.createdAt.getTime() - board.terms.startsAt.getTime(),
        )
        return problem === undefined ? [] : [{ ...one, problem, createdAt }]
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

  /** Ids of all who have been judged. */
  people(): string[] {
    return [...this.#sent.keys()]
  }

  /** Whether somebody has sent anything. */
  has(userId: string): boolean {
    return this.#sent.has(userId)
  }

  /** Goes by other terms from now on. */
  adopt(terms: BoardTerms): void {
    this.#terms = terms
    this.#kept.clear()
    for (const followers of this.#unasked.values()) for (const one of followers) one.changed = null
  }

  /** Takes in the outcome of a submission, in whatever order outcomes come. */
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

  /** A submission that is not judged any more, because it is being judged again or was removed. */
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

  /** The rows as an audience sees them, without their order. */
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

  /** What is kept of a view, with all that has been put in since. */
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
      ...{ table: null, order, rows: new Map(order.map((row) => [row.userId, row])) },
      ...{ firsts: new Map(), ranked: new Map(), stale: new Map(), unsure: new Set(this.#terms.problems) },
    }
  }

  /** Counts the cells of one row anew, and puts it where it stands now. */
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

  /** What was sent after the end moves rows of its own view, and neither first solutions nor awards. */
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

  /** Somebody's row; null where they have none. Of one that is known only the cells of some problems are counted. */
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

  /** Whether somebody who was judged has a row in a view. */
  #hasRow(userId: string, { withoutStars, withDisqualified }: Omit<View, 'sealed' | 'late'>): boolean {
    const { uncounted, stars, disqualified } = this.#terms
    if (uncounted.has(userId) || (withoutStars && stars.has(userId))) return false
    return withDisqualified || !disqualified.has(userId)
  }

  /** The cell of what somebody sent to a problem; where that was only more than `before`, it goes on from there. */
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

  /** What of it a view counts. */
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

  #entry({ number, problem, createdAt, verdict, score, timeMs }: Judged, { sealed }: View): Entry {
    const { startsAt, freezesAt, endsAt } = this.#terms
    const late = createdAt >= endsAt
    const second = Math.floor((createdAt.getTime() - startsAt.getTime()) / 1000)
    const isSealed = sealed && !late && freezesAt !== null && createdAt >= freezesAt
    return { number, problem, second, verdict, score, timeMs, late, sealed: isSealed }
  }
}
