import { isDeepStrictEqual } from 'node:util'
import type { Contest, ContestProblem } from '#prisma/generated/client.ts'
import type { Context, House } from '../../context.ts'
import type { AnyEvent, EventName } from '../../events.ts'
import { officialIds } from '../../officials.ts'
import { CONTESTS } from '../../policy/officials.ts'
import { fullScoreShown } from '../bank/score.ts'
import { problemsOf } from '../contest/contest.ts'
import { tiersOf } from '../contest/organising/organising.ts'
import { isAboutGroup } from '../group/group.ts'
import { usernameKeyOf } from '../user/username.ts'
import { type KnownPerson, PERSON } from './people.ts'
import { Publication } from './publication.ts'
import { Board, type BoardTerms, type Judged } from './scoring/board.ts'
import { ruleOf } from './scoring/rules.ts'

/** A contest problem; `full` is its full score. */
export type BoardProblem = ContestProblem & { full: number }

/** Scoreboard of a contest in the memory of this process, with the problems and people it shows. */
export type Scoreboard = {
  board: Board
  problems: readonly BoardProblem[]
  people: ReadonlyMap<string, KnownPerson>
  /** Publication with a name; created on first use. */
  publication(name: string): Publication
}

type Kept = Scoreboard & {
  problems: readonly BoardProblem[]
  people: Map<string, KnownPerson>
  publications: Map<string, Publication>
  /** Group whose root members are not counted. */
  groupId: number | null
  /** Version of the contest that the terms were read at; null: read them again. */
  version: number | null
  /** Submissions to read again. */
  dirty: Set<number>
  /** Users whose disqualification to read again. */
  parts: Set<string>
  /** Users without submissions, who may have become officials since the terms were read. */
  strangers: Set<string>
}

/** A cached board, the time of its last use, and its running read; reads are serialized. */
type Entry = { kept: Promise<Kept>; board: Board | null; asked: number; reading: Promise<unknown> }

/** Boards not used for this time (ms) are evicted. */
const IDLE_MS = 60 * 60_000

/** Events after which a board may count a submission differently. */
export const COUNTING: ReadonlySet<EventName> = new Set([
  'submission.judged',
  'submission.changed',
  'submission.counted',
])

/**
 * Cache of the boards of one process. A board is built once from the rows of its contest and updated by
 * events: each read loads only what changed.
 */
class Boards {
  readonly #kept = new Map<number, Entry>()

  hear(event: AnyEvent): void {
    const { name, payload } = event
    if ('submissionId' in payload) {
      if (COUNTING.has(name) && payload.contestId !== null)
        this.#with(payload.contestId, ({ dirty }) => dirty.add(payload.submissionId))
    } else if (name === 'contest.changed') this.#with(payload.contestId, forgetTerms)
    else if (name === 'participation.changed')
      this.#with(payload.contestId, ({ parts }) => parts.add(payload.userId))
    else if (name === 'reader.changed') this.#each((kept) => doubtOfficial(kept, payload.userId))
    else if (name === 'membership.changed' || name === 'group.changed')
      this.#each((kept) => isAboutGroup(event, kept.groupId) && forgetTerms(kept))
    else if (name === 'profile.changed') this.#each((kept) => rename(kept, payload.userId))
  }

  /** See `standsOnBoard`. */
  concerns(contestId: number, userId: string): boolean {
    const board = this.#kept.get(contestId)?.board
    return !board || standsOn(board, userId)
  }

  /** Evicts all boards, because events may have been missed. */
  clear(): void {
    this.#kept.clear()
  }

  #with(contestId: number, change: (kept: Kept) => void): void {
    // The running read may have started before the change.
    void this.#kept.get(contestId)?.kept.then(change, () => {})
  }

  #each(change: (kept: Kept) => void): void {
    for (const contestId of this.#kept.keys()) this.#with(contestId, change)
  }

  /** Current board of a contest. */
  async get(ctx: Context, contest: Contest): Promise<Scoreboard> {
    const now = Date.now()
    for (const [id, { asked }] of this.#kept) if (now - asked > IDLE_MS) this.#kept.delete(id)
    const known = this.#kept.get(contest.id)
    const entry = known ?? {
      kept: build(ctx, contest),
      board: null,
      asked: now,
      reading: Promise.resolve(),
    }
    entry.asked = now
    if (!known) this.#kept.set(contest.id, entry)
    const kept = await entry.kept.catch((error: unknown) => {
      this.#kept.delete(contest.id)
      throw error
    })
    entry.board = kept.board
    const reading = entry.reading.then(() => readNew(ctx, contest, kept))
    entry.reading = reading.catch(() => {})
    await reading
    return kept
  }
}

async function readNew(ctx: Context, contest: Contest, kept: Kept): Promise<void> {
  if (kept.version !== contest.version) await renewTerms(ctx, contest, kept)
  else await readParts(ctx, contest.id, kept)
  await readDirty(ctx, contest.id, kept)
  if ([...kept.strangers].some((id) => kept.board.has(id))) await renewTerms(ctx, contest, kept)
  const come = await readPeople(ctx, kept)
  // The account of a star may be created after the terms were read (contest-rules 12).
  const stars = new Set(contest.stars.map(usernameKeyOf))
  const isNewStar = ({ id, username }: KnownPerson) =>
    stars.has(usernameKeyOf(username)) && !kept.board.terms.stars.has(id)
  if (come.some(isNewStar)) await renewTerms(ctx, contest, kept)
}

const forgetTerms = (kept: Kept): void => {
  kept.version = null
}

const standsOn = (board: Board, userId: string): boolean =>
  board.terms.uncounted.has(userId) || board.has(userId)

