import { Prisma } from '#prisma/generated/client.ts'
import type { JudgingState, Verdict } from '#prisma/generated/enums.ts'
import { type Context, requireLogin } from '../../context.ts'
import { visibleProblems } from '../../policy/problem.ts'
import { visibleSubmissions } from '../../policy/submission.ts'
import { may } from '../../policy/viewer.ts'
import { inOrderOf } from '../problem/problem.ts'
import { TALLY_COLUMN } from './tally.ts'

/** What a list of submissions can be narrowed to. */
export type SubmissionFilter = {
  mine?: boolean | null
  username?: string | null
  /** Part of a display id, or all of it with `exactProblem`. */
  problem?: string | null
  exactProblem?: boolean | null
  problemId?: number | null
  /** These rows alone. */
  ids?: readonly number[] | null
  language?: string | null
  verdict?: Verdict | null
  state?: JudgingState | null
}

/** A part of a display id that fits more problems than this is left to the join. */
const MOST_PROBLEMS = 500

/** The filter in terms of rows. An empty list of problems, or an unknown person, matches nothing. */
export type Narrowing = {
  ids: readonly number[] | null
  userId: string | null
  problemIds: number[] | null
  problemPart: string | null
  language: string | null
  verdict: Verdict | null
  state: JudgingState | null
}

/** Looks up whom and what a filter names, so that lists, totals and live rows ask indexes alone. */
export async function narrow(ctx: Context, filter: SubmissionFilter): Promise<Narrowing> {
  const { ids = null, language = null, verdict = null, state = null } = filter
  return {
    userId: await personOf(ctx, filter),
    ...(await problemsOf(ctx, filter)),
    ids,
    language,
    verdict,
    state,
  }
}

async function personOf(ctx: Context, filter: SubmissionFilter): Promise<string | null> {
  if (filter.mine) {
    requireLogin(ctx)
    return ctx.viewer.id
  }
  const name = filter.username?.trim()
  if (!name) return null
  const user = await ctx.db.user.findUnique({
    where: { usernameKey: name.toLowerCase() },
    select: { id: true },
  })
  return user?.id ?? ''
}

async function problemsOf(ctx: Context, filter: SubmissionFilter) {
  if (filter.problemId) return { problemIds: [filter.problemId], problemPart: null }
  const part = filter.problem
    ?.trim()
    .toUpperCase()
    .replace(/[\\%_]/g, '\\$&')
  if (!part) return { problemIds: null, problemPart: null }
  const problems = await ctx.db.problem.findMany({
    where: { displayId: filter.exactProblem ? part : { contains: part } },
    select: { id: true },
    take: MOST_PROBLEMS + 1,
  })
  if (problems.length > MOST_PROBLEMS) return { problemIds: null, problemPart: part }
  return { problemIds: problems.map(({ id }) => id), problemPart: null }
}

/** The rows a narrowing keeps, whoever asks. */
const rowsOf = ({ ids, userId, problemIds, problemPart, language, verdict, state }: Narrowing) => {
  const where: Prisma.SubmissionWhereInput[] = []
  if (ids) where.push({ id: { in: [...ids] } })
  if (userId !== null) where.push({ userId })
  if (problemIds?.length === 1) where.push({ problemId: problemIds[0] })
  else if (problemIds) where.push({ problemId: { in: problemIds } })
  if (problemPart !== null) where.push({ problem: { displayId: { contains: problemPart } } })
  if (language !== null) where.push({ language })
  if (verdict !== null) where.push({ verdict })
  if (state !== null) where.push({ state })
  return where
}

/** Submissions that the filter keeps and the viewer may see, newest first. */
export const submissionListing = (ctx: Context, narrowing: Narrowing) =>
  ({
    where: { AND: [...rowsOf(narrowing), visibleSubmissions(ctx.viewer)] },
    orderBy: { id: 'desc' },
  }) satisfies Prisma.SubmissionFindManyArgs

type PageQuery = Pick<Prisma.SubmissionFindManyArgs, 'select' | 'include' | 'cursor' | 'take' | 'skip'>

