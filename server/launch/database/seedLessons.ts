/** Seeds the tree of the learning centre. Its lessons have no video, which only new ones need (area-rules L5). */
import { lessons } from '#prisma/seed/content.ts'
import type { Context } from '../../context.ts'
import { lessonKeyOf } from '../../modules/lesson/lesson.ts'

const DAY = 24 * 3_600_000

/** Writes the nodes that are missing; none when the tree was changed by hand. */
export async function seedLessons(ctx: Context, authors: ReadonlyMap<string, string>) {
  if ((await ctx.db.lesson.count()) > 0) return
  const ids = new Map<string, number>()
  for (const { key, parent, lesson } of lessons) {
    const parentId = parent === undefined ? null : (ids.get(parent) ?? null)
    const rank = lessons.filter((other) => other.parent === parent).findIndex((other) => other.key === key)
    const problems = await ctx.db.problem.findMany({
      where: { displayId: { in: lesson?.problems ?? [] } },
      orderBy: { sortKey: 'asc' },
      select: { id: true },
    })
    const at = new Date(ctx.now.getTime() - (lesson?.daysAgo ?? 0) * DAY)
    const { id } = await ctx.db.lesson.create({
      data: {
        key,
        keyLower: lessonKeyOf(key),
        parentId,
        rank,
        createdAt: at,
        updatedAt: at,
        title: lesson?.title ?? '',
        article: lesson?.article ?? '',
        authorId: authors.get(lesson?.author ?? '') ?? null,
        problems: { create: problems.map((problem, place) => ({ problemId: problem.id, rank: place })) },
      },
    })
    ids.set(key, id)
    if (lesson) ctx.house.markdown.keep([lesson.article])
  }
}
