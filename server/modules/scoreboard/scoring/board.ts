import type { AwardKind, Verdict } from '#prisma/generated/enums.ts'
import { compareRows, firstSolves, type RankedRow, type Row, ranked, type Tier } from './ranking.ts'
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

type Kept = { table: Table; rows: Map<string, Row | null> }

const viewKey = (view: View): string =>
  `${view.sealed} ${view.late && !view.sealed} ${view.withoutStars} ${view.withDisqualified}`

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
    const kept = this.#kept.get(key)
    const stale = this.#stale.get(key)
    if (kept && stale?.size === 0) return kept.table
    const rows = kept?.rows ?? new Map<string, Row | null>()
    for (const userId of kept ? (stale ?? []) : this.#sent.keys()) rows.set(userId, this.#row(userId, view))
    const shown = [...rows.values()].filter((row) => row !== null).sort(compareRows)
    const table = this.#rank(shown, view)
    this.#kept.set(key, { table, rows })
    this.#stale.set(key, new Set())
    return table
  }

  /** What was sent after the end moves rows of its own view, and neither first solutions nor awards. */
  #rank(rows: readonly Row[], view: View): Table {
    const own = ranked(rows, this.#terms)
    if (!view.late || view.sealed) return { rows: own, firsts: firstSolves(rows) }
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
    const entries = [...(this.#sent.get(userId)?.values() ?? [])]
      .filter(({ problem }) => problems.has(problem))
      .map((judged) => this.#entry(judged, view))
      .filter((entry) => entry.second >= 0 && (!entry.late || (view.late && !view.sealed)))
      .sort((one, other) => one.number - other.number)
    if (entries.length === 0) return null
    const byProblem = new Map<number, Entry[]>()
    for (const entry of entries)
      byProblem.set(entry.problem, [...(byProblem.get(entry.problem) ?? []), entry])
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
    return {
      ...{ number, problem, verdict, score, timeMs, late },
      second: Math.floor((createdAt.getTime() - startsAt.getTime()) / 1000),
      sealed: sealed && !late && freezesAt !== null && createdAt >= freezesAt,
    }
  }
}
