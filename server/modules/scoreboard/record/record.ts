import type { Contest, ContestProblem } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import type { Ranked } from '#server/shared/board/ranking.ts'
import { type Context, readerOf } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { visibleTestsets } from '../../../policy/problem.ts'
import { findManagedContest, tiersOf } from '../../contest/organising/organising.ts'
import { shownNameOf } from '../../contest/shownName.ts'
import { scoreboardOf } from '../boards.ts'
import { type KnownPerson, PERSON, personOf } from '../people.ts'

/** Verdicts that say something of the code; the others are not part of a record. */
export const DECISIVE = [
  'ACCEPTED',
  'WRONG_ANSWER',
  'PRESENTATION_ERROR',
  'TIME_LIMIT_EXCEEDED',
  'MEMORY_LIMIT_EXCEEDED',
  'OUTPUT_LIMIT_EXCEEDED',
  'RUNTIME_ERROR',
  'COMPILE_ERROR',
] as const satisfies readonly Verdict[]
export type Decisive = (typeof DECISIVE)[number]

/** A colour as `#rrggbb`, from one that may be short or have an opacity; null: it is none. */
function colourOf(text: string | null): string | null {
  const digits = /^#([0-9a-f]{3,8})$/i.exec(text ?? '')?.[1] ?? ''
  if (digits.length === 6 || digits.length === 8) return `#${digits.slice(0, 6)}`
  return digits.length === 3 || digits.length === 4 ? `#${digits.slice(0, 3).replace(/./g, '$&$&')}` : null
}

export const isDecisive = (verdict: Verdict): verdict is Decisive =>
  (DECISIVE as readonly Verdict[]).includes(verdict)

export type RecordedProblem = {
  id: number
  label: string
  title: string
  /** `#rrggbb`. */
  color: string | null
  /** Time limit (ms). */
  timeMs: number
  /** Number of its tests; null: hidden from the viewer. */
  caseCount: number | null
}

export type RecordedTeam = {
  /** Id of the user: letters, digits and hyphens. */
  id: string
  name: string
  username: string
  school: string | null
  isStar: boolean
  /** Row of the final board; null without a submission. */
  row: Ranked | null
}

export type RecordedTry = {
  /** Number of the submission. */
  number: number
  team: string
  /** Index in `problems`. */
  problem: number
  at: Date
  verdict: Decisive
  language: string
  /** When its judgement began and ended; null: without a judgement of ours, as after a correction. */
  judged: Judged | null
}

/** A submission without a verdict yet. */
export type WaitingTry = Omit<RecordedTry, 'verdict' | 'judged'>

type Judged = { from: Date; to: Date }

/** An ACM contest with all that its final board counts, as other programs read it. */
export type ContestRecord = {
  contest: Pick<Contest, 'id' | 'title' | 'startsAt' | 'freezesAt' | 'endsAt' | 'thawsAt'>
  problems: readonly RecordedProblem[]
  /** Best first; teams without a submission last. */
  teams: readonly RecordedTeam[]
  /** In the order of submission. */
  tries: readonly RecordedTry[]
  /** Submissions that are still judged, or again, in the order of submission. */
  waiting: readonly WaitingTry[]
  /** Awards, best first, with the ids of the teams that have them. */
  awards: readonly { name: string; teams: readonly string[] }[]
  /** When it was read. */
  now: Date
}

/**
 * Record of an ACM contest that the viewer organises, with outcomes since the freeze and without the disqualified.
 * Throws CONTEST_NOT_ACM for another type.
 */
export async function readRecord(
  ctx: Context,
  contestId: number,
  { withoutStars, known = new Map() }: { withoutStars: boolean; known?: KnownTries },
): Promise<ContestRecord> {
  const contest = await findManagedContest(ctx, contestId)
  if (contest.type !== 'ACM') throw new Refusal('CONTEST_NOT_ACM')
  const { board, problems, people } = await scoreboardOf(ctx, contest)
  const { rows } = board.table({ sealed: false, late: false, withoutStars, withDisqualified: false })
  const { stars, uncounted } = board.terms
  const standing = rows.map((row): RecordedTeam => {
    const person = personOf(people, row.userId)
    const { username, school } = person
    const name = shownNameOf(contest, person)
    return { id: row.userId, name, username, school, isStar: row.isStar, row }
  })
  const places = new Map(problems.map(({ problemId }, place) => [problemId, place]))
  const official = board.official({ withoutStars })
  await learn(
    ctx,
    official.map(({ judged }) => judged),
    known,
  )
  const tries = official.flatMap(({ judged }): RecordedTry[] => {
    const { number, userId, createdAt, verdict } = judged
    const problem = places.get(judged.problem)
    if (problem === undefined || !isDecisive(verdict)) return []
    const detail = known.get(number)
    if (detail?.tried?.problem === problem) return [detail.tried]
    const { language = '', from = null, to = null } = detail ?? {}
    const times = from && to && { from, to }
    const tried = { number, team: userId, problem, at: createdAt, verdict, language, judged: times }
    if (detail) detail.tried = tried
    return [tried]
  })
  const waiting = (await undecidedOf(ctx, contestId)).flatMap((sent): WaitingTry[] => {
    const { id, userId, problemId, createdAt, language } = sent
    const problem = places.get(problemId)
    if (problem === undefined || !board.isOfficial({ ...sent, problem: problemId }, { withoutStars }))
      return []
    return [{ number: id, team: userId, problem, at: createdAt, language }]
  })
  const listed = new Set(standing.map(({ id }) => id))
  const others = await peopleWithoutRow(ctx, contestId, new Set(waiting.map(({ team }) => team)))
  const idle = others.flatMap((person): RecordedTeam[] => {
    const { id, username, school } = person
    const isStar = stars.has(id)
    if (listed.has(id) || uncounted.has(id) || (isStar && withoutStars)) return []
    return [{ id, name: shownNameOf(contest, person), username, school, isStar, row: null }]
  })
  return {
    contest,
    problems: await recordedProblems(ctx, problems),
    teams: [...standing, ...idle],
    tries,
    waiting,
    awards: tiersOf(contest).map((tier, place) => ({
      name: tier.name,
      teams: rows.filter(({ award }) => award === board.terms.tiers[place]).map(({ userId }) => userId),
    })),
    now: ctx.now,
  }
}

