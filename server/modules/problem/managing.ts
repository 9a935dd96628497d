import type { Difficulty, Prisma, Problem, ProblemVisibility, Scoring } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { literally } from '../../core/literally.ts'
import { together } from '../../core/pacing/together.ts'
import { emit, transact } from '../../events.ts'
import { managesIn, PROBLEMS } from '../../policy/officials.ts'
import {
  canRemoveProblem,
  choosableInGroup,
  choosableOnSite,
  managedProblems,
  problemsOfSite,
} from '../../policy/problem.ts'
import { record } from '../audit/audit.ts'
import { referTo } from '../file/file.ts'
import { usernameKeyOf } from '../user/username.ts'
import { lockProblem, updateProblem } from './authoring/editing.ts'
import { tellVisibility } from './publication/visibilityNews.ts'

export type ManagedOrder = 'NEWEST' | 'CHANGED' | 'DISPLAY_ID'

export type ManagedFilter = {
  /** Part of a display id, a title, a source or the author's name. */
  keyword?: string | null
  mine?: boolean | null
  bank?: string | null
  visibility?: ProblemVisibility | null
  scoring?: Scoring | null
  difficulty?: Difficulty | null
  orderBy?: ManagedOrder | null
  /** Also public problems of others, which a contest of the site may use. */
  choosable?: boolean
}

const ORDERS = {
  NEWEST: [{ id: 'desc' }],
  CHANGED: [{ updatedAt: 'desc' }, { id: 'desc' }],
  DISPLAY_ID: [{ sortKey: 'asc' }, { id: 'asc' }],
} satisfies Record<ManagedOrder, Prisma.ProblemOrderByWithRelationInput[]>

/**
 * Filter and order of a list in the administration. `groupId`: problems that a contest of this group may use,
 * for its administrators; null: those of the site.
 */
export async function managedListing(ctx: Context, filter: ManagedFilter, groupId: number | null = null) {
  const reader = readerOf(ctx)
  authorize(ctx, managesIn(reader, PROBLEMS, groupId))
  const { keyword, mine, bank, visibility, scoring, difficulty, orderBy, choosable } = filter
  const ofSite = choosable ? [choosableOnSite(reader)] : [problemsOfSite, managedProblems(reader)]
  const where: Prisma.ProblemWhereInput[] = groupId === null ? ofSite : [choosableInGroup(reader, groupId)]
  const wanted = keyword?.trim().slice(0, 100)
  if (wanted)
    where.push({
      OR: [
        { keywords: { contains: literally(wanted.toLowerCase()) } },
        { authorId: { in: await authorsNamed(ctx, wanted) } },
      ],
    })
  if (mine) where.push({ authorId: ctx.viewer.id })
  if (bank) where.push({ bank })
  if (visibility) where.push({ visibility })
  // Problems of other judges go into contests of both types (area-rules B12).
  const isForContest = choosable || groupId !== null
  if (scoring) where.push(isForContest ? { OR: [{ scoring }, { bankKey: { not: null } }] } : { scoring })
  if (difficulty) where.push({ difficulty })
  return {
    where: { AND: where },
    orderBy: ORDERS[orderBy ?? 'NEWEST'],
  } satisfies Prisma.ProblemFindManyArgs
}

/** Authors by part of their name, searched among problem setters only, who are few. */
async function authorsNamed(ctx: Context, part: string): Promise<string[]> {
  const authors = await ctx.db.$queryRaw<{ id: string }[]>`
    select distinct "authorId" as "id" from "Problem" where "authorId" is not null`
  const named = await ctx.db.user.findMany({
    where: {
      id: { in: authors.map(({ id }) => id) },
      usernameKey: { contains: literally(usernameKeyOf(part)) },
    },
    select: { id: true },
  })
  return named.map(({ id }) => id)
}

/** What depends on a problem. */
export type Dependents = { submissions: number; rejudgings: number; contests: number }

const NONE: Dependents = { submissions: 0, rejudgings: 0, contests: 0 }