/** Invalidates the terms of a board when one of its users becomes an official or stops being one. */
function doubtOfficial(kept: Kept, userId: string): void {
  if (standsOn(kept.board, userId)) forgetTerms(kept)
  else kept.strangers.add(userId)
}

function rename({ people, publications }: Kept, userId: string): void {
  if (!people.delete(userId)) return
  for (const one of publications.values()) one.rename(userId)
}

/** Judged submissions, without those that were sent as an official. */
const COUNTED = { state: 'DONE', byOfficial: false } as const

const JUDGED = {
  id: true,
  userId: true,
  problemId: true,
  createdAt: true,
  verdict: true,
  score: true,
  timeMs: true,
} as const

type Sent = Omit<Judged, 'number' | 'problem' | 'verdict'> & {
  id: number
  problemId: number
  verdict: Judged['verdict'] | null
}

/**
 * Counted fields of a judged row. Copied one by one: there are tens of thousands, and a spread takes longer
 * than a read.
 */
const judgedOf = ({ id, userId, problemId, createdAt, verdict, score, timeMs }: Sent): Judged | null =>
  verdict && { number: id, userId, problem: problemId, createdAt, verdict, score, timeMs }

async function build(ctx: Context, contest: Contest): Promise<Kept> {
  const [{ terms, problems }, rows] = await Promise.all([
    termsOf(ctx, contest),
    ctx.db.submission.findMany({ where: { contestId: contest.id, ...COUNTED }, select: JUDGED }),
  ])
  const judged = rows.map(judgedOf).filter((one) => one !== null)
  const board = new Board(terms, judged)
  const publications = new Map<string, Publication>()
  return {
    board,
    problems,
    people: new Map(),
    publications,
    dirty: new Set(),
    parts: new Set(),
    strangers: new Set(),
    groupId: contest.groupId,
    version: contest.version,
    publication(name) {
      const known = publications.get(name) ?? new Publication(board)
      publications.set(name, known)
      return known
    },
  }
}

async function termsOf(
  ctx: Context,
  contest: Contest,
): Promise<{ terms: BoardTerms; problems: BoardProblem[] }> {
  const { id: contestId, startsAt, freezesAt, endsAt, awardKind } = contest
  const [problems, uncounted, stars, disqualified] = await Promise.all([
    problemsOf(ctx, contest),
    officialIds(ctx, CONTESTS, contest),
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
    rule: ruleOf(contest),
    startsAt,
    freezesAt,
    endsAt,
    awardKind,
    tiers: tiersOf(contest),
    problems: new Set(problems.map(({ problemId }) => problemId)),
    uncounted,
    stars: new Set(stars.map(({ id }) => id)),
    disqualified: new Set(disqualified.map(({ userId }) => userId)),
  }
  const ids = problems.map(({ problemId }) => problemId)
  const scores = await ctx.db.problem.findMany({
    where: { id: { in: ids } },
    select: { id: true, fullScore: true, bankKey: true },
  })
  const full = new Map(scores.map((problem) => [problem.id, fullScoreShown(problem)]))
  return { terms, problems: problems.map((one) => ({ ...one, full: full.get(one.problemId) ?? 100 })) }
}

async function renewTerms(ctx: Context, contest: Contest, kept: Kept): Promise<void> {
  // Changes during the read are read again.
  kept.version = contest.version
  kept.parts.clear()
  kept.strangers.clear()
  const { terms, problems } = await termsOf(ctx, contest).catch((error: unknown) => {
    kept.version = null
    throw error
  })
  kept.problems = problems
  if (!isDeepStrictEqual(terms, kept.board.terms)) kept.board.adopt(terms)
}

/** Reads which of the changed participants are disqualified; a registration does not change the board. */
async function readParts(ctx: Context, contestId: number, { board, parts }: Kept): Promise<void> {
  if (parts.size === 0) return
  const ids = [...parts]
  parts.clear()
  const rows = await ctx.db.participation
    .findMany({
      where: { contestId, userId: { in: ids }, disqualifiedAt: { not: null } },
      select: { userId: true },
    })
    .catch((error: unknown) => {
      for (const id of ids) parts.add(id)
      throw error
    })
  const disqualified = new Set(board.terms.disqualified)
  for (const id of ids) disqualified.delete(id)
  for (const { userId } of rows) disqualified.add(userId)
  if (!isDeepStrictEqual(disqualified, board.terms.disqualified))
    board.adopt({ ...board.terms, disqualified })
}

async function readDirty(ctx: Context, contestId: number, { board, dirty }: Kept): Promise<void> {
  if (dirty.size === 0) return
  const ids = [...dirty]
  dirty.clear()
  const rows = await ctx.db.submission
    .findMany({ where: { id: { in: ids }, contestId, ...COUNTED }, select: JUDGED })
    .catch((error: unknown) => {
      for (const id of ids) dirty.add(id)
      throw error
    })
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) {
    const row = byId.get(id)
    const judged = row ? judgedOf(row) : null
    if (judged) board.put(judged)
    else board.drop(id)
  }
}

/** Reads the users of new rows, and returns them. */
async function readPeople(ctx: Context, { board, people }: Kept): Promise<KnownPerson[]> {
  const missing = board.people().filter((id) => !people.has(id))
  if (missing.length === 0) return []
  const rows = await ctx.db.user.findMany({ where: { id: { in: missing } }, select: PERSON })
  for (const row of rows) people.set(row.id, row)
  return rows
}

const boardsOfHouse = new WeakMap<House, Boards>()

/** Current board of a contest; the caller authorizes the view. */
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

/**
 * Whether a change of a user's role or name may change the board of a contest; true while the board is not
 * loaded.
 */
export const standsOnBoard = (house: House, contestId: number, userId: string): boolean =>
  boardsOfHouse.get(house)?.concerns(contestId, userId) ?? true
