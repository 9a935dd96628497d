import { z } from 'zod'
import type { DiscussionCategory } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { nestedNumber, nestedText } from '../../doors/rest/nested.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, date } from '../../doors/rest/shapes.ts'
import { transact } from '../../events.ts'
import { categoryListing, categoryName, namesOf, saveCategory } from './category.ts'

const restCategory = z
  .object({ id: z.int(), name: z.string(), gmtCreate: date, gmtModified: date })
  .meta({ id: 'DiscussionCategory', description: 'A category of posts.' })

const asCategory = (ctx: Context, row: DiscussionCategory) => ({
  id: row.id,
  name: categoryName(ctx, row),
  gmtCreate: asDate(row.createdAt),
  gmtModified: asDate(row.createdAt),
})

const all = async (ctx: Context) =>
  (await ctx.db.discussionCategory.findMany(categoryListing)).map((row) => asCategory(ctx, row))

router.get(
  '/api/discussion-category',
  'anyone',
  { summary: 'Categories of posts, in their order.', answer: z.array(restCategory) },
  all,
)

router.post(
  '/api/discussion-category',
  'site.configure',
  {
    summary:
      "Creates categories without an id and renames the others, in the caller's language; removes none.",
    body: z
      .array(z.object({ id: nestedNumber.nullish(), name: nestedText }))
      .max(200)
      .meta({ id: 'DiscussionCategories', description: 'Categories of posts.' }),
    answer: z.array(restCategory),
  },
  async (ctx, { body }) => {
    await transact(ctx, async (ctx) => {
      const known = new Map((await ctx.db.discussionCategory.findMany()).map((row) => [row.id, row]))
      for (const { id, name } of body) {
        const before = id ? known.get(id) : undefined
        if (before && categoryName(ctx, before) === name) continue
        await saveCategory(ctx, {
          id: id || null,
          names: { ...(before ? namesOf(before) : {}), [ctx.locale]: name },
        })
      }
    })
    return all(ctx)
  },
)
