import type { Contest, ContestProblem, User } from '#prisma/generated/client.ts'
import type { Context, House } from '../../context.ts'
import type { AnyEvent } from '../../events.ts'
import { problemsOf } from '../contest/contest.ts'
import { tiersOf } from '../contest/organising.ts'
import { usernameKeyOf } from '../user/username.ts'
import { Board, type BoardTerms, type Judged } from './scoring/board.ts'
import { ruleOf } from './scoring/rules.ts'

/** What a board shows of a person. */
const PERSON = {
  ...{ id: true, username: true, nickname: true, realname: true, school: true },
  ...{ gender: true, avatar: true, endedAt: true },
} as const
export type BoardPerson = Pick<User, keyof typeof PERSON>

/** A contest's board in the memory of this process, with what its pages say besides. */
export type Scoreboard = {
  board: Board
  problems: readonly ContestProblem[]
  people: ReadonlyMap<string, BoardPerson>
}

type Kept = {
  board: Board
  problems: readonly ContestProblem[]
  people: Map<string, BoardPerson>
  /** The version of the contest that the terms are of; null: they are to be read again. */
  version: number | null
  /** Submissions whose rows are to be read again. */
  dirty: Set<number>
}

/** Boards that nobody has asked for during this time (ms) are forgotten. */
const IDLE_MS = 10 * 60_000

/**
 * The boards of one process. A board is built from the rows of its contest once and follows the events from then on: who
 * asks for it reads what has happened since, and nothing else.
 */
class Boards {
  readonly #kept = new Map<number, { kept: Promise<Kept>; asked: number }>()

  hear({ name, payload }: AnyEvent): void {
    if (name.startsWith('submission.') && 'submissionId' in payload) {
      if (payload.contestId !== null)
        this.#with(payload.contestId, ({ dirty }) => dirty.add(payload.submissionId))
    } else if (name === 'contest.changed') this.#with(payload.contestId, forgetTerms)
    else if (name === 'reader.changed') this.#each(forgetTerms)
    else if (name === 'profile.changed') this.#each(({ people }) => people.delete(payload.userId))
  }

  /** Events may have been missed. */
  clear(): void {
    this.#kept.clear()
  }

  #with(contestId: number, change: (kept: Kept) => void): void {
    // What is being read now may be read too early for it.
    void this.#kept.get(contestId)?.kept.then(change, () => {})
  }

  #each(change: (kept: Kept) => void): void {
    for (const contestId of this.#kept.keys()) this.#with(contestId, change)
  }

  /** The board of a contest as it is now. */
  async get(ctx: Context, contest: Contest): Promise<Scoreboard> {
    const now = Date.now()
    for (const [id, { asked }] of this.#kept) if (now - asked > IDLE_MS) this.#kept.delete(id)
    const known = this.#kept.get(contest.id)
    const entry = known ?? { kept: build(ctx, contest), asked: now }
    entry.asked = now
    if (!known) this.#kept.set(contest.id, entry)
    const kept = await entry.kept.catch((error: unknown) => {
      this.#kept.delete(contest.id)
      throw error
    })
    if (kept.version !== contest.version) await renewTerms(ctx, contest, kept)
    await readDirty(ctx, contest.id, kept)
    await readPeople(ctx, kept)
    return kept
  }
}

const forgetTerms = (kept: Kept): void => {
  kept.version = null
}

const JUDGED = {
  ...{ id: true, userId: true, problemId: true, createdAt: true },
  ...{ verdict: true, score: true, timeMs: true, state: true },
} as const

type Sent = Omit<Judged, 'number' | 'problem' | 'verdict'> & {
  id: number
  problemId: number
  state: string
  verdict: Judged['verdict'] | null
}

/** What counts of a row; null while it is not judged. */
const judgedOf = ({ id, problemId, state, verdict, ...others }: Sent): Judged | null =>
  state === 'DONE' && verdict ? { ...others, number: id, problem: problemId, verdict } : null

async function build(ctx: Context, contest: Contest): Promise<Kept> {
  const [{ terms, problems }, rows] = await Promise.all([
    termsOf(ctx, contest),
    ctx.db.submission.findMany({ where: { contestId: contest.id, state: 'DONE' }, select: JUDGED }),
  ])
  const judged = rows.map(judgedOf).filter((one) => one !== null)
  const board = new Board(terms, judged)
  return { board, problems, people: new Map(), version: contest.version, dirty: new Set() }
}

async function termsOf(
  ctx: Context,
  contest: Contest,
): Promise<{ terms: BoardTerms; problems: ContestProblem[] }> {
  const { id: contestId, ownerId, startsAt, freezesAt, endsAt, awardKind } = contest
  const [problems, roots, stars, disqualified] = await Promise.all([
    problemsOf(ctx, contest),
    ctx.db.user.findMany({ where: { role: 'ROOT' }, select: { id: true } }),
    ctx.db.user.findMany({
      where: { usernameKey: { in: contest.stars.map(usernameKeyOf) } },
      select: { id: true },
    }),
    ctx.db.participation.findMany({
      where: { contestId, disqualifiedAt: { not: null } },
      select: { userId: true },
    }),
  ])
  const terms: BoardTerms = {
    ...{ rule: ruleOf(contest), startsAt, freezesAt, endsAt, awardKind, tiers: tiersOf(contest) },
    problems: new Set(problems.map(({ problemId }) => problemId)),
    uncounted: new Set([ownerId, ...roots.map(({ id }) => id)]),
    stars: new Set(stars.map(({ id }) => id)),
    disqualified: new Set(disqualified.map(({ userId }) => userId)),
  }
  return { terms, problems }
}

async function renewTerms(ctx: Context, contest: Contest, kept: Kept): Promise<void> {
  kept.version = contest.version
  const { terms, problems } = await termsOf(ctx, contest)
  kept.board.adopt(terms)
  kept.problems = problems
}

async function readDirty(ctx: Context, contestId: number, { board, dirty }: Kept): Promise<void> {
  if (dirty.size === 0) return
  const ids = [...dirty]
  dirty.clear()
  const rows = await ctx.db.submission.findMany({ where: { id: { in: ids }, contestId }, select: JUDGED })
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) {
    const row = byId.get(id)
    const judged = row ? judgedOf(row) : null
    if (judged) board.put(judged)
    else board.drop(id)
  }
}

async function readPeople(ctx: Context, { board, people }: Kept): Promise<void> {
  const missing = board.people().filter((id) => !people.has(id))
  if (missing.length === 0) return
  const rows = await ctx.db.user.findMany({ where: { id: { in: missing } }, select: PERSON })
  for (const row of rows) people.set(row.id, row)
}

const boardsOfHouse = new WeakMap<House, Boards>()

/** The board of a contest as it is now; who may see what of it is asked for with its table. */
export function scoreboardOf(ctx: Context, contest: Contest): Promise<Scoreboard> {
  const { house } = ctx
  let boards = boardsOfHouse.get(house)
  if (!boards) {
    const made = new Boards()
    house.events.listen((event) => made.hear(event))
    house.events.onInterruption(() => made.clear())
    boardsOfHouse.set(house, made)
    boards = made
  }
  return boards.get(ctx, contest)
}
