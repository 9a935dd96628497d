import type { Prisma, Problem, Training, TrainingProblem } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { literally } from '../../core/literally.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { transact } from '../../events.ts'
import { sightReader } from '../../policy/audience.ts'
import { listedProblems, visibleProblems } from '../../policy/problem.ts'
import { enter } from '../../venue.ts'
import { record } from '../audit/audit.ts'
import { findManagedTraining, lockTraining, tellTraining } from './saving.ts'
import { TRAINING } from './training.ts'

const MOST_PROBLEMS = 500
const MOST_RANK = 2_147_483_647

/** Problems of a training by their rank (area-rules T10). */
export const TRAINING_PROBLEM_ORDER = [
  { rank: 'asc' },
  { id: 'asc' },
] satisfies Prisma.TrainingProblemOrderByWithRelationInput[]

/** Problems of a training that the viewer may open, for those who may enter it (area-rules T9, T12). */
export async function trainingProblems(
  ctx: Context,
  trainingId: number,
  columns: object = {},
): Promise<TrainingProblem[]> {
  await enter(ctx, TRAINING, trainingId, 'look')
  return ctx.db.trainingProblem.findMany({
    where: { trainingId, problem: visibleProblems(sightReader(readerOf(ctx))) },
    orderBy: TRAINING_PROBLEM_ORDER,
    ...columns,
  })
}

/** A problem of a training by its display id, for those who may enter the training and open the problem (area-rules T12). */
export async function findTrainingProblem(
  ctx: Context,
  trainingId: number,
  displayId: string,
): Promise<TrainingProblem & { problem: Problem }> {
  await enter(ctx, TRAINING, trainingId, 'look')
  const link = await ctx.db.trainingProblem.findFirst({
    where: {
      trainingId,
      problem: { AND: [{ displayId: displayId.trim().toUpperCase() }, visibleProblems(readerOf(ctx))] },
    },
    include: { problem: true },
  })
  if (!link) throw new Refusal('NOT_FOUND')
  return link
}

/** Where a problem of a training comes from: the public list, or its own group. */
export type ProblemOrigin = 'PUBLIC' | 'GROUP'

/** Problems that a training may take: public ones, and the group's own that the viewer sees (area-rules T10). */
export const takeable = (
  ctx: Context,
  { groupId }: Pick<Training, 'groupId'>,
  origin: ProblemOrigin,
): Prisma.ProblemWhereInput => {
  if (origin === 'PUBLIC') return listedProblems
  if (groupId === null) return { id: { in: [] } }
  return { AND: [{ groupId, visibility: { not: 'PUBLIC' } }, visibleProblems(readerOf(ctx))] }
}

/** Problems that a training may take and does not have; `keyword` is part of the id or title. */
export async function candidatesFor(
  ctx: Context,
  trainingId: number,
  { origin, keyword }: { origin: ProblemOrigin; keyword?: string | null },
) {
  const training = await findManagedTraining(ctx, trainingId)
  const part = (keyword ?? '').trim().toLowerCase().slice(0, 100)
  return {
    where: {
      AND: [
        takeable(ctx, training, origin),
        { trainings: { none: { trainingId } } },
        ...(part ? [{ keywords: { contains: literally(part) } }] : []),
      ],
    },
    orderBy: [{ sortKey: 'asc' }, { id: 'asc' }],
  } satisfies Prisma.ProblemFindManyArgs
}

/** Problems of a training for its managers, hidden ones too. */
export async function managedTrainingProblems(ctx: Context, trainingId: number, keyword?: string | null) {
  await findManagedTraining(ctx, trainingId)
  const part = (keyword ?? '').trim().toLowerCase().slice(0, 100)
  return {
    where: { trainingId, ...(part ? { problem: { keywords: { contains: literally(part) } } } : {}) },
    orderBy: TRAINING_PROBLEM_ORDER,
  } satisfies Prisma.TrainingProblemFindManyArgs
}

async function note(ctx: Context, training: Training, before: object, after: object): Promise<void> {
  await ctx.db.training.update({
    where: { id: training.id },
    data: { version: { increment: 1 }, updatedAt: ctx.now },
  })
  const changes = { before: before as Record<string, unknown>, after: after as Record<string, unknown> }
  await record(ctx, 'training.problemsChanged', ['Training', training.id], changes, training.groupId)
  await tellTraining(ctx, training, training)
}

