import { rankScore } from '#judge/scoring.ts'
import type { Difficulty, Prisma, Problem, Scoring, Statement } from '#prisma/generated/client.ts'
import { answerAlone, type Context, inLocale, readerOf, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { literally } from '../../core/literally.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { sightReader } from '../../policy/audience.ts'
import { listedInGroup, listedProblems, visibleProblems } from '../../policy/problem.ts'
import { enter } from '../../venue.ts'
import { GROUP } from '../group/group.ts'
import { type OfferedLanguage, offeredLanguages } from '../site/language.ts'
import { checkerOf, filesOf } from '../testset/testsetRules.ts'

/** Weight of a difficulty in the OI rank, and its number in REST. */
export const DIFFICULTY_LEVEL: Record<Difficulty, number> = { EASY: 0, MID: 1, HARD: 2 }

/** How a submission is judged, as far as its author needs to know. */
export type JudgeMode = 'DEFAULT' | 'CHECKER' | 'INTERACTIVE'

export function judgeModeOf(problem: Pick<Problem, 'checker' | 'interactor'>): JudgeMode {
  if (problem.interactor !== null) return 'INTERACTIVE'
  return checkerOf(problem).kind === 'program' ? 'CHECKER' : 'DEFAULT'
}

/** What a full score adds to the OI rank. */
export const oiRankScoreOf = (problem: Pick<Problem, 'fullScore' | 'difficulty' | 'scoring'>): number =>
  rankScore(
    { ...problem, caseMode: 'ALL', difficulty: DIFFICULTY_LEVEL[problem.difficulty] },
    problem.fullScore,
    true,
  )

/** Files of a problem, in stored order. */
export const filesInOrder = (files: Prisma.JsonValue): { name: string; content: string }[] =>
  Object.entries(filesOf(files)).map(([name, content]) => ({ name, content }))

/** Statement in the viewer's language, else in another. */
export const statementOf = <Row extends Pick<Statement, 'locale'>>(
  rows: readonly Row[],
  ctx: Context,
): Row | undefined => inLocale(Object.fromEntries(rows.map((row) => [row.locale, row])), ctx.locale)

/** Title in the viewer's language; the display id when there is no statement. */
export const titleOf = (
  problem: { displayId: string; statements: readonly Pick<Statement, 'locale' | 'title'>[] },
  ctx: Context,
): string => statementOf(problem.statements, ctx)?.title ?? problem.displayId

/** Statement of a problem that has one in some language. */
export function requireStatement<Row extends Pick<Statement, 'locale'>>(
  rows: readonly Row[],
  ctx: Context,
): Row {
  const statement = statementOf(rows, ctx)
  if (!statement) throw new Refusal('NOT_FOUND')
  return statement
}

/** Problem with a display id, if the viewer may see it. Case-insensitive. */
export const problemNamed = (ctx: Context, displayId: string): Prisma.ProblemWhereInput => ({
  AND: [{ displayId: displayId.trim().toUpperCase() }, visibleProblems(sightReader(readerOf(ctx)))],
})

/**
 * Filter of the problem at an address: by display id, else by number. First checks whether any problem has
 * these digits as its display id, so that a number never shadows it.
 */
export async function problemAt(ctx: Context, address: string): Promise<Prisma.ProblemWhereInput> {
  const id = /^\d{1,9}$/.test(address.trim()) ? Number(address) : 0
  const named = problemNamed(ctx, address)
  if (id === 0) return named
  // Uses the viewer's own row filter: a group of other users may have a problem with these digits.
  const seen = { AND: [{ displayId: address.trim() }, visibleProblems(readerOf(ctx))] }
  if ((await ctx.db.problem.count({ where: seen })) > 0) return named
  return { AND: [{ id }, visibleProblems(readerOf(ctx))] }
}

/** The problem at an address; refuses when there is none. */
export async function findProblem(ctx: Context, displayId: string): Promise<Problem> {
  const problem = await ctx.db.problem.findFirst({ where: problemNamed(ctx, displayId) })
  if (!problem) throw new Refusal('NOT_FOUND')
  return problem
}

/** The problem with a number, which is the pid of REST. */
export async function findProblemByNumber(ctx: Context, id: number): Promise<Problem> {
  const problem = isRowNumber(id)
    ? await ctx.db.problem.findFirst({ where: { AND: [{ id }, visibleProblems(readerOf(ctx))] } })
    : null
  if (!problem) throw new Refusal('NOT_FOUND')
  return problem
}

export type ProgressFilter = 'SOLVED' | 'TRIED' | 'UNTRIED'

export type ProblemFilter = {
  /** Group of the problems; default: the site. */
  groupId?: number | null
  keyword?: string | null
  difficulty?: Difficulty | null
  scoring?: Scoring | null
  bank?: string | null
  /** Only problems with all these tags. */
  tags?: readonly number[] | null
  /** Progress of the viewer, who must be logged in. */
  progress?: ProgressFilter | null
}

const MAX_KEYWORD = 100
const MAX_TAGS = 20

function withProgress(
  ctx: Context,
  progress: ProgressFilter,
  groupId: number | null,
): Prisma.ProblemWhereInput {
  requireLogin(ctx)
  const userId = ctx.viewer.id
  const verdict = progress === 'SOLVED' ? ('ACCEPTED' as const) : { not: 'ACCEPTED' as const }
  const wanted = progress === 'UNTRIED' ? { none: { userId } } : { some: { userId, verdict } }
  if (groupId === null) return { progress: wanted }
  const inGroup =
    progress === 'UNTRIED' ? { none: { userId, groupId } } : { some: { userId, groupId, verdict } }
  // Approved problems are practised on the site.
  return {
    OR: [
      { visibility: 'PUBLIC', progress: wanted },
      { visibility: { not: 'PUBLIC' }, groupProgress: inGroup },
    ],
  }
}

/** Orders of problem lists, each with an index that begins with the visibility. */
const ORDERS = {
  DISPLAY_ID: [{ sortKey: 'asc' }, { id: 'asc' }],
  UPDATED: [{ updatedAt: 'desc' }, { id: 'desc' }],
} as const satisfies Record<string, Prisma.ProblemOrderByWithRelationInput[]>

export type ProblemOrder = keyof typeof ORDERS

/** Filter and order of the problem list of the site, or of a group for its members. */
export async function problemListing(
  ctx: Context,
  filter: ProblemFilter,
  order: ProblemOrder = 'DISPLAY_ID',
) {
  const groupId = filter.groupId ?? null
  if (groupId !== null) await enter(ctx, GROUP, groupId, 'look')
  const keyword = filter.keyword?.trim().toLowerCase().slice(0, MAX_KEYWORD)
  const tags = [...new Set(filter.tags ?? [])].slice(0, MAX_TAGS)
  const where: Prisma.ProblemWhereInput[] = [groupId === null ? listedProblems : listedInGroup(groupId)]
  if (keyword) where.push({ keywords: { contains: literally(keyword) } })
  if (filter.difficulty) where.push({ difficulty: filter.difficulty })
  if (filter.scoring) where.push({ scoring: filter.scoring })
  if (filter.bank) where.push({ bank: filter.bank })
  where.push(...tags.map((tagId) => ({ tags: { some: { tagId } } })))
  if (filter.progress) where.push(withProgress(ctx, filter.progress, groupId))
  return {
    where: { AND: where },
    orderBy: [...ORDERS[order]],
  } satisfies Prisma.ProblemFindManyArgs
}

/** Number of problems of a listing on all pages. */
export const countProblems = (
  ctx: Context,
  { where }: { where: Prisma.ProblemWhereInput },
): Promise<number> => ctx.db.problem.count({ where })

/** Page of a listing in Prisma's terms, as GraphQL connections fill them. */
export type PageSlice = { skip?: number; take?: number; cursor?: Prisma.ProblemWhereUniqueInput }

/**
 * Ids of one page, in order. Rows are loaded afterwards, because joins would run for every skipped or sorted
 * row (350 ms with 10,000 problems), while ids come from the index alone.
 */
export async function problemIdsOfPage(
  ctx: Context,
  listing: Pick<Prisma.ProblemFindManyArgs, 'where' | 'orderBy'>,
  slice: PageSlice,
): Promise<number[]> {
  const rows = await ctx.db.problem.findMany({ ...listing, ...slice, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Rows in the order of `ids`; missing ones are left out. */
export function inOrderOf<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const recentListing = {
  where: listedProblems,
  orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
} satisfies Prisma.ProblemFindManyArgs

/** Ids of the last changed problems. */
export const recentProblemIds = (ctx: Context): Promise<number[]> =>
  problemIdsOfPage(ctx, recentListing, { take: 10 })

/** Languages a problem accepts now. */
export async function languagesOfProblem(ctx: Context, id: number): Promise<OfferedLanguage[]> {
  const problem = await ctx.db.problem.findUnique({
    where: { id },
    select: { languageKeys: true, bank: true, outputOnly: true },
  })
  return problem ? offeredLanguages(ctx, problem) : []
}

/** Id of a random public problem; null when there is none. */
export async function randomProblem(ctx: Context): Promise<number | null> {
  answerAlone(ctx)
  const [row] = await ctx.db.$queryRaw<{ id: number }[]>`
    select "id" from "Problem" where "visibility" = 'PUBLIC'
    offset floor(random() * (select count(*) from "Problem" where "visibility" = 'PUBLIC'))
    limit 1`
  return row?.id ?? null
}
