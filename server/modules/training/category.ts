import { z } from 'zod'
import type { Prisma, TrainingCategory } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked, onOneLine } from '../../core/checked.ts'
import { advisoryLock, removingUnused } from '../../core/db.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { canCategorizeTrainings } from '../../policy/training.ts'
import { everything, type Stream, watch } from '../../watch.ts'
import { difference, record } from '../audit/audit.ts'

const words = z.object({
  name: z.string().transform(onOneLine).pipe(z.string().min(1).max(100)),
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
})

type Words = z.output<typeof words>

/** Categories of trainings in order of creation. */
export const trainingCategoryListing = {
  orderBy: { id: 'asc' },
} satisfies Prisma.TrainingCategoryFindManyArgs

const audited = (row: TrainingCategory | null) => row && { name: row.name, color: row.color }

async function note(
  ctx: Context,
  before: TrainingCategory | null,
  after: TrainingCategory | null,
): Promise<void> {
  const act = !before ? 'created' : after ? 'changed' : 'removed'
  const id = (after ?? before)?.id ?? 0
  const changes = difference(audited(before), audited(after))
  await record(ctx, `trainingCategory.${act}`, ['TrainingCategory', id], changes)
  await emit(ctx, 'trainingCategory.changed', {})
}

/** Serializes changes: two of one category, and creations of one name. */
const takeTurn = (ctx: Context) => advisoryLock(ctx.db, 'training category')

/** Refuses a name that another category has (area-rules T3). */
async function requireFree(ctx: Context, nameKey: string, exceptId: number | null): Promise<void> {
  const other = await ctx.db.trainingCategory.findUnique({ where: { nameKey } })
  if (other && other.id !== exceptId)
    throw new Refusal('INVALID_INPUT', { fields: { name: { code: 'TRAINING_CATEGORY_TAKEN' } } })
}

/** Creates a category (`id` null), or changes one. Throws CONFLICT for a stale version. */
export async function saveTrainingCategory(
  ctx: Context,
  { id, version, ...given }: { id: number | null; version?: number | null } & Partial<Words>,
): Promise<TrainingCategory> {
  authorize(ctx, canCategorizeTrainings(readerOf(ctx)))
  return transact(ctx, async (ctx) => {
    await takeTurn(ctx)
    const before = id === null ? null : await findCategory(ctx, id)
    if (before) expectVersion(before.version, version)
    const wanted = checked(words, { name: before?.name, color: before?.color, ...given })
    const nameKey = wanted.name.toLowerCase()
    await requireFree(ctx, nameKey, id)
    const data = { ...wanted, nameKey, updatedAt: ctx.now }
    const after = before
      ? await ctx.db.trainingCategory.update({
          where: { id: before.id },
          data: { ...data, version: { increment: 1 } },
        })
      : await ctx.db.trainingCategory.create({ data: { ...data, createdAt: ctx.now } })
    await note(ctx, before, after)
    return after
  })
}

async function findCategory(ctx: Context, id: number): Promise<TrainingCategory> {
  const row = isRowNumber(id) ? await ctx.db.trainingCategory.findUnique({ where: { id } }) : null
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** Refuses to delete a category that trainings have. */
async function requireUnused(ctx: Context, id: number): Promise<void> {
  const count = await ctx.db.training.count({ where: { categoryId: id } })
  if (count > 0) throw new Refusal('TRAINING_CATEGORY_IN_USE', { count })
}

/** Moves trainings of disbanded groups, which nobody sees, to the oldest other category; without one they stay. */
async function moveUnseen(ctx: Context, id: number): Promise<void> {
  const other = await ctx.db.trainingCategory.findFirst({
    where: { id: { not: id } },
    orderBy: { id: 'asc' },
  })
  if (!other) return
  await ctx.db.training.updateMany({
    where: { categoryId: id, group: { disbandedAt: { not: null } } },
    data: { categoryId: other.id },
  })
}

/** Deletes a category that no training has but those of disbanded groups (area-rules T3). */
export async function removeTrainingCategory(ctx: Context, id: number): Promise<void> {
  authorize(ctx, canCategorizeTrainings(readerOf(ctx)))
  const remove = transact(ctx, async (ctx) => {
    const before = await findCategory(ctx, id)
    await moveUnseen(ctx, id)
    await requireUnused(ctx, id)
    await ctx.db.trainingCategory.delete({ where: { id } })
    await note(ctx, before, null)
  })
  await removingUnused(remove, () => requireUnused(ctx, id))
}

/** All categories, after each change. */
export const watchTrainingCategories = (ctx: Context): Stream<TrainingCategory[]> =>
  watch(ctx, {
    sight: everything,
    concern: ({ name }) => (name === 'trainingCategory.changed' ? { key: 'all', wait: 0 } : null),
    read: (now) => now.db.trainingCategory.findMany(trainingCategoryListing),
  })