/** Submissions to a contest that have no verdict yet, in their order. */
const undecidedOf = (ctx: Context, contestId: number) =>
  ctx.db.submission.findMany({
    where: { contestId, state: { not: 'DONE' }, byOfficial: false },
    select: { id: true, userId: true, problemId: true, createdAt: true, language: true },
    orderBy: { id: 'asc' },
  })

/** Registered users of a contest, then others whose first submission still waits. */
async function peopleWithoutRow(
  ctx: Context,
  contestId: number,
  waiting: ReadonlySet<string>,
): Promise<KnownPerson[]> {
  const registered = await ctx.db.participation.findMany({
    where: {
      contestId,
      fits: true,
      disqualifiedAt: null,
      user: { endedAt: null },
      // Another password drops registrations and keeps the seats (contest-rules 16).
      OR: [{ registeredAt: { not: null } }, { seat: { not: null } }],
    },
    select: { user: { select: PERSON } },
    orderBy: { id: 'asc' },
  })
  const known = new Set(registered.map(({ user }) => user.id))
  const ids = [...waiting].filter((id) => !known.has(id))
  const others =
    ids.length === 0 ? [] : await ctx.db.user.findMany({ where: { id: { in: ids } }, select: PERSON })
  return [...registered.map(({ user }) => user), ...others]
}

/**
 * What a board does not keep of its submissions, by number, and the verdict that it was read for. A try that did not
 * change is the same object in the next record.
 */
export type KnownTries = Map<number, Known>
type Known = { verdict: Verdict; language: string; from: Date | null; to: Date | null; tried?: RecordedTry }

/** Reads what is not known of submissions, and of those that have another verdict since. */
async function learn(
  ctx: Context,
  judged: readonly { number: number; verdict: Verdict }[],
  known: KnownTries,
): Promise<void> {
  const unknown = new Map(
    judged.flatMap(({ number, verdict }) =>
      known.get(number)?.verdict === verdict ? [] : [[number, verdict] as const],
    ),
  )
  if (unknown.size === 0) return
  const rows = await ctx.db.$queryRaw<(Omit<Known, 'verdict' | 'tried'> & { id: number })[]>`
    select s."id", s."language", j."startedAt" as "from", j."endedAt" as "to"
    from "Submission" s left join "Judgement" j on j."id" = s."judgementId"
    where s."id" = any(${[...unknown.keys()]}::int[])`
  for (const { id, language, from, to } of rows)
    known.set(id, { verdict: unknown.get(id) ?? 'JUDGE_ERROR', language, from, to })
}

/** Problems of a contest as its record has them. */
export async function recordedProblems(
  ctx: Context,
  problems: readonly ContestProblem[],
): Promise<RecordedProblem[]> {
  const limits = await limitsOf(
    ctx,
    problems.map(({ problemId }) => problemId),
  )
  return problems.map(({ problemId, displayId, title, color }) => ({
    id: problemId,
    label: displayId,
    title,
    color: colourOf(color),
    timeMs: limits.get(problemId)?.timeMs ?? 0,
    caseCount: limits.get(problemId)?.caseCount ?? null,
  }))
}

/** Time limits (ms) and numbers of tests of problems; null: hidden from the viewer. */
async function limitsOf(
  ctx: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<RecordedProblem, 'timeMs' | 'caseCount'>>> {
  const rows = await ctx.db.problem.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, timeMs: true, testsetId: true },
  })
  const testsets = await ctx.db.testset.findMany({
    where: {
      AND: [{ id: { in: rows.flatMap(({ testsetId }) => testsetId ?? []) } }, visibleTestsets(readerOf(ctx))],
    },
    select: { id: true, caseCount: true },
  })
  const counts = new Map(testsets.map(({ id, caseCount }) => [id, caseCount]))
  return new Map(
    rows.map(({ id, timeMs, testsetId }) => [
      id,
      { timeMs, caseCount: (testsetId && counts.get(testsetId)) ?? null },
    ]),
  )
}

/**
 * First solutions, by number of the submission: of each problem those of the earliest second in which one was sent, one of
 * each team (contest-rules 5).
 */
export function firstSolutions({
  contest: { startsAt },
  tries,
}: Pick<ContestRecord, 'contest' | 'tries'>): ReadonlySet<number> {
  const second = ({ at }: RecordedTry) => Math.floor((at.getTime() - startsAt.getTime()) / 1000)
  const accepted = tries.filter(({ verdict }) => verdict === 'ACCEPTED')
  const earliest = new Map<number, number>()
  for (const one of accepted)
    earliest.set(one.problem, Math.min(earliest.get(one.problem) ?? Number.POSITIVE_INFINITY, second(one)))
  const first = new Map<string, number>()
  for (const one of accepted) {
    const key = `${one.team} ${one.problem}`
    if (second(one) === earliest.get(one.problem) && !first.has(key)) first.set(key, one.number)
  }
  return new Set(first.values())
}
