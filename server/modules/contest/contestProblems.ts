import { z } from 'zod'
import type { Contest, ContestProblem, Problem, ProblemVisibility } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { Refusal } from '../../core/errors.ts'
import { together } from '../../core/pacing/together.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { organises } from '../../policy/officials.ts'
import { canManageProblem, canPublishProblems, usableInContest } from '../../policy/problem.ts'
import { record } from '../audit/audit.ts'
import { MAX_TITLE } from '../problem/authoring/problemFields.ts'
import { changeVisibility } from '../problem/managing.ts'
import { titleOf } from '../problem/problem.ts'
import { lockContest } from './organising/organising.ts'

const MOST_PROBLEMS = 500

const wording = z.object({
  displayId: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}_.-]{1,50}$/u),
  title: z.string().trim().min(1).max(MAX_TITLE),
  color: z
    .string()
    .regex(/^#[0-9a-f]{3,8}$/i)
    .nullable(),
})

export type ContestProblemFields = z.output<typeof wording>

/**
 * A problem that the viewer may add to a contest. Locked until the transaction ends, so that no other contest publishes it
 * meanwhile.
 */
async function findUsable(ctx: Context, { groupId }: Contest, problemId: number): Promise<Problem> {
  if (!isRowNumber(problemId)) throw new Refusal('NOT_FOUND')
  await holdProblem(ctx, problemId)
  const problem = await ctx.db.problem.findFirst({
    where: { AND: [{ id: problemId }, usableInContest(readerOf(ctx), groupId)] },
  })
  if (!problem) throw new Refusal('NOT_FOUND')
  return problem
}

/** Makes other contests that add or publish the problem wait until the transaction ends. */
const holdProblem = (ctx: Context, id: number) =>
  ctx.db.$queryRaw`select "id" from "Problem" where "id" = ${id} for no key update`

/** Refuses a label that another problem of the contest has. */
async function requireFree(ctx: Context, contestId: number, displayId: string, exceptId: number | null) {
  const others = await ctx.db.contestProblem.findMany({
    where: { contestId, removedAt: null, ...(exceptId === null ? {} : { id: { not: exceptId } }) },
    select: { displayId: true },
  })
  const isTaken = others.some((other) => other.displayId.toLowerCase() === displayId.toLowerCase())
  if (!isTaken) return
  const fault = { code: 'PROBLEM_ID_TAKEN', parameters: { displayId } } as const
  throw new Refusal('INVALID_INPUT', { fields: { displayId: fault } })
}

const audited = ({ displayId, title, color, position }: ContestProblem) => ({
  displayId,
  title,
  color,
  position,
})

/**
 * Adds a problem to a contest, or restores a removed one with its place, title and colour. A public problem that a publisher adds leaves the
 * public list; added by others it stays there (contest-rules.md 21). So does a problem of a group, or one
 * added to a group's contest (area-rules G11); a hidden one of the group becomes CONTEST_ONLY. Refused when the
 * contest has the problem or the label.
 */
