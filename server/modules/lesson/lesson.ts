import type { Lesson, Prisma, Problem } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { together } from '../../core/pacing/together.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { sightReader } from '../../policy/audience.ts'
import { visibleProblems } from '../../policy/problem.ts'
import { onceIn } from '../../requestCache.ts'
import { type ChangedRow, changedRow, everything, type Stream, watchRows } from '../../watch.ts'

/** A node of the tree without its texts. `isGroup`: it has neither video nor article (area-rules L5). */
export type Twig = { id: number; parentId: number | null; isGroup: boolean }

/** All lessons without their texts, children in their order, with what follows from the tree. */
export type Outline = {
  /** Null: the roots. */
  childrenOf(parentId: number | null): readonly Twig[]
  /** From the root down to the parent. */
  pathOf(id: number): readonly Twig[]
  /** The node and all beneath it, each before its children. */
  subtreeOf(id: number): readonly Twig[]
  /** Neighbours among the lessons that are no groups, each before its children. */
  previousOf(id: number): Twig | null
  nextOf(id: number): Twig | null
  /** All nodes, each before its children. */
  all: readonly Twig[]
  /** Lessons that are no groups. */
  lessons: readonly Twig[]
}

/** Order of the children of a node (area-rules L3). */
export const LESSON_ORDER = [{ rank: 'asc' }, { id: 'asc' }] satisfies Prisma.LessonOrderByWithRelationInput[]

/** The outline, cached per request. */
export const outlineOf = (ctx: Context): Promise<Outline> =>
  onceIn(ctx, 'lessons', async () => {
    const rows = await ctx.db.$queryRaw<Twig[]>`
      select "id", "parentId", "title" = '' as "isGroup" from "Lesson" order by "rank", "id"`
    return outlineFrom(rows)
  })

/** Makes the outline of rows that are in the order of their ranks. */
export function outlineFrom(rows: readonly Twig[]): Outline {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byParent = new Map<number | null, Twig[]>()
  for (const row of rows) {
    const siblings = byParent.get(row.parentId) ?? []
    byParent.set(row.parentId, siblings)
    siblings.push(row)
  }
  const childrenOf = (parentId: number | null): readonly Twig[] => byParent.get(parentId) ?? []
  const walk = (twigs: readonly Twig[]): Twig[] =>
    twigs.flatMap((twig) => [twig, ...walk(childrenOf(twig.id))])
  const all = walk(childrenOf(null))
  const placeOf = new Map(all.map(({ id }, at) => [id, at]))
  return {
    childrenOf,
    pathOf(id) {
      const path: Twig[] = []
      for (let at = byId.get(byId.get(id)?.parentId ?? 0); at; at = byId.get(at.parentId ?? 0))
        path.unshift(at)
      return path
    },
    subtreeOf(id) {
      const twig = byId.get(id)
      return twig ? walk([twig]) : []
    },
    previousOf: (id) => all.slice(0, placeOf.get(id) ?? 0).findLast(({ isGroup }) => !isGroup) ?? null,
    nextOf: (id) => all.slice((placeOf.get(id) ?? all.length) + 1).find(({ isGroup }) => !isGroup) ?? null,
    all,
    lessons: all.filter(({ isGroup }) => !isGroup),
  }
}

/** Lessons beneath a node, itself included, and those that the viewer finished. */
export async function progressBeneath(ctx: Context, id: number): Promise<{ lessons: number; done: number }> {
  const [outline, done] = [await outlineOf(ctx), await doneLessons(ctx)]
  return countDone(outline.subtreeOf(id), done)
}

/** All lessons, and those that the viewer finished. */
export async function progressInAll(ctx: Context): Promise<{ lessons: number; done: number }> {
  const [outline, done] = [await outlineOf(ctx), await doneLessons(ctx)]
  return countDone(outline.lessons, done)
}

function countDone(twigs: readonly Twig[], done: ReadonlySet<number>) {
  const lessons = twigs.filter(({ isGroup }) => !isGroup)
  return { lessons: lessons.length, done: lessons.filter(({ id }) => done.has(id)).length }
}

