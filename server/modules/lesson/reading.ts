import type { Lesson, LessonProgress } from '#prisma/generated/client.ts'
import { type Context, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { takeTurn } from '../../core/pacing/throttle.ts'
import { together } from '../../core/pacing/together.ts'
import { rateKeyOf } from '../../core/proxies.ts'
import { transact } from '../../events.ts'
import { findLesson } from './lesson.ts'

/** A viewer's further views of a lesson are not counted for this time (s). */
const VIEW_SECONDS = 3600

async function requireLesson(ctx: Context, id: number): Promise<Lesson> {
  const lesson = await findLesson(ctx, id)
  if (!lesson) throw new Refusal('LESSON_UNKNOWN')
  return lesson
}

/** Counts a view of a lesson: one in an hour for an account, or for the network of a guest (area-rules L7). */
export async function viewLesson(ctx: Context, id: number): Promise<Lesson> {
  const lesson = await requireLesson(ctx, id)
  const viewer = ctx.viewer?.id ?? rateKeyOf(ctx.client.ip)
  if ((await takeTurn(ctx.db, `lesson view:${id}:${viewer}`, VIEW_SECONDS)) > 0) return lesson
  return ctx.db.lesson.update({ where: { id }, data: { viewCount: { increment: 1 } } })
}

/** Remembers how far the viewer is in a lesson; omitted fields stay as they are. `seconds`: position in the video. */
export async function keepLessonProgress(
  ctx: Context,
  id: number,
  { seconds, isDone }: { seconds?: number | null; isDone?: boolean | null },
): Promise<Lesson> {
  requireLogin(ctx)
  const userId = ctx.viewer.id
  const lesson = await requireLesson(ctx, id)
  if (typeof seconds === 'number' && !(seconds >= 0 && seconds <= 86_400))
    throw new Refusal('INVALID_INPUT', { fields: { seconds: { code: 'UNUSABLE' } } })
  const doneAt = isDone ? ctx.now : null
  const changes = {
    ...(typeof seconds === 'number' && { seconds }),
    ...(typeof isDone === 'boolean' && { doneAt }),
    updatedAt: ctx.now,
  }
  await transact(ctx, (ctx) =>
    ctx.db.lessonProgress.upsert({
      where: { userId_lessonId: { userId, lessonId: id } },
      create: { userId, lessonId: id, ...changes },
      update: changes,
    }),
  )
  return lesson
}

/** The viewer's progress in a lesson; null: none yet, and for guests. */
export async function progressIn(ctx: Context, lessonId: number): Promise<LessonProgress | null> {
  const userId = ctx.viewer?.id
  if (userId === undefined) return null
  return together(ctx, 'progress in lessons', lessonId, async (ids: readonly number[]) => {
    const rows = await ctx.db.lessonProgress.findMany({ where: { userId, lessonId: { in: [...ids] } } })
    return ids.map((id) => rows.find((row) => row.lessonId === id) ?? null)
  })
}
