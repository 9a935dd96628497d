import { z } from 'zod'
import type { Lesson } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked, onOneLine, storable } from '../../core/checked.ts'
import { advisoryLock } from '../../core/db.ts'
import { expectVersion, Refusal, type RefusalCode, type RefusalParameters } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { canManageLessons } from '../../policy/lesson.ts'
import { visibleProblems } from '../../policy/problem.ts'
import { difference, record } from '../audit/audit.ts'
import { forgetReferences, referTo } from '../file/file.ts'
import { findAll, LESSON_ORDER, lessonKeyOf, outlineFrom, type Twig } from './lesson.ts'

/** Most nodes of the tree, levels of it, and problems of a lesson. */
export const MOST_LESSONS = 5_000
export const MOST_LEVELS = 16
export const MOST_PROBLEMS = 50

/** A video of a day. */
const MOST_SECONDS = 86_400

const fields = z.object({
  key: z
    .string()
    .transform((text) => storable(text).normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1)
        .max(64)
        .refine((text) => /^[\p{L}\p{Nd}_-]*$/u.test(text), { params: { fault: 'LESSON_KEY' } }),
    ),
  title: z.string().transform(onOneLine).pipe(z.string().max(255)),
  article: z
    .string()
    .transform((text) => (text.trim() ? storable(text) : ''))
    .pipe(z.string().max(65_535)),
  videoId: z.string().nullable(),
  posterUrl: z
    .string()
    .regex(/^\/api\/public\/img\/[\da-f]{32}\.[a-z]{3,4}$/)
    .nullable(),
  durationSeconds: z.number().positive().max(MOST_SECONDS).nullable(),
  problems: z.array(z.string()).max(MOST_PROBLEMS),
})

export type LessonFields = z.output<typeof fields>

const BLANK: Omit<LessonFields, 'key'> = {
  title: '',
  article: '',
  videoId: null,
  posterUrl: null,
  durationSeconds: null,
  problems: [],
}

type Stored = LessonFields & { parentId: number | null }

const fault = (field: string, code: RefusalCode | 'REQUIRED', parameters: RefusalParameters = {}) =>
  new Refusal('INVALID_INPUT', { fields: { [field]: { code, parameters } } })

/**
 * Refuses a lesson with a video but no article, or the other way round (area-rules L5). Of a lesson that has no video
 * already, the article may be edited.
 */
function requireBothOrNone(before: Stored | null, { title, article, videoId }: LessonFields): void {
  const given = [videoId !== null, title !== '', article !== '']
  if (given.every((one) => one === given[0])) return
  const known = before && [before.videoId !== null, before.title !== '', before.article !== '']
  if (known?.every((one, at) => one === given[at])) return
  throw new Refusal('LESSON_HALF')
}

/** Locks the tree against other changes until the transaction ends. */
const lockTree = (ctx: Context) => advisoryLock(ctx.db, 'lessons')

async function readLesson(ctx: Context, id: number): Promise<{ row: Lesson; stored: Stored }> {
  const row = isRowNumber(id)
    ? await ctx.db.lesson.findUnique({
        where: { id },
        include: { problems: { orderBy: { rank: 'asc' }, include: { problem: true } } },
      })
    : null
  if (!row) throw new Refusal('NOT_FOUND')
  const { problems, ...lesson } = row
  const { key, title, article, videoId, posterUrl, durationSeconds, parentId } = lesson
  const stored: Stored = {
    key,
    title,
    article,
    videoId,
    posterUrl,
    durationSeconds,
    parentId,
    problems: problems.map(({ problem }) => problem.displayId),
  }
  return { row: lesson, stored }
}

async function requireFreeKey(ctx: Context, key: string, exceptId: number | null): Promise<void> {
  const other = await ctx.db.lesson.findUnique({ where: { keyLower: lessonKeyOf(key) } })
  if (other && other.id !== exceptId) throw fault('key', 'LESSON_KEY_TAKEN')
}

/** Refuses a video that is not published; keeps a published one from being collected (area-rules L10). */
async function requireVideo(ctx: Context, id: string | null): Promise<void> {
  if (id === null) return
  const { count } = await ctx.db.video.updateMany({ where: { id }, data: { unusedAt: null } })
  if (count === 0) throw fault('videoId', 'LESSON_VIDEO_UNKNOWN')
}