export async function addContestProblem(
  ctx: Context,
  contestId: number,
  problemId: number,
  given: Partial<ContestProblemFields> & Pick<ContestProblemFields, 'displayId'>,
  /** Whether a public problem leaves the public list; imports do so for all staff (area-rules B3). */
  takesOff = canPublishProblems(readerOf(ctx)),
): Promise<ContestProblem> {
  return transact(ctx, async (ctx) => {
    const contest = await lockContest(ctx, contestId)
    const problem = await findUsable(ctx, contest, problemId)
    const known = await ctx.db.contestProblem.findUnique({
      where: { contestId_problemId: { contestId, problemId } },
    })
    if (known && !known.removedAt) throw new Refusal('CONTEST_PROBLEM_TWICE')
    // Problems of other judges have no scores of their own; a contest with scores makes some (area-rules B12).
    if (problem.bankKey === null && problem.scoring !== contest.type)
      throw new Refusal('CONTEST_PROBLEM_TYPE')
    const title = given.title ?? known?.title ?? titleOf(await findTitles(ctx, problem), ctx)
    const color = given.color === undefined ? (known?.color ?? null) : given.color
    const words = checked(wording, { ...given, title, color })
    await requireFree(ctx, contestId, words.displayId, known?.id ?? null)
    const { _max, _count } = await ctx.db.contestProblem.aggregate({
      where: { contestId },
      _max: { position: true },
      _count: true,
    })
    if (_count >= MOST_PROBLEMS) throw new Refusal('CONTEST_PROBLEMS_FULL', { most: MOST_PROBLEMS })
    const position = (_max.position ?? 0) + 1
    const row = known
      ? await ctx.db.contestProblem.update({
          where: { id: known.id },
          data: { ...words, removedAt: null, updatedAt: ctx.now },
        })
      : await ctx.db.contestProblem.create({
          data: { ...words, contestId, problemId, position, createdAt: ctx.now, updatedAt: ctx.now },
        })
    const isOfSite = contest.groupId === null && problem.groupId === null
    if (problem.visibility === 'PUBLIC' && isOfSite && takesOff)
      await changeVisibility(ctx, problemId, 'CONTEST_ONLY')
    // Its contestants see it, and other members do not (area-rules G10).
    const isGroupsOwn = problem.groupId !== null && problem.groupId === contest.groupId
    if (isGroupsOwn && problem.visibility === 'HIDDEN') await changeVisibility(ctx, problemId, 'CONTEST_ONLY')
    await noted(
      ctx,
      contest,
      { [`problems.${problemId}`]: null },
      { [`problems.${problemId}`]: audited(row) },
    )
    return row
  })
}

const findTitles = async (ctx: Context, { id, displayId }: Problem) => ({
  displayId,
  statements: await ctx.db.statement.findMany({
    where: { problemId: id },
    select: { locale: true, title: true },
  }),
})

async function noted(ctx: Context, { id }: Contest, before: object, after: object): Promise<void> {
  await record(ctx, 'contest.problemsChanged', ['Contest', id], {
    before: before as Record<string, unknown>,
    after: after as Record<string, unknown>,
  })
  await emit(ctx, 'contest.changed', { contestId: id, ofProblems: true })
}

/** Changes the label or title of a contest problem. */
export async function changeContestProblem(
  ctx: Context,
  contestId: number,
  problemId: number,
  given: Partial<ContestProblemFields>,
): Promise<ContestProblem> {
  return transact(ctx, async (ctx) => {
    const contest = await lockContest(ctx, contestId)
    const before = await findLinked(ctx, contestId, problemId)
    const { displayId, title, color } = before
    const words = checked(wording, { displayId, title, color, ...given })
    await requireFree(ctx, contestId, words.displayId, before.id)
    const after = await ctx.db.contestProblem.update({
      where: { id: before.id },
      data: { ...words, updatedAt: ctx.now },
    })
    const key = `problems.${problemId}`
    await noted(ctx, contest, { [key]: audited(before) }, { [key]: audited(after) })
    return after
  })
}

/** A problem of a contest. */
export async function findLinked(
  ctx: Context,
  contestId: number,
  problemId: number,
): Promise<ContestProblem> {
  const row = isRowNumber(problemId)
    ? await ctx.db.contestProblem.findUnique({ where: { contestId_problemId: { contestId, problemId } } })
    : null
  if (!row || row.removedAt) throw new Refusal('NOT_FOUND')
  return row
}

/**
 * Removes a problem from a contest and its scoreboard; its submissions stay (contest-rules.md 21).
 * `publishes` makes a CONTEST_ONLY problem of the site public; refused while another contest that has not
 * ended has it.
 */
export async function removeContestProblem(
  ctx: Context,
  contestId: number,
  problemId: number,
  publishes = false,
): Promise<void> {
  await transact(ctx, async (ctx) => {
    const contest = await lockContest(ctx, contestId)
    const before = await findLinked(ctx, contestId, problemId)
    await ctx.db.contestProblem.update({ where: { id: before.id }, data: { removedAt: ctx.now } })
    if (publishes) await publishAgain(ctx, problemId)
    const key = `problems.${problemId}`
    await noted(ctx, contest, { [key]: audited(before) }, { [key]: null })
  })
}

