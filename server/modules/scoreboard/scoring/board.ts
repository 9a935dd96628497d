import type { AwardKind, Verdict } from '#prisma/generated/enums.ts'
import {
  compareRows,
  firstSolve,
  type RankedRow,
  type Row,
  ranked,
  solvedOtherwise,
  type Tier,
} from './ranking.ts'
import type { Cell, Entry, Rule } from './rule.ts'

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
export type BoardTerms = {
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
  awardKind: AwardKind
  tiers: readonly Tier[]
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
  rows: readonly RankedRow[]
  /** When each problem was solved first (s since the start), as far as this view knows. */
  firsts: ReadonlyMap<number, number>
}

type Kept = {
  table: Table | null
  rows: Map<string, Row>
  /** The rows, best first. */
  order: Row[]
  firsts: Map<number, number>
  /** What each row was ranked as. */
  ranked: Map<Row, RankedRow>
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

/** Looks for who solved a problem first. */
function readFirst({ order, firsts }: Kept, problem: number): void {
  const first = firstSolve(order, problem)
  if (first === null) firsts.delete(problem)
  else firsts.set(problem, first)
}

/**
 * The board of one contest: all that was judged there, and the tables that were asked for. A submission that is put in
 * again, after a rejudging say, takes the place of its former outcome; only the rows of whom it concerns are counted
 * anew.
 */
export class Board {
  #terms: BoardTerms
  readonly #sent = new Map<string, Map<number, Judged>>()
  readonly #owners = new Map<number, string>()
  readonly #kept = new Map<string, Kept>()
  /** Whose rows are to be counted anew, by view. */
  readonly #stale = new Map<string, Set<string>>()

  constructor(terms: BoardTerms, judged: Iterable<Judged> = []) {
    this.#terms = terms
    for (const one of judged) this.put(one)
  }

  get terms(): BoardTerms {
    return this.#terms
  }

  /** Ids of all who have been judged. */
  people(): string[] {
    return [...this.#sent.keys()]
  }

  /** Goes by other terms from now on. */
  adopt(terms: BoardTerms): void {
    this.#terms = terms
    this.#kept.clear()
    this.#stale.clear()
  }

  /** Takes in the outcome of a submission, in whatever order outcomes come. */
  put(judged: Judged): void {
    const { userId, number } = judged
    const theirs = this.#sent.get(userId) ?? new Map<number, Judged>()
    theirs.set(number, judged)
    this.#sent.set(userId, theirs)
    this.#owners.set(number, userId)
    this.#touch(userId)
  }

  /** A submission that is not judged any more, because it is being judged again or was removed. */
  drop(number: number): void {
    const userId = this.#owners.get(number)
    if (userId === undefined) return
    this.#owners.delete(number)
    this.#sent.get(userId)?.delete(number)
    this.#touch(userId)
  }

  #touch(userId: string): void {
    for (const stale of this.#stale.values()) stale.add(userId)
  }

  /** The board as an audience sees it. */
  table(view: View): Table {
    const key = viewKey(view)
    const kept = this.#kept.get(key) ?? this.#build(view)
    const stale = this.#stale.get(key) ?? new Set()
    if (kept.table && stale.size === 0) return kept.table
    for (const userId of stale) this.#move(kept, userId, view)
    stale.clear()
    const table = this.#rank(kept, view)
    kept.table = table
    this.#kept.set(key, kept)
    this.#stale.set(key, stale)
    return table
  }

  #build(view: View): Kept {
    const order = [...this.#sent.keys()]
      .map((userId) => this.#row(userId, view))
      .filter((row) => row !== null)
      .sort(compareRows)
    const kept: Kept = {
      ...{ table: null, order, rows: new Map(order.map((row) => [row.userId, row])) },
      ...{ firsts: new Map(), ranked: new Map() },
    }
    for (const problem of this.#terms.problems) readFirst(kept, problem)
    return kept
  }

  /** Counts one row anew, and puts it where it stands now. */
  #move(kept: Kept, userId: string, view: View): void {
    const before = kept.rows.get(userId) ?? null
    const now = this.#row(userId, view)
    if (before) {
      kept.order.splice(placeOf(kept.order, before), 1)
      kept.ranked.delete(before)
    }
    if (now) kept.order.splice(placeOf(kept.order, now), 0, now)
    if (now) kept.rows.set(userId, now)
    else kept.rows.delete(userId)
    for (const problem of solvedOtherwise(before, now)) readFirst(kept, problem)
  }

  /** What was sent after the end moves rows of its own view, and neither first solutions nor awards. */
  #rank({ order, firsts, ranked: before }: Kept, view: View): Table {
    const own = ranked(order, this.#terms, before)
    if (!view.late || view.sealed) return { rows: own, firsts: new Map(firsts) }
    const official = this.table({ ...view, late: false })
    const awards = new Map(official.rows.map(({ userId, award }) => [userId, award]))
    return {
      rows: own.map((row) => ({ ...row, award: awards.get(row.userId) ?? null })),
      firsts: official.firsts,
    }
  }

  #row(userId: string, view: View): Row | null {
    const { rule, problems, uncounted, stars, disqualified } = this.#terms
    const isStar = stars.has(userId)
    const isDisqualified = disqualified.has(userId)
    if (uncounted.has(userId) || (isStar && view.withoutStars)) return null
    if (isDisqualified && !view.withDisqualified) return null
    const entries: Entry[] = []
    for (const judged of this.#sent.get(userId)?.values() ?? []) {
      if (!problems.has(judged.problem)) continue
      const entry = this.#entry(judged, view)
      if (entry.second >= 0 && (!entry.late || (view.late && !view.sealed))) entries.push(entry)
    }
    if (entries.length === 0) return null
    entries.sort((one, other) => one.number - other.number)
    const byProblem = new Map<number, Entry[]>()
    for (const entry of entries) {
      const theirs = byProblem.get(entry.problem)
      if (theirs) theirs.push(entry)
      else byProblem.set(entry.problem, [entry])
    }
    const cells = new Map<number, Cell>()
    for (const [problem, theirs] of byProblem) {
      const cell = rule.cell(theirs)
      if (cell) cells.set(problem, cell)
    }
    let gain = 0
    let cost = 0
    for (const cell of cells.values()) {
      gain += cell.gain
      cost += cell.cost
    }
    const tries = entries.length
    return { userId, cells, tries, gain, cost, tie: rule.tie(cells.values()), isStar, isDisqualified }
  }

  #entry({ number, problem, createdAt, verdict, score, timeMs }: Judged, { sealed }: View): Entry {
    const { startsAt, freezesAt, endsAt } = this.#terms
    const late = createdAt >= endsAt
    const second = Math.floor((createdAt.getTime() - startsAt.getTime()) / 1000)
    const isSealed = sealed && !late && freezesAt !== null && createdAt >= freezesAt
    return { number, problem, second, verdict, score, timeMs, late, sealed: isSealed }
  }
}