/** Numbers of problems in the given order; refuses one that the viewer does not see, and one given twice. */
async function problemIdsOf(
  ctx: Context,
  given: readonly string[],
  known: readonly string[],
): Promise<number[]> {
  const displayIds = given.map((id) => id.trim().toUpperCase())
  const twice = displayIds.find((id, at) => displayIds.indexOf(id) !== at)
  if (twice !== undefined) throw fault('problems', 'LESSON_PROBLEM_TWICE', { id: twice })
  const seen = { OR: [visibleProblems(readerOf(ctx)), { displayId: { in: [...known] } }] }
  const rows = await ctx.db.problem.findMany({
    where: { AND: [{ displayId: { in: displayIds } }, seen] },
    select: { id: true, displayId: true },
  })
  return displayIds.map((id) => {
    const row = rows.find(({ displayId }) => displayId === id)
    if (!row) throw fault('problems', 'LESSON_PROBLEM_UNKNOWN', { id: id.slice(0, 64) })
    return row.id
  })
}

/** Problems of a lesson that the viewer does not see: forms leave them out, and saving keeps them. */
async function unseenProblems(ctx: Context, lessonId: number, given: readonly number[]) {
  const links = await ctx.db.lessonProblem.findMany({
    where: {
      lessonId,
      problemId: { notIn: [...given] },
      problem: { removedAt: null, NOT: visibleProblems(readerOf(ctx)) },
    },
    orderBy: { rank: 'asc' },
    select: { problem: { select: { id: true, displayId: true } } },
  })
  return links.map(({ problem }) => problem)
}

/** Audits a change and announces it, in its transaction. */
async function note(
  ctx: Context,
  id: number,
  change: 'CREATED' | 'CHANGED' | 'MOVED',
  [before, after]: readonly [Stored | null, Stored],
): Promise<void> {
  const texts = [after.article, after.posterUrl]
  await referTo(ctx, `Lesson:${id}`, texts)
  if (after.article) ctx.house.markdown.keep([after.article])
  const audited = (row: Stored | null) => row && { ...row, problems: row.problems.join(' ') }
  const act = `lesson.${change.toLowerCase() as 'created' | 'changed' | 'moved'}` as const
  await record(ctx, act, ['Lesson', id], difference(audited(before), audited(after)))
  await emit(ctx, 'lesson.changed', { lessonId: id, change })
}

async function setProblems(ctx: Context, lessonId: number, problemIds: readonly number[]): Promise<void> {
  await ctx.db.lessonProblem.deleteMany({ where: { lessonId } })
  await ctx.db.lessonProblem.createMany({
    data: problemIds.map((problemId, rank) => ({ lessonId, problemId, rank })),
  })
}

export type NewLesson = { key: string; parentId: number | null } & Partial<Omit<LessonFields, 'key'>>

/** Creates a lesson as the last child of its parent; null: as the last root. */
export async function createLesson(ctx: Context, { parentId, ...given }: NewLesson): Promise<Lesson> {
  authorize(ctx, canManageLessons(ctx))
  const authorId = ctx.viewer.id
  const wanted = checked(fields, { ...BLANK, ...given })
  requireBothOrNone(null, wanted)
  return transact(ctx, async (ctx) => {
    await lockTree(ctx)
    await requireFreeKey(ctx, wanted.key, null)
    await requireVideo(ctx, wanted.videoId)
    const tree = await readTree(ctx)
    requirePlace(tree, null, parentId)
    if (tree.length >= MOST_LESSONS) throw new Refusal('LESSONS_FULL', { most: MOST_LESSONS })
    // Deletions leave gaps between ranks.
    const { _max } = await ctx.db.lesson.aggregate({ where: { parentId }, _max: { rank: true } })
    const rank = (_max.rank ?? -1) + 1
    const { problems, ...columns } = wanted
    const problemIds = await problemIdsOf(ctx, problems, [])
    const lesson = await ctx.db.lesson.create({
      data: {
        ...columns,
        keyLower: lessonKeyOf(wanted.key),
        parentId,
        rank,
        authorId,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      },
    })
    await setProblems(ctx, lesson.id, problemIds)
    await note(ctx, lesson.id, 'CREATED', [null, { ...wanted, parentId }])
    return lesson
  })
}