/** Publishes a CONTEST_ONLY problem of the site; refused while a contest that has not ended has it. */
async function publishAgain(ctx: Context, problemId: number): Promise<void> {
  authorize(ctx, canPublishProblems(readerOf(ctx)))
  await holdProblem(ctx, problemId)
  const { visibility, groupId } = await ctx.db.problem.findUniqueOrThrow({ where: { id: problemId } })
  if (visibility !== 'CONTEST_ONLY' || groupId !== null) return
  const elsewhere = await ctx.db.contestProblem.count({
    where: { problemId, removedAt: null, contest: { endsAt: { gt: ctx.now } } },
  })
  if (elsewhere > 0) throw new Refusal('CONTEST_PROBLEM_ELSEWHERE')
  await changeVisibility(ctx, problemId, 'PUBLIC')
}

/** Sets the order of contest problems; problems that are not named follow in their old order. */
export async function orderContestProblems(
  ctx: Context,
  contestId: number,
  problemIds: readonly number[],
): Promise<void> {
  await transact(ctx, async (ctx) => {
    const contest = await lockContest(ctx, contestId)
    const rows = await ctx.db.contestProblem.findMany({
      where: { contestId, removedAt: null },
      orderBy: { position: 'asc' },
    })
    const placeOf = ({ problemId }: ContestProblem) => {
      const place = problemIds.indexOf(problemId)
      return place < 0 ? rows.length : place
    }
    const ordered = [...rows].sort((one, other) => placeOf(one) - placeOf(other))
    for (const [at, { id }] of ordered.entries())
      await ctx.db.contestProblem.update({ where: { id }, data: { position: at + 1 } })
    const names = (some: ContestProblem[]) => ({ order: some.map(({ displayId }) => displayId).join(' ') })
    await noted(ctx, contest, names(rows), names(ordered))
  })
}

/** What only organisers see of a problem of their contest. */
export type LinkSetting = {
  displayId: string
  visibility: ProblemVisibility
  /** Whether the viewer may edit it. */
  canEdit: boolean
  /** Whether the viewer may publish it when it is removed from the contest. */
  canPublish: boolean
  submissions: number
  solvers: number
}

/** Organisers' view of a contest problem; null for others. Calls of one tick are loaded together. */
export const settingOfLink = (ctx: Context, link: ContestProblem): Promise<LinkSetting | null> =>
  together(ctx, 'settings of links', link, (links) => settingsOfLinks(ctx, links))

async function settingsOfLinks(
  ctx: Context,
  links: readonly ContestProblem[],
): Promise<(LinkSetting | null)[]> {
  const reader = readerOf(ctx)
  const contestIds = [...new Set(links.map(({ contestId }) => contestId))]
  const problemIds = [...new Set(links.map(({ problemId }) => problemId))]
  const [contests, problems, sent] = await Promise.all([
    ctx.db.contest.findMany({ where: { id: { in: contestIds }, removedAt: null } }),
    ctx.db.problem.findMany({ where: { id: { in: problemIds } } }),
    ctx.db.$queryRaw<{ contestId: number; problemId: number; submissions: number; solvers: number }[]>`
      select "contestId", "problemId", count(*)::int as "submissions",
        (count(distinct "userId") filter (where "verdict" = 'ACCEPTED'))::int as "solvers"
      from "Submission"
      where "contestId" = any(${contestIds}::int[]) and "problemId" = any(${problemIds}::int[])
      group by "contestId", "problemId"`,
  ])
  const managed = new Set(contests.filter((one) => organises(reader, one)).map(({ id }) => id))
  const problemOf = new Map(problems.map((row) => [row.id, row]))
  const sentOf = new Map(sent.map((row) => [`${row.contestId} ${row.problemId}`, row]))
  return links.map(({ contestId, problemId }) => {
    const problem = problemOf.get(problemId)
    if (!problem || !managed.has(contestId)) return null
    const { displayId, visibility, groupId } = problem
    const { submissions, solvers } = sentOf.get(`${contestId} ${problemId}`) ?? { submissions: 0, solvers: 0 }
    const canEdit = canManageProblem(reader, problem)
    const canPublish = visibility === 'CONTEST_ONLY' && groupId === null && canPublishProblems(reader)
    return { displayId, visibility, canEdit, canPublish, submissions, solvers }
  })
}
