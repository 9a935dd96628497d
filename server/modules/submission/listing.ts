import { type Contest, Prisma } from '#prisma/generated/client.ts'
import type { JudgingState, Verdict } from '#prisma/generated/enums.ts'
import { type Context, readerOf, requireLogin } from '../../context.ts'
import { PREPARED } from '../../core/db.ts'
import { Refusal } from '../../core/errors.ts'
import { literally } from '../../core/literally.ts'
import { organises } from '../../policy/officials.ts'
import { unlistedProblems } from '../../policy/problem.ts'
import { listedScope, listedSubmissions } from '../../policy/submission.ts'
import { COUNTS } from '../../policy/venue.ts'
import { may } from '../../policy/viewer.ts'
import { COUNTS_SQL, contestSql, groupSql, HIDDEN_PROBLEMS_SQL } from '../../scope.ts'
import { findToFollow } from '../contest/contest.ts'
import { usernameKeyOf } from '../user/username.ts'

/** What a list of submissions can be narrowed to. */
export type SubmissionFilter = {
  mine?: boolean | null
  /** Practice and all contests, unless one is named; of one's own alone. */
  everywhere?: boolean | null
  /** A name, or a part of it where nobody has it. */
  username?: string | null
  /** Part of a display id, or all of it with `exactProblem`. */
  problem?: string | null
  exactProblem?: boolean | null
  problemId?: number | null
  /** Any of these problems. */
  problemIds?: readonly number[] | null
  /** What was sent in this contest; practice when left out. */
  contestId?: number | null
  /** What was sent to the own problems of this group, outside of contests. */
  groupId?: number | null
  /** Sent from this moment on, and before that one; of a contest. */
  from?: Date | null
  before?: Date | null
  /** These rows alone. */
  ids?: readonly number[] | null
  language?: string | null
  verdict?: Verdict | null
  /** Any of these, instead of one. */
  verdicts?: readonly Verdict[] | null
  state?: JudgingState | null
  /** Any of these, instead of one. */
  states?: readonly JudgingState[] | null
}

type GlobalId = { typename: string; id: string }

type GivenFilter = Omit<SubmissionFilter, 'contestId' | 'groupId'> & {
  unsealed?: boolean | null
  contestId?: GlobalId | null
  contestNumber?: number | null
  groupNumber?: number | null
}

/** Context for reading a list: organisers who ask for it see through the freeze (contest-rules 11). */
export const unsealing = (ctx: Context, input: GivenFilter | null | undefined): Context =>
  input?.unsealed ? { ...ctx, unsealed: true } : ctx

/** The filter as the graph hands it in. */
export function filterOfInput(input: GivenFilter | null | undefined): SubmissionFilter {
  const { contestId, contestNumber, groupNumber: groupId, unsealed: _, ...filter } = input ?? {}
  if (!contestId) return { ...filter, groupId, contestId: contestNumber ?? null }
  const number = Number(contestId.id)
  if (contestId.typename !== 'Contest' || (contestNumber ?? number) !== number) throw new Refusal('NOT_FOUND')
  return { ...filter, groupId, contestId: number }
}

/** The filter in terms of rows; null is no wish, an unknown person or problem an empty list. */
export type Narrowing = {
  ids: readonly number[] | null
  userIds: readonly string[] | null
  problemIds: readonly number[] | null
  contestId: number | null
  groupId: number | null
  from: Date | null
  before: Date | null
  language: string | null
  verdicts: readonly Verdict[] | null
  states: readonly JudgingState[] | null
}

/** Resolves the names in a filter, so that lists, totals and live rows query by ids. */
export async function narrow(ctx: Context, filter: SubmissionFilter): Promise<Narrowing> {
  const {
    ids = null,
    contestId = null,
    groupId = null,
    language = null,
    verdict = null,
    state = null,
  } = filter
  const { from = null, before = null } = filter
  if (filter.everywhere && !filter.mine) throw new Refusal('INVALID_INPUT', { field: 'everywhere' })
  if (groupId !== null && (contestId !== null || filter.everywhere))
    throw new Refusal('INVALID_INPUT', { field: 'groupNumber' })
  const verdicts = eachOnce(filter.verdicts) ?? (verdict && [verdict])
  const states = eachOnce(filter.states) ?? (state && [state])
  const [userIds, problemIds] = await Promise.all([peopleOf(ctx, filter), problemsOf(ctx, filter)])
  return { ids, userIds, problemIds, contestId, groupId, from, before, language, verdicts, states }
}

/** Lists and totals add up what they read for each. */
const eachOnce = <Value>(values: readonly Value[] | null | undefined): Value[] | null =>
  values ? [...new Set(values)] : null

/** Most users of a filter: reading and comparing 100,000 ids blocks the process for more than half a second. */
export const MOST_PEOPLE = 5_000

