import { z } from 'zod'
import type { DiscussionCategory, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, inLocale } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { removingUnused } from '../../core/db.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { may } from '../../policy/viewer.ts'
import { difference, record } from '../audit/audit.ts'
import { localized } from '../settings/localized.ts'

const words = z.object({ names: localized })

type Names = z.output<typeof localized>

/** Categories in their order. */
export const categoryListing = {
  orderBy: [{ rank: 'asc' }, { id: 'asc' }],
} satisfies Prisma.DiscussionCategoryFindManyArgs

export const namesOf = ({ names }: Pick<DiscussionCategory, 'names'>) => names as Names

/** Name of a category in the reader's language. */
export const categoryName = (
  ctx: Pick<Context, 'locale'>,
  category: Pick<DiscussionCategory, 'names'>,
): string => inLocale(namesOf(category), ctx.locale) ?? ''

/** Whether the viewer edits categories: super administrators do (area-rules D11). */
export const mayEditCategories = (ctx: Context): boolean => may(ctx, 'site.configure')

/**
 * Creates a category at the end (`id` null), or renames one; for super administrators (area-rules D11).
 * Throws CONFLICT for a stale version.
 */
export async function saveCategory(
  ctx: Context,
  given: { id: number | null; names?: Names | null; rank?: number | null; version?: number | null },
): Promise<DiscussionCategory> {
  authorize(ctx, mayEditCategories(ctx))
  const { id, names, rank, version } = given
  const named = names || id === null ? checked(words, { names }) : {}
  return transact(ctx, async (ctx) => {
    if (id === null) {
      const { _max } = await ctx.db.discussionCategory.aggregate({ _max: { rank: true } })
      const created = await ctx.db.discussionCategory.create({
        data: {
          names: (named as { names: Names }).names,
          rank: rank ?? (_max.rank ?? 0) + 1,
          createdAt: ctx.now,
        },
      })
      await note(ctx, 'discussionCategory.created', null, created)
      return created
    }
    const before = await lockCategory(ctx, id)
    expectVersion(before.version, version)
    const ranked = rank === null || rank === undefined ? {} : { rank }
    const after = await ctx.db.discussionCategory.update({
      where: { id },
      data: { ...named, ...ranked, version: { increment: 1 } },
    })
    await note(ctx, 'discussionCategory.changed', before, after)
    return after
  })
}

async function findCategory(ctx: Context, id: number): Promise<DiscussionCategory> {
  const row = isRowNumber(id) ? await ctx.db.discussionCategory.findUnique({ where: { id } }) : null
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** A category whose other changes wait for this transaction. */
async function lockCategory(ctx: Context, id: number): Promise<DiscussionCategory> {
  if (isRowNumber(id))
    await ctx.db.$executeRaw`select 1 from "DiscussionCategory" where "id" = ${id} for no key update`
  return findCategory(ctx, id)
}

type Act = 'discussionCategory.created' | 'discussionCategory.changed' | 'discussionCategory.removed'

async function note(
  ctx: Context,
  act: Act,
  before: DiscussionCategory | null,
  after: DiscussionCategory | null,
) {
  const fields = (row: DiscussionCategory | null) => row && { ...namesOf(row), rank: row.rank }
  const changes = difference(fields(before), fields(after))
  await record(ctx, act, ['DiscussionCategory', (after ?? before)?.id ?? 0], changes)
  await emit(ctx, 'discussionCategory.changed', {})
}

/** Moves a category before another one, or to the end (`beforeId` null); for super administrators. */
export async function moveCategory(ctx: Context, id: number, beforeId: number | null): Promise<void> {
  authorize(ctx, mayEditCategories(ctx))
  await transact(ctx, async (ctx) => {
    const before = await ctx.db.discussionCategory.findMany(categoryListing)
    const place = before.findIndex((category) => category.id === id)
    const moved = before[place]
    if (!moved) throw new Refusal('NOT_FOUND')
    const others = before.toSpliced(place, 1)
    const at = beforeId === null ? others.length : others.findIndex((category) => category.id === beforeId)
    if (at < 0) throw new Refusal('NOT_FOUND')
    if (at === place) return
    for (const [index, category] of others.toSpliced(at, 0, moved).entries())
      await ctx.db.discussionCategory.update({ where: { id: category.id }, data: { rank: index + 1 } })
    await note(ctx, 'discussionCategory.changed', moved, { ...moved, rank: at + 1 })
  })
}

/** Numbers of posts by category, those of groups and disabled ones too; null for others than super administrators. */
export async function postsOf(ctx: Context, ids: readonly number[]): Promise<(number | null)[]> {
  if (!mayEditCategories(ctx)) return ids.map(() => null)
  const rows = await ctx.db.discussion.groupBy({
    by: ['categoryId'],
    where: { categoryId: { in: [...ids] } },
    _count: true,
  })
  const counts = new Map(rows.map(({ categoryId, _count }) => [categoryId, _count]))
  return ids.map((id) => counts.get(id) ?? 0)
}

/** Refuses to delete a category that posts use. */
async function requireUnused(ctx: Context, id: number): Promise<void> {
  const count = await ctx.db.discussion.count({ where: { categoryId: id } })
  if (count > 0) throw new Refusal('CATEGORY_IN_USE', { count })
}

/** Deletes a category that no post uses (area-rules D11). */
export async function removeCategory(ctx: Context, id: number): Promise<void> {
  authorize(ctx, mayEditCategories(ctx))
  const remove = transact(ctx, async (ctx) => {
    const before = await findCategory(ctx, id)
    await requireUnused(ctx, id)
    await ctx.db.discussionCategory.delete({ where: { id } })
    await note(ctx, 'discussionCategory.removed', before, null)
  })
  await removingUnused(remove, () => requireUnused(ctx, id))
}