/** Lessons that the viewer finished; none for guests. */
const doneLessons = (ctx: Context): Promise<ReadonlySet<number>> =>
  onceIn(ctx, 'lessons done', async () => {
    if (!ctx.viewer) return new Set()
    const where = { userId: ctx.viewer.id, doneAt: { not: null } }
    const rows = await ctx.db.lessonProgress.findMany({ where, select: { lessonId: true } })
    return new Set(rows.map(({ lessonId }) => lessonId))
  })

/** The first lesson that the viewer has not finished, else the first one; null: there is none. */
export async function findNextLesson(ctx: Context): Promise<Lesson | null> {
  const { lessons } = await outlineOf(ctx)
  const done = await doneLessons(ctx)
  return findLesson(ctx, (lessons.find(({ id }) => !done.has(id)) ?? lessons[0])?.id ?? 0)
}

/** How a display id is compared: without case, and in one form of composed letters (area-rules L2). */
export const lessonKeyOf = (key: string): string => key.normalize('NFC').trim().toLowerCase()

/** A lesson by its display id; null: there is none. */
export const findLessonByKey = (ctx: Context, key: string): Promise<Lesson | null> =>
  ctx.db.lesson.findUnique({ where: { keyLower: lessonKeyOf(key).replaceAll('\0', '') } })

/** A lesson by its number; null: there is none. */
export const findLesson = async (ctx: Context, id: number): Promise<Lesson | null> =>
  isRowNumber(id) ? ctx.db.lesson.findUnique({ where: { id } }) : null

/** Problems of a lesson that the viewer may open, in order. */
export async function lessonProblems(
  ctx: Context,
  lessonId: number,
  columns: object = {},
): Promise<Problem[]> {
  const links = await ctx.db.lessonProblem.findMany({
    where: { lessonId, problem: visibleProblems(sightReader(readerOf(ctx))) },
    orderBy: [{ rank: 'asc' }, { problemId: 'asc' }],
    select: { problemId: true },
  })
  const ids = links.map(({ problemId }) => problemId)
  const rows = await ctx.db.problem.findMany({ ...columns, where: { id: { in: ids } } })
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Lessons as they are created, changed, moved and deleted. */
export const watchLessons = (ctx: Context): Stream<ChangedRow> =>
  watchRows(ctx, {
    sight: everything,
    concern: ({ name, payload }) =>
      name === 'lesson.changed'
        ? { key: payload.lessonId, about: payload.change === 'CREATED' ? '' : 'listed', wait: 0 }
        : null,
    read: async (now, id, about) =>
      changedRow(id, about !== '', (await now.db.lesson.count({ where: { id } })) > 0),
  })

/** Address of a video (area-rules L10). */
export const videoUrlOf = (videoId: string): string => `/api/public/video/${videoId}.mp4`

const VIDEO_URL = /\/api\/public\/video\/([\da-f]{32})\.mp4$/

/** MD5 in an address of a video, with or without the site before it; null: the text is no such address. */
export const videoIdIn = (url: string): string | null => VIDEO_URL.exec(url.trim())?.[1] ?? null

/** The rows of some nodes, in their order. Calls of one tick are loaded together: an outline asks for each of its nodes. */
export async function findAll(ctx: Context, twigs: readonly Twig[]): Promise<Lesson[]> {
  const rows = await Promise.all(
    twigs.map(({ id }) =>
      together<number, Lesson | null>(ctx.db, 'lessons', id, async (ids) => {
        const found = await ctx.db.lesson.findMany({ where: { id: { in: [...ids] } } })
        const byId = new Map(found.map((row) => [row.id, row]))
        return ids.map((one) => byId.get(one) ?? null)
      }),
    ),
  )
  return rows.filter((row) => row !== null)
}

/** All nodes, each before its children, with the number of nodes above it. */
export async function findOutline(ctx: Context): Promise<{ level: number; lesson: Lesson }[]> {
  const { all, pathOf } = await outlineOf(ctx)
  return (await findAll(ctx, all)).map((lesson) => ({ level: pathOf(lesson.id).length, lesson }))
}