/** Users by the name of a filter: the one with that name, else the first MOST_PEOPLE whose names contain it. */
async function peopleOf(ctx: Context, filter: SubmissionFilter): Promise<string[] | null> {
  if (filter.mine) {
    requireLogin(ctx)
    return [ctx.viewer.id]
  }
  const name = filter.username?.trim()
  if (!name) return null
  const key = usernameKeyOf(name)
  const find = (usernameKey: Prisma.StringFilter | string) =>
    ctx.db.user.findMany({
      where: { usernameKey, endedAt: null },
      orderBy: { usernameKey: 'asc' },
      take: MOST_PEOPLE,
      select: { id: true },
    })
  const exactly = await find(key)
  const found = exactly.length > 0 ? exactly : await find({ contains: literally(key) })
  return found.map(({ id }) => id)
}

async function problemsOf(ctx: Context, filter: SubmissionFilter): Promise<number[] | null> {
  if (filter.problemId) return [filter.problemId]
  if (filter.problemIds) return [...filter.problemIds]
  const name = filter.problem?.trim().toUpperCase()
  if (!name) return null
  if (filter.contestId) return problemsOfContest(ctx, filter.contestId, name, filter.exactProblem ?? false)
  const problems = await ctx.db.problem.findMany({
    where: { displayId: filter.exactProblem ? name : { contains: literally(name) } },
    select: { id: true },
  })
  return problems.map(({ id }) => id)
}

/** The problems of a contest that it calls so, or of whose names that is a part. */
async function problemsOfContest(ctx: Context, contestId: number, name: string, exactly: boolean) {
  const rows = await ctx.db.contestProblem.findMany({
    where: { contestId, removedAt: null },
    select: { problemId: true, displayId: true },
  })
  return rows
    .filter(({ displayId }) => {
      const theirs = displayId.toUpperCase()
      return exactly ? theirs === name : theirs.includes(name)
    })
    .map(({ problemId }) => problemId)
}

/**
 * Rows of a list or a total. `hidden` are problems whose rows the reader may not see, and `venue` restricts them to
 * practice, or to those rows of a contest or group that the reader's lists show; null: none.
 */
export type Scope = Narrowing & { hidden: readonly number[]; venue: Prisma.Sql | null }

/** The narrowing, with the problems whose submissions the viewer may not see: few beside those that he may. */
export async function scopeOf(ctx: Context, filter: SubmissionFilter): Promise<Scope> {
  const narrowing = await narrow(ctx, filter)
  const { contestId, groupId, userIds } = narrowing
  if (contestId === null && filter.everywhere)
    return { ...narrowing, hidden: [], venue: await everyVenue(ctx, userIds ?? []) }
  if (groupId !== null) return { ...narrowing, hidden: [], venue: groupVenue(ctx, groupId) }
  if (contestId === null) return { ...narrowing, hidden: await hiddenProblems(ctx), venue: COUNTS_SQL }
  const contest = await findToFollow(ctx, contestId)
  const venue = contest && contestSql(listedScope(readerOf(ctx), contestId))
  const from = contest && latest(narrowing.from, listedFrom(ctx, contest))
  return { ...narrowing, from, hidden: contest ? await removedProblems(ctx, contest) : [], venue }
}

/** Problems that were removed from a contest, whose rows organisers alone see in lists (contest-rules 21). */
async function removedProblems(ctx: Context, contest: Contest): Promise<number[]> {
  if (organises(readerOf(ctx), contest)) return []
  const removed = { contestId: contest.id, removedAt: { not: null } }
  const rows = await ctx.db.contestProblem.findMany({ where: removed, select: { problemId: true } })
  return rows.map(({ problemId }) => problemId)
}

/** The moment from which lists show rows of a contest; null: all. Organisers alone see earlier ones (contest-rules 25). */
export const listedFrom = (ctx: Context, contest: Contest): Date | null =>
  organises(readerOf(ctx), contest) ? null : contest.startsAt

function latest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one > other ? one : other
}

const groupVenue = (ctx: Context, groupId: number): Prisma.Sql | null =>
  groupSql(listedScope(readerOf(ctx), { groupId }), groupId)

/** Whether lists of a group show the viewer anything. */
export const listsGroup = (ctx: Context, groupId: number): boolean => groupVenue(ctx, groupId) !== null