/** Changes a lesson; omitted fields stay as they are. */
export async function changeLesson(
  ctx: Context,
  id: number,
  change: Partial<LessonFields>,
  version?: number | null,
): Promise<Lesson> {
  authorize(ctx, canManageLessons(ctx))
  return transact(ctx, async (ctx) => {
    await lockTree(ctx)
    const { row, stored } = await readLesson(ctx, id)
    expectVersion(row.version, version)
    const { parentId, ...before } = stored
    const wanted = checked(fields, { ...before, ...change })
    requireBothOrNone(stored, wanted)
    await requireFreeKey(ctx, wanted.key, id)
    await requireVideo(ctx, wanted.videoId)
    const { problems, ...columns } = wanted
    const problemIds = await problemIdsOf(ctx, problems, stored.problems)
    const unseen = await unseenProblems(ctx, id, problemIds)
    await setProblems(ctx, id, [...problemIds, ...unseen.map((problem) => problem.id)])
    const lesson = await ctx.db.lesson.update({
      where: { id },
      data: {
        ...columns,
        keyLower: lessonKeyOf(wanted.key),
        updatedAt: ctx.now,
        version: { increment: 1 },
      },
    })
    const kept = [...problems, ...unseen.map(({ displayId }) => displayId)]
    await note(ctx, id, 'CHANGED', [stored, { ...wanted, problems: kept, parentId }])
    return lesson
  })
}

const readTree = (ctx: Context): Promise<Twig[]> =>
  ctx.db.lesson
    .findMany({ orderBy: LESSON_ORDER, select: { id: true, parentId: true } })
    .then((rows) => rows.map((row) => ({ ...row, isGroup: false })))

/** Refuses a parent that is unknown, beneath the lesson itself, or too deep for what hangs on it (area-rules L11). */
function requirePlace(tree: readonly Twig[], id: number | null, parentId: number | null): void {
  if (parentId === null) return
  if (!tree.some((twig) => twig.id === parentId)) throw new Refusal('NOT_FOUND')
  const outline = outlineFrom(tree)
  const path = [...outline.pathOf(parentId).map((twig) => twig.id), parentId]
  if (id !== null && path.includes(id)) throw new Refusal('LESSON_BENEATH_ITSELF')
  const levels = (twigId: number): number =>
    1 + Math.max(0, ...outline.childrenOf(twigId).map((twig) => levels(twig.id)))
  if (path.length + (id === null ? 1 : levels(id)) > MOST_LEVELS)
    throw new Refusal('LESSON_TOO_DEEP', { most: MOST_LEVELS })
}

/** Moves a lesson with all beneath it to a place among the children of a parent, counted from 0 (area-rules L2, L11). */
export async function moveLesson(
  ctx: Context,
  id: number,
  { parentId, position }: { parentId: number | null; position: number },
): Promise<Lesson> {
  authorize(ctx, canManageLessons(ctx))
  return transact(ctx, async (ctx) => {
    await lockTree(ctx)
    const { stored } = await readLesson(ctx, id)
    const tree = await readTree(ctx)
    requirePlace(tree, id, parentId)
    const siblings = tree
      .filter((twig) => twig.parentId === parentId && twig.id !== id)
      .map((twig) => twig.id)
    siblings.splice(Math.max(0, Math.min(position, siblings.length)), 0, id)
    await ctx.db.lesson.update({ where: { id }, data: { parentId } })
    await ctx.db.$executeRaw`
      update "Lesson" l set "rank" = place.at - 1
      from unnest(${siblings}::int[]) with ordinality as place(id, at) where l."id" = place.id`
    await note(ctx, id, 'MOVED', [stored, { ...stored, parentId }])
    return ctx.db.lesson.findUniqueOrThrow({ where: { id } })
  })
}

/**
 * Deletes a lesson with all beneath it and returns their numbers; a root stays (area-rules L4). `count`: number of
 * lessons that the viewer agreed to delete; CONFLICT when there are others by now.
 */
export async function removeLesson(ctx: Context, id: number, count?: number | null): Promise<number[]> {
  authorize(ctx, canManageLessons(ctx))
  return transact(ctx, async (ctx) => {
    await lockTree(ctx)
    const { row } = await readLesson(ctx, id)
    if (row.parentId === null) throw new Refusal('LESSON_ROOT_STAYS')
    const gone = await findAll(ctx, outlineFrom(await readTree(ctx)).subtreeOf(id))
    if (typeof count === 'number' && gone.length !== count)
      throw new Refusal('CONFLICT', { version: gone.length })
    const ids = gone.map((one) => one.id)
    await ctx.db.lesson.deleteMany({ where: { id: { in: ids } } })
    await forgetReferences(
      ctx,
      ids.map((one) => `Lesson:${one}`),
    )
    const names = gone.map((one) => one.title || one.key).join(', ')
    const before = { key: row.key, title: row.title, count: ids.length, lessons: names.slice(0, 10_000) }
    await record(ctx, 'lesson.removed', ['Lesson', id], { before, after: {} })
    await emit(ctx, 'lesson.changed', { lessonId: id, change: 'REMOVED' })
    return ids
  })
}
