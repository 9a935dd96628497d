import type { Training } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { transact } from '../../events.ts'
import { visibleProblems } from '../../policy/problem.ts'
import { record } from '../audit/audit.ts'
import { TRAINING_PROBLEM_ORDER, takeable } from '../training/problems.ts'
import { createTraining, lockTraining } from '../training/saving.ts'

/** Problems that a copy could not take: numbers of all, and display ids of those that the viewer sees. */
export type LeftOut = { problemIds: readonly number[]; displayIds: readonly string[] }

/** A copy of a training, and the problems that its place does not take. */
export type CopiedTraining = { training: Training; leftOut: LeftOut }

type Wanted = {
  /** Default: that of the original. */
  title?: string | null
  /** Group of the copy; default: the place of the original. */
  groupId?: number | null
  /** Of the copy of a private training; default in the place of the original: the same. */
  password?: string | null
}

/**
 * Copies a training that the viewer manages, into its own place or into a group where the viewer creates trainings. The
 * copy is hidden and the viewer's own, without registrations and results. In another group it needs a password of its
 * own, because people who manage that group read it.
 */
export async function copyTraining(
  ctx: Context,
  id: number,
  { title, groupId, password }: Wanted,
): Promise<CopiedTraining> {
  return transact(ctx, async (ctx) => {
    const from = await lockTraining(ctx, id)
    const place = groupId ?? from.groupId
    const kept = place === from.groupId ? from.password : null
    return copyInto(ctx, from, place, { title: title ?? from.title, password: password || kept })
  })
}

/** Copies a training into a place, hidden, with other fields. Call it in a transaction. */
export async function copyInto(
  ctx: Context,
  from: Training,
  groupId: number | null,
  changed: Partial<Pick<Training, 'title' | 'password'>>,
): Promise<CopiedTraining> {
  const { rank, title, description, categoryId, access, password } = from
  const fields = { rank, title, description, categoryId, access, password }
  const training = await createTraining(ctx, { ...fields, ...changed, visible: false }, groupId)
  const leftOut = await carry(ctx, from, training)
  const after = { from: from.id, leftOut: leftOut.problemIds.length }
  await record(ctx, 'training.copied', ['Training', training.id], { after }, groupId)
  return { training, leftOut }
}

/**
 * Copies what belongs to a training besides its fields. A further table of trainings is copied here; registrations and
 * results never are, nor are the times of homework, which belong to a term. Into another place go only problems that it
 * takes (area-rules T10).
 */
async function carry(ctx: Context, from: Training, to: Training): Promise<LeftOut> {
  const links = await ctx.db.trainingProblem.findMany({
    where: { trainingId: from.id },
    orderBy: TRAINING_PROBLEM_ORDER,
    select: { problemId: true, rank: true },
  })
  const isTaken = await takenBy(
    ctx,
    links.map(({ problemId }) => problemId),
    from,
    to,
  )
  await ctx.db.trainingProblem.createMany({
    data: links
      .filter(({ problemId }) => isTaken(problemId))
      .map((link) => ({ ...link, trainingId: to.id, createdAt: ctx.now, updatedAt: ctx.now })),
  })
  const left = links.flatMap(({ problemId }) => (isTaken(problemId) ? [] : [problemId]))
  const seen = await ctx.db.problem.findMany({
    where: { AND: [{ id: { in: left } }, visibleProblems(readerOf(ctx))] },
    select: { id: true, displayId: true },
  })
  const displayIds = new Map(seen.map((problem) => [problem.id, problem.displayId]))
  return { problemIds: left, displayIds: left.flatMap((id) => displayIds.get(id) ?? []) }
}

/** Whether a copy takes a problem: all in the same place, elsewhere those that could be added there. */
async function takenBy(
  ctx: Context,
  problemIds: readonly number[],
  from: Training,
  to: Training,
): Promise<(id: number) => boolean> {
  if (from.groupId === to.groupId) return () => true
  const rows = await ctx.db.problem.findMany({
    where: {
      AND: [
        { id: { in: [...problemIds] } },
        { OR: [takeable(ctx, to, 'PUBLIC'), takeable(ctx, to, 'GROUP')] },
      ],
    },
    select: { id: true },
  })
  const taken = new Set(rows.map(({ id }) => id))
  return (id) => taken.has(id)
}