/** Practice, and every contest and group whose rows of somebody the viewer's lists show. */
async function everyVenue(ctx: Context, userIds: readonly string[]): Promise<Prisma.Sql> {
  const reader = readerOf(ctx)
  const [hidden, sent] = await Promise.all([
    hiddenProblems(ctx),
    ctx.db.submission.groupBy({
      by: ['contestId', 'groupId'],
      where: { AND: [{ userId: { in: [...userIds] }, NOT: COUNTS }, listedSubmissions(reader)] },
    }),
  ])
  const scope = listedScope(reader)
  const ids = [...new Set(sent.flatMap(({ contestId }) => contestId ?? []))]
  const isSealed = (id: number) => reader.contests.sealed.has(id)
  const open = ids.filter((id) => !isSealed(id))
  const sealed = ids.filter(isSealed).map((id) => contestSql(listedScope(reader, id)) ?? NONE)
  const practice = Prisma.sql`(${COUNTS_SQL} and "problemId" <> all(${hidden}::int[]))`
  const groups = sent.flatMap(({ contestId, groupId }) => {
    const rows = contestId === null && groupId !== null ? groupSql(scope, groupId) : null
    return rows ? [Prisma.sql`(${rows})`] : []
  })
  const parts = [practice, Prisma.sql`"contestId" = any(${open}::int[])`, ...sealed, ...groups]
  return Prisma.sql`(${Prisma.join(parts, ' or ')})`
}

/** A page and its total ask the same within one request. */
const remembered = new WeakMap<Context, Promise<number[]>>()

function hiddenProblems(ctx: Context): Promise<number[]> {
  if (may(ctx, 'submission.readAny')) return Promise.resolve([])
  let hidden = remembered.get(ctx)
  if (!hidden) {
    hidden = findHidden(ctx)
    remembered.set(ctx, hidden)
  }
  return hidden
}

async function findHidden(ctx: Context): Promise<number[]> {
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    ${PREPARED} select "id" from "Problem" where ${HIDDEN_PROBLEMS_SQL}`
  const ids = rows.map(({ id }) => id)
  const unlisted = unlistedProblems(readerOf(ctx))
  if (ids.length === 0 || unlisted === null) return ids
  const where = { AND: [{ id: { in: ids } }, unlisted] }
  const shown = await ctx.db.problem.findMany({ where, select: { id: true } })
  const shownIds = new Set(shown.map(({ id }) => id))
  return ids.filter((id) => !shownIds.has(id))
}

export const isNothing = ({ ids, userIds, problemIds, verdicts, states, venue }: Scope): boolean =>
  venue === null || [ids, userIds, problemIds, verdicts, states].some((any) => any?.length === 0)

const ALL = Prisma.sql`true`
const NONE = Prisma.sql`false`

export const inProblems = ({ problemIds, hidden }: Pick<Scope, 'problemIds' | 'hidden'>): Prisma.Sql => {
  const [only, ...others] = problemIds ?? []
  const among =
    only === undefined
      ? ALL
      : others.length === 0
        ? Prisma.sql`"problemId" = ${only}::int`
        : Prisma.sql`"problemId" = any(${problemIds}::int[])`
  return hidden.length === 0 ? among : Prisma.sql`${among} and "problemId" <> all(${hidden}::int[])`
}

const isOf = (userIds: readonly string[]): Prisma.Sql =>
  userIds.length === 1 ? Prisma.sql`"userId" = ${userIds[0]}` : Prisma.sql`"userId" = any(${userIds}::text[])`

const hasOneOf = (verdicts: readonly Verdict[]): Prisma.Sql => {
  const [only, ...others] = verdicts
  return only !== undefined && others.length === 0
    ? Prisma.sql`"verdict" = ${only}::"Verdict"`
    : Prisma.sql`"verdict" = any(${verdicts}::"Verdict"[])`
}

const isInOneOf = (states: readonly JudgingState[]): Prisma.Sql => {
  const [only, ...others] = states
  return only !== undefined && others.length === 0
    ? Prisma.sql`"state" = ${only}::"JudgingState"`
    : Prisma.sql`"state" = any(${states}::"JudgingState"[])`
}

/**
 * The rows of a scope as SQL over the columns of "Submission". Written out rather than left to Prisma, which hides
 * values in casts that the planner cannot look through: it took the wrong index for rare verdicts.
 */
export const rowsOf = (scope: Scope): Prisma.Sql => {
  const { ids, userIds, from, before, language, verdicts, states, venue } = scope
  const conditions = [venue ?? NONE, inProblems(scope)]
  if (ids) conditions.push(Prisma.sql`"id" = any(${ids}::int[])`)
  if (from) conditions.push(Prisma.sql`"createdAt" >= ${from}::timestamptz`)
  if (before) conditions.push(Prisma.sql`"createdAt" < ${before}::timestamptz`)
  if (userIds !== null) conditions.push(isOf(userIds))
  if (language !== null) conditions.push(Prisma.sql`"language" = ${language}`)
  if (verdicts !== null) conditions.push(hasOneOf(verdicts))
  if (states !== null) conditions.push(isInOneOf(states))
  return Prisma.join(conditions, ' and ')
}
