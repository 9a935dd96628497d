/** Seeds trainings, their categories and registrations through their rules. */
import { trainingCategories, trainings } from '#prisma/seed/content.ts'
import type { SeedTraining } from '#prisma/seed/types.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../events.ts'
import { saveTrainingCategory } from '../../modules/training/category.ts'
import { setHomework } from '../../modules/training/homework/homework.ts'
import { addTrainingProblem } from '../../modules/training/problems.ts'
import { registerForTraining } from '../../modules/training/registration.ts'
import { createTraining } from '../../modules/training/saving.ts'
import { viewerOf } from '../../policy/viewer.ts'

const HOUR = 3_600_000

/** Ids by name. */
async function seedCategories(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const { name, color } of trainingCategories) {
    const present = await ctx.db.trainingCategory.findFirst({ where: { name }, select: { id: true } })
    const { id } = present ?? (await saveTrainingCategory(ctx, { id: null, name, color }))
    ids.set(name, id)
  }
  return ids
}

async function seedTraining(
  ctx: Context,
  training: SeedTraining,
  categoryId: number,
  authors: ReadonlyMap<string, string>,
) {
  const {
    author,
    group: shortName,
    hoursAgo,
    title,
    description,
    rank,
    password,
    problems,
    registered,
    dueInDays,
  } = training
  const group = shortName
    ? await ctx.db.group.findFirst({ where: { shortName }, select: { id: true } })
    : null
  const as = (username: string, role: 'USER' | 'ADMIN'): Context => {
    const groups = new Map(group ? [[group.id, role === 'ADMIN' ? 'ADMIN' : 'MEMBER'] as const] : [])
    return {
      ...ctx,
      now: new Date(ctx.now.getTime() - hoursAgo * HOUR),
      viewer: viewerOf({ id: authors.get(username) ?? '', username, role }, groups),
    }
  }
  const access = password === null ? 'PUBLIC' : 'PRIVATE'
  const owner = as(author, 'ADMIN')
  const fields = { title, description, rank, categoryId, access, password } as const
  const { id } = await createTraining(owner, fields, group?.id ?? null)
  for (const displayId of problems) await addTrainingProblem(owner, id, { displayId }, 'PUBLIC')
  if (dueInDays !== undefined) {
    const dueAt = new Date(ctx.now.getTime() + dueInDays * 24 * HOUR)
    const rule = { opensAt: null, latePercent: 80, lateUntil: null, closesReading: false }
    await setHomework(owner, id, { dueAt, ...rule })
  }
  for (const username of registered) await registerForTraining(as(username, 'USER'), id, password ?? '')
}

/** Writes the trainings that are missing. */
export async function seedTrainings(ctx: Context, authors: ReadonlyMap<string, string>) {
  const categories = await seedCategories(ctx)
  for (const training of trainings) {
    const { title, category } = training
    if ((await ctx.db.training.count({ where: { title } })) > 0) continue
    await transact(ctx, (ctx) => seedTraining(ctx, training, categories.get(category) ?? 0, authors))
  }
}