/** What depends on a problem. Calls of one tick are counted together. */
export const dependentsOf = (ctx: Context, problemId: number): Promise<Dependents> =>
  together(ctx.db, 'dependents of problems', problemId, async (ids) => {
    const rows = await ctx.db.$queryRaw<(Dependents & { id: number })[]>`
      select p."id",
        (select count(*)::int from "Submission" s where s."problemId" = p."id") as "submissions",
        (select count(*)::int from "Rejudging" r where r."problemId" = p."id") as "rejudgings",
        (select count(*)::int from (
          select s."contestId" from "Submission" s where s."problemId" = p."id" and s."contestId" is not null
          union select l."contestId" from "ContestProblem" l where l."problemId" = p."id") as "held") as "contests"
      from unnest(${ids}::int[]) as p("id")`
    const byId = new Map(rows.map(({ id, ...counts }) => [id, counts]))
    return ids.map((id) => byId.get(id) ?? NONE)
  })

/** Changes the visibility of a problem. */
export const changeVisibility = (ctx: Context, id: number, visibility: ProblemVisibility): Promise<Problem> =>
  updateProblem(ctx, id, { visibility })

/**
 * Deletes a problem permanently, also from contests and trainings. Its submissions stay: if it has any, an anonymous row without statement,
 * files and author is kept for them, with the versions of the tests they were judged on.
 */
export async function removeProblem(ctx: Context, id: number): Promise<void> {
  await transact(ctx, async (ctx) => {
    const problem = await lockProblem(ctx, id, 'removal')
    authorize(ctx, canRemoveProblem(readerOf(ctx), problem))
    const { displayId, visibility } = problem
    const titles = await ctx.db.statement.findMany({
      where: { problemId: id },
      select: { locale: true, title: true },
    })
    const { submissions, contests } = await dependentsOf(ctx, id)
    const held = { where: { problemId: id, removedAt: null } }
    const links = await ctx.db.contestProblem.findMany({ ...held, select: { contestId: true } })
    await ctx.db.contestProblem.updateMany({ ...held, data: { removedAt: ctx.now } })
    for (const { contestId } of links) await emit(ctx, 'contest.changed', { contestId, ofProblems: true })
    const trainings = await ctx.db.training.findMany({
      where: { problems: { some: { problemId: id } } },
      select: { id: true, groupId: true, visible: true },
    })
    await ctx.db.trainingProblem.deleteMany({ where: { problemId: id } })
    for (const { id: trainingId, groupId, visible } of trainings)
      await emit(ctx, 'training.changed', { trainingId, groupId, wasListed: visible, isListed: visible })
    await (submissions > 0 || contests > 0 ? emptyOut(ctx, id) : ctx.db.problem.delete({ where: { id } }))
    await referTo(ctx, `Problem:${id}`, [])
    await record(
      ctx,
      'problem.removed',
      ['Problem', id],
      {
        before: {
          displayId,
          visibility,
          submissions,
          ...Object.fromEntries(titles.map(({ locale, title }) => [`statements.${locale}.title`, title])),
        },
      },
      problem.groupId,
    )
    await tellVisibility(ctx, problem, null)
    await emit(ctx, 'problem.changed', { problemId: id })
  })
}

/** Display id of a deleted problem; users cannot give one with a slash. */
const nameOfRemoved = (id: number) => `/${id}`

async function emptyOut(ctx: Context, id: number): Promise<void> {
  const where = { problemId: id }
  await ctx.db.statement.deleteMany({ where })
  await ctx.db.sample.deleteMany({ where })
  await ctx.db.problemTag.deleteMany({ where })
  await ctx.db.problemTemplate.deleteMany({ where })
  await ctx.db.annex.deleteMany({ where })
  await ctx.db.solution.deleteMany({ where })
  await ctx.db.problem.update({
    where: { id },
    data: {
      displayId: nameOfRemoved(id),
      sortKey: nameOfRemoved(id),
      keywords: '',
      authorId: null,
      visibility: 'HIDDEN',
      application: null,
      codeShare: false,
      removedAt: ctx.now,
      updatedAt: ctx.now,
      version: { increment: 1 },
    },
  })
}