/** One page of a list: `query` has what to select and where to start, `offset` counts rows from there. */
export async function submissionPage<Query extends PageQuery>(
  ctx: Context,
  filter: SubmissionFilter,
  query: Query,
  offset: number,
): Promise<Prisma.SubmissionGetPayload<Query>[]> {
  const { take, cursor, skip = 0, ...selection } = query
  const listing = submissionListing(ctx, await narrow(ctx, filter))
  const page = await ctx.db.submission.findMany({
    ...listing,
    take,
    cursor,
    skip: skip + Math.max(0, offset),
    select: { id: true },
  })
  const ids = page.map(({ id }) => id)
  const rows = await ctx.db.submission.findMany({ ...selection, where: { id: { in: ids } } })
  return inOrderOf(ids, rows) as Prisma.SubmissionGetPayload<Query>[]
}

/** Whether a row would stand in a list narrowed so, as far as its ids tell; null: only the database knows. */
export function matchesIds(narrowing: Narrowing, row: { userId: string; problemId: number }): boolean | null {
  if (narrowing.userId !== null && narrowing.userId !== row.userId) return false
  if (narrowing.problemIds && !narrowing.problemIds.includes(row.problemId)) return false
  return narrowing.problemPart === null && narrowing.language === null ? true : null
}

/**
 * How many rows the filter keeps: exact, and fast over millions. What people and languages are asked for is counted
 * on an index; everything else is in the tallies of the problems already, and only what they have not counted yet is
 * looked at.
 */
export async function countSubmissions(ctx: Context, narrowing: Narrowing): Promise<number> {
  const { ids, userId, problemIds, problemPart, language, state } = narrowing
  if (problemIds?.length === 0 || userId === '') return 0
  if (ids || userId !== null || problemPart !== null || language !== null) {
    return ctx.db.submission.count({ where: submissionListing(ctx, narrowing).where })
  }
  const hidden = await hiddenProblems(ctx)
  if (state === null) return countByTally(ctx, narrowing, hidden)
  const unsettled = await countUnsettled(ctx, narrowing, hidden)
  if (state !== 'DONE') return unsettled
  const all = await countByTally(ctx, { ...narrowing, state: null }, hidden)
  return all - unsettled
}

/** The problems whose submissions the viewer may not see: few beside those that he may. */
async function hiddenProblems(ctx: Context): Promise<number[]> {
  if (may(ctx.viewer, 'submission.readAny')) return []
  const problems = await ctx.db.problem.findMany({
    where: { NOT: visibleProblems(ctx.viewer) },
    select: { id: true },
  })
  return problems.map(({ id }) => id)
}

const inProblems = ({ problemIds }: Narrowing, hidden: number[]) => Prisma.sql`
  ${problemIds ? Prisma.sql`"problemId" = any(${problemIds}::int[])` : Prisma.sql`true`}
  and ${hidden.length > 0 ? Prisma.sql`"problemId" <> all(${hidden}::int[])` : Prisma.sql`true`}`

/** The predicate of the index "Submission_unsettled_idx", word for word, so that the planner takes it. */
const UNSETTLED = Prisma.sql`("countedVerdict" is null or "verdict" is distinct from "countedVerdict")`

async function countByTally(ctx: Context, narrowing: Narrowing, hidden: number[]): Promise<number> {
  const { verdict } = narrowing
  const column = Prisma.raw(`"${verdict ? TALLY_COLUMN[verdict] : 'total'}"`)
  const correction = verdict
    ? Prisma.sql`count(*) filter (where "verdict"::text = ${verdict})
        - count(*) filter (where "countedVerdict"::text = ${verdict})`
    : Prisma.sql`count(*) filter (where "countedVerdict" is null)`
  const [row] = await ctx.db.$queryRaw<{ count: bigint }[]>`
    select (select coalesce(sum(${column}), 0) from "ProblemTally" where ${inProblems(narrowing, hidden)})
      + (select ${correction} from "Submission" where ${UNSETTLED} and ${inProblems(narrowing, hidden)}) as "count"`
  return Number(row?.count ?? 0)
}

/** Rows that are being judged: in the given state, or for DONE in any other. */
async function countUnsettled(ctx: Context, narrowing: Narrowing, hidden: number[]): Promise<number> {
  const { state, verdict } = narrowing
  const inState = state === 'DONE' ? Prisma.sql`"state" <> 'DONE'` : Prisma.sql`"state"::text = ${state}`
  const withVerdict = verdict ? Prisma.sql`"verdict"::text = ${verdict}` : Prisma.sql`true`
  const [row] = await ctx.db.$queryRaw<{ count: bigint }[]>`
    select count(*) from "Submission"
    where ${UNSETTLED} and ${inState} and ${withVerdict} and ${inProblems(narrowing, hidden)}`
  return Number(row?.count ?? 0)
}
