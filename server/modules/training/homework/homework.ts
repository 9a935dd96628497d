import { z } from 'zod'
import type { Homework, HomeworkExtension, Training } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../../context.ts'
import { checked, storable } from '../../../core/checked.ts'
import { expectVersion, Refusal } from '../../../core/errors.ts'
import { emit, transact } from '../../../events.ts'
import { gradesTraining, studentsOf } from '../../../policy/training.ts'
import { find } from '../../../venue.ts'
import { difference, record } from '../../audit/audit.ts'
import { lockTraining, tellTraining } from '../saving.ts'
import { TRAINING } from '../training.ts'

/** Times of homework as a teacher sets them. */
export type HomeworkTimes = Pick<
  Homework,
  'opensAt' | 'dueAt' | 'latePercent' | 'lateUntil' | 'closesReading'
>

const moment = z.date().min(new Date('2000-01-01T00:00:00Z')).max(new Date('2200-01-01T00:00:00Z'))

const times = z
  .object({
    opensAt: moment.nullable(),
    dueAt: moment,
    latePercent: z.int().min(0).max(100),
    lateUntil: moment.nullable(),
    closesReading: z.boolean(),
  })
  .superRefine(({ opensAt, dueAt, latePercent, lateUntil }, found) => {
    const fault = (path: string) =>
      found.addIssue({ code: 'custom', path: [path], params: { fault: 'TOO_EARLY' } })
    if (opensAt !== null && opensAt >= dueAt) fault('dueAt')
    if (latePercent > 0 && lateUntil !== null && lateUntil <= dueAt) fault('lateUntil')
  })

/** Where a submission of a student stands in homework. */
export type HomeworkState = 'UPCOMING' | 'OPEN' | 'LATE' | 'OVER'

/** Phase of homework at a moment, for a student with this due time. */
export function stateOf(
  homework: Pick<Homework, 'opensAt' | 'latePercent' | 'lateUntil'>,
  dueAt: Date,
  now: Date,
): HomeworkState {
  const { opensAt, latePercent, lateUntil } = homework
  if (opensAt !== null && now < opensAt) return 'UPCOMING'
  if (now <= dueAt) return 'OPEN'
  return latePercent > 0 && (lateUntil === null || now <= lateUntil) ? 'LATE' : 'OVER'
}

/** The later of the due time of all and a student's own. */
export const dueOf = (
  { dueAt }: Pick<Homework, 'dueAt'>,
  extension: Pick<HomeworkExtension, 'dueAt'> | null,
): Date => (extension && extension.dueAt > dueAt ? extension.dueAt : dueAt)

/** Locks a training of a group that the viewer manages. */
async function lockOfGroup(ctx: Context, trainingId: number): Promise<Training & { groupId: number }> {
  const training = await lockTraining(ctx, trainingId)
  if (training.groupId === null) throw new Refusal('HOMEWORK_OF_GROUPS')
  return { ...training, groupId: training.groupId }
}

const audited = ({ opensAt, dueAt, latePercent, lateUntil, closesReading }: HomeworkTimes) => ({
  opensAt: opensAt?.toISOString() ?? null,
  dueAt: dueAt.toISOString(),
  latePercent,
  lateUntil: lateUntil?.toISOString() ?? null,
  closesReading,
})

/** Stores when the last student's time ends. A trigger does the same when members of the group come and go. */
const renewEnd = (ctx: Context, trainingId: number) =>
  ctx.db.$executeRaw`
    update "Homework" set "endsAt" = homework_end("trainingId") where "trainingId" = ${trainingId}::int`

async function tell(
  ctx: Context,
  training: Training & { groupId: number },
  userId: string | null,
): Promise<void> {
  await emit(ctx, 'homework.changed', { trainingId: training.id, groupId: training.groupId, userId })
  if (userId === null) await tellTraining(ctx, training, training)
}

/**
 * Sets the times of homework for a manager of the training (area-rules T13). Null ends the homework and deletes its
 * extensions. Results are counted again by them. `version`: of the training, that the edit is based on; null: overwrite.
 */
export async function setHomework(
  ctx: Context,
  trainingId: number,
  given: HomeworkTimes | null,
  version?: number | null,
): Promise<Training> {
  return transact(ctx, async (ctx) => {
    const training = await lockOfGroup(ctx, trainingId)
    expectVersion(training.version, version)
    const before = await ctx.db.homework.findUnique({ where: { trainingId } })
    if (given === null) await ctx.db.homework.deleteMany({ where: { trainingId } })
    const sound = given && checked(times, given)
    const wanted = sound && { ...sound, lateUntil: sound.latePercent > 0 ? sound.lateUntil : null }
    if (wanted) {
      const data = { ...wanted, updatedAt: ctx.now }
      await ctx.db.homework.upsert({
        where: { trainingId },
        create: { trainingId, ...data },
        update: data,
      })
      await renewEnd(ctx, trainingId)
    }
    const changes = difference(before && audited(before), wanted && audited(wanted))
    await record(ctx, 'training.homeworkChanged', ['Training', trainingId], changes, training.groupId)
    const after = await ctx.db.training.update({
      where: { id: trainingId },
      data: { version: { increment: 1 }, updatedAt: ctx.now },
    })
    await tell(ctx, training, null)
    return after
  })
}