/** Adds a problem at the end; its visibility stays (area-rules T10). */
export async function addTrainingProblem(
  ctx: Context,
  trainingId: number,
  key: Prisma.ProblemWhereInput,
  origin: ProblemOrigin,
): Promise<TrainingProblem> {
  return transact(ctx, async (ctx) => {
    const training = await lockTraining(ctx, trainingId)
    const problem = await ctx.db.problem.findFirst({ where: { AND: [key, takeable(ctx, training, origin)] } })
    if (!problem) throw new Refusal('NOT_FOUND')
    const problemId = problem.id
    const known = await ctx.db.trainingProblem.findUnique({
      where: { trainingId_problemId: { trainingId, problemId } },
    })
    if (known) throw new Refusal('TRAINING_PROBLEM_TWICE')
    const { _max, _count } = await ctx.db.trainingProblem.aggregate({
      where: { trainingId },
      _max: { rank: true },
      _count: true,
    })
    if (_count >= MOST_PROBLEMS) throw new Refusal('TRAINING_PROBLEMS_FULL', { most: MOST_PROBLEMS })
    const rank = Math.min((_max.rank ?? 0) + 1, MOST_RANK)
    const row = await ctx.db.trainingProblem.create({
      data: { trainingId, problemId, rank, createdAt: ctx.now, updatedAt: ctx.now },
    })
    await note(ctx, training, {}, { [`problems.${problem.displayId}`]: rank })
    return row
  })
}

/** A problem of a training that the viewer manages. */
async function findLink(
  ctx: Context,
  trainingId: number,
  problemId: number,
): Promise<TrainingProblem & { problem: Problem }> {
  const row = isRowNumber(problemId)
    ? await ctx.db.trainingProblem.findUnique({
        where: { trainingId_problemId: { trainingId, problemId } },
        include: { problem: true },
      })
    : null
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** Removes a problem from a training; its submissions stay (area-rules T10). */
export async function removeTrainingProblem(
  ctx: Context,
  trainingId: number,
  problemId: number,
): Promise<Training> {
  return transact(ctx, async (ctx) => {
    const training = await lockTraining(ctx, trainingId)
    const { id, rank, problem } = await findLink(ctx, trainingId, problemId)
    await ctx.db.trainingProblem.delete({ where: { id } })
    await note(ctx, training, { [`problems.${problem.displayId}`]: rank }, {})
    return training
  })
}

/** Sets the rank of one problem, 0 to 2,147,483,647. */
export async function rankTrainingProblem(
  ctx: Context,
  trainingId: number,
  problemId: number,
  rank: number,
): Promise<void> {
  if (!Number.isInteger(rank) || rank < 0 || rank > MOST_RANK)
    throw new Refusal('INVALID_INPUT', { fields: { rank: { code: 'UNUSABLE' } } })
  await transact(ctx, async (ctx) => {
    const training = await lockTraining(ctx, trainingId)
    const { id, rank: before, problem } = await findLink(ctx, trainingId, problemId)
    if (before === rank) return
    await ctx.db.trainingProblem.update({ where: { id }, data: { rank, updatedAt: ctx.now } })
    const key = `problems.${problem.displayId}`
    await note(ctx, training, { [key]: before }, { [key]: rank })
  })
}

/** Sets the order of the problems; those that are not named follow in their old order. */
export async function orderTrainingProblems(
  ctx: Context,
  trainingId: number,
  problemIds: readonly number[],
): Promise<Training> {
  return transact(ctx, async (ctx) => {
    const training = await lockTraining(ctx, trainingId)
    const rows = await ctx.db.trainingProblem.findMany({
      where: { trainingId },
      orderBy: TRAINING_PROBLEM_ORDER,
      include: { problem: { select: { displayId: true } } },
    })
    const placeOf = ({ problemId }: TrainingProblem) => {
      const place = problemIds.indexOf(problemId)
      return place < 0 ? rows.length : place
    }
    const ordered = [...rows].sort((one, other) => placeOf(one) - placeOf(other))
    for (const [at, { id }] of ordered.entries())
      await ctx.db.trainingProblem.update({ where: { id }, data: { rank: at + 1, updatedAt: ctx.now } })
    const names = (some: typeof rows) => ({ order: some.map(({ problem }) => problem.displayId).join(' ') })
    await note(ctx, training, names(rows), names(ordered))
    return training
  })
}