/** A training whose students the viewer grades. */
export async function findGraded(ctx: Context, trainingId: number): Promise<Training & { groupId: number }> {
  const { groupState: _state, homework: _times, ...training } = await find(ctx, TRAINING, trainingId, 'look')
  authorize(ctx, gradesTraining(readerOf(ctx), training))
  return { ...training, groupId: training.groupId ?? 0 }
}

/** Refuses users who are no students of a training. */
export async function requireStudent(ctx: Context, training: Training, userId: string): Promise<void> {
  const where = { AND: [{ id: userId }, studentsOf(training)] }
  if ((await ctx.db.user.count({ where })) === 0) throw new Refusal('NOT_FOUND')
}

const reason = z
  .string()
  .transform((text) => storable(text).trim())
  .pipe(z.string().max(200))

/**
 * Sets the due time of one student, for a grader of the training. Null removes it, also of a former student. Refuses
 * times that are not after the common due time. `basedOn`: time of the extension that was changed, null when there was
 * none; throws CONFLICT when that has changed.
 */
export async function setExtension(
  ctx: Context,
  trainingId: number,
  userId: string,
  given: { dueAt: Date | null; reason: string },
  basedOn?: Date | null,
): Promise<Training> {
  return transact(ctx, async (ctx) => {
    const training = await findGraded(ctx, trainingId)
    authorize(ctx, true)
    await ctx.db.$queryRaw`select from "Homework" where "trainingId" = ${trainingId} for no key update`
    const homework = await ctx.db.homework.findUnique({ where: { trainingId } })
    if (!homework) throw new Refusal('HOMEWORK_WITHOUT_TIMES')
    const where = { trainingId_userId: { trainingId, userId } }
    const before = await ctx.db.homeworkExtension.findUnique({ where })
    if (basedOn !== undefined && before?.updatedAt.getTime() !== basedOn?.getTime())
      throw new Refusal('CONFLICT')
    if (!before || given.dueAt !== null) await requireStudent(ctx, training, userId)
    const wanted = checked(z.object({ dueAt: moment.nullable(), reason }), given)
    const { dueAt } = wanted
    if (dueAt !== null && dueAt <= homework.dueAt)
      throw new Refusal('INVALID_INPUT', { fields: { dueAt: { code: 'TOO_EARLY' } } })
    if (dueAt === null) await ctx.db.homeworkExtension.deleteMany({ where: { trainingId, userId } })
    else {
      const data = { dueAt, reason: wanted.reason, byId: ctx.viewer.id, updatedAt: ctx.now }
      await ctx.db.homeworkExtension.upsert({
        where,
        create: { trainingId, userId, ...data },
        update: data,
      })
    }
    await renewEnd(ctx, trainingId)
    const text = (row: { dueAt: Date; reason: string } | null) =>
      row && { userId, dueAt: row.dueAt.toISOString(), reason: row.reason }
    const after = dueAt && { dueAt, reason: wanted.reason }
    const changes = { ...difference(text(before), text(after)), userId }
    await record(ctx, 'training.extended', ['Training', trainingId], changes, training.groupId)
    await tell(ctx, training, userId)
    return training
  })
}

const mark = z.object({
  points: z.int().min(0).max(100).nullable(),
  note: z
    .string()
    .transform((text) => storable(text).trim())
    .pipe(z.string().max(500)),
})

/**
 * Sets points and a note on the result of a student in a problem, for a grader of the training. Without both, the mark is
 * deleted. The points stand in place of the earned ones. `basedOn`: time of the mark that was changed, null when there was
 * none; throws CONFLICT when that has changed.
 */
export async function setMark(
  ctx: Context,
  key: { trainingId: number; userId: string; problemId: number },
  given: { points: number | null; note: string },
  basedOn?: Date | null,
): Promise<Training> {
  const { trainingId, userId, problemId } = key
  return transact(ctx, async (ctx) => {
    const training = await findGraded(ctx, trainingId)
    authorize(ctx, true)
    await requireStudent(ctx, training, userId)
    const link = { trainingId_problemId: { trainingId, problemId } }
    if (!(await ctx.db.trainingProblem.findUnique({ where: link }))) throw new Refusal('NOT_FOUND')
    const wanted = checked(mark, given)
    const where = { trainingId_userId_problemId: key }
    // Two first marks at once have no row of their own to wait for.
    await ctx.db.$queryRaw`select from "Training" where "id" = ${trainingId} for no key update`
    const found = await ctx.db.trainingMark.findUnique({ where })
    if (basedOn !== undefined && found?.updatedAt.getTime() !== basedOn?.getTime())
      throw new Refusal('CONFLICT')
    const before = found && { points: found.points, note: found.note }
    const isEmpty = wanted.points === null && wanted.note === ''
    if (isEmpty) await ctx.db.trainingMark.deleteMany({ where: key })
    else {
      const data = { ...wanted, byId: ctx.viewer.id, updatedAt: ctx.now }
      await ctx.db.trainingMark.upsert({ where, create: { ...key, ...data }, update: data })
    }
    const changes = { ...difference(before, isEmpty ? null : wanted), userId, problemId }
    await record(ctx, 'training.marked', ['Training', trainingId], changes, training.groupId)
    await tell(ctx, training, userId)
    return training
  })
}
