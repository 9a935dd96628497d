import { z } from 'zod'
import type { Training } from '#prisma/generated/client.ts'
import { TrainingAccess } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked, onOneLine, storable } from '../../core/checked.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { canMakeTrainings, canRemoveTraining, managesTraining, rankedIn } from '../../policy/training.ts'
import { enter, find } from '../../venue.ts'
import { difference, record } from '../audit/audit.ts'
import { referTo } from '../file/file.ts'
import { GROUP } from '../group/group.ts'
import { TRAINING } from './training.ts'

const MOST_RANK = 2_147_483_647
const MAX_DESCRIPTION = 65_535
const MAX_PASSWORD = 64

const line = (max: number) => z.string().transform(onOneLine).pipe(z.string().min(1).max(max))

/** In the order in which REST names the first wrong one (area-rules T3). */
const fields = z.object({
  rank: z.int().min(0).max(MOST_RANK),
  title: line(255),
  description: z
    .string()
    .transform(storable)
    .pipe(
      z
        .string()
        .max(MAX_DESCRIPTION)
        .refine((text) => text.trim() !== '', { params: { fault: 'REQUIRED' } }),
    ),
  categoryId: z.int().min(1),
  access: z.enum(TrainingAccess),
  password: z.string().max(MAX_PASSWORD).nullable(),
  visible: z.boolean(),
})

export type TrainingFields = z.output<typeof fields>

const DEFAULTS = { rank: 1000, access: 'PUBLIC', password: null, visible: true } as const

type NewTraining = Partial<TrainingFields> & Pick<TrainingFields, 'title' | 'description' | 'categoryId'>

/** Checked fields; a private training needs a password, a public one keeps none. */
async function sound(ctx: Context, given: object): Promise<TrainingFields> {
  const wanted = checked(fields, given)
  const category = isRowNumber(wanted.categoryId)
    ? await ctx.db.trainingCategory.findUnique({ where: { id: wanted.categoryId }, select: { id: true } })
    : null
  if (!category) throw new Refusal('INVALID_INPUT', { fields: { categoryId: { code: 'NOT_OFFERED' } } })
  if (wanted.access === 'PUBLIC') return { ...wanted, password: null }
  if (!wanted.password) throw new Refusal('INVALID_INPUT', { fields: { password: { code: 'REQUIRED' } } })
  return wanted
}

/** Fields for the audit, with whether there is a password instead of the password. */
const audited = ({ rank, title, access, visible, categoryId, password }: Training) => ({
  rank,
  title,
  access,
  visible,
  categoryId,
  hasPassword: password !== null,
})

async function note(ctx: Context, before: Training | null, after: Training | null): Promise<void> {
  const row = after ?? before
  if (!row) return
  await referTo(ctx, `Training:${row.id}`, after ? [after.description] : [])
  if (after) ctx.house.markdown.keep([after.description])
  const action = !before ? 'training.created' : after ? 'training.changed' : 'training.removed'
  const changes = difference(before && audited(before), after && audited(after))
  await record(ctx, action, ['Training', row.id], changes, row.groupId)
  await tellTraining(ctx, before, after)
}

/** Announces a change of a training or of its problems. */
export async function tellTraining(
  ctx: Context,
  before: Training | null,
  after: Training | null,
): Promise<void> {
  const row = after ?? before
  if (!row) return
  await emit(ctx, 'training.changed', {
    trainingId: row.id,
    groupId: row.groupId,
    wasListed: before?.visible ?? false,
    isListed: after?.visible ?? false,
  })
}

/** Creates a training that the viewer owns, on the site or in a group (area-rules T11). */
export async function createTraining(
  ctx: Context,
  given: NewTraining,
  groupId: number | null,
): Promise<Training> {
  if (groupId !== null) await enter(ctx, GROUP, groupId, 'manage')
  authorize(ctx, canMakeTrainings(readerOf(ctx), groupId))
  const wanted = await sound(ctx, { ...DEFAULTS, ...given })
  const { viewer } = ctx
  return transact(ctx, async (ctx) => {
    const training = await ctx.db.training.create({
      data: { ...wanted, groupId, ownerId: viewer.id, createdAt: ctx.now, updatedAt: ctx.now },
    })
    await note(ctx, null, training)
    return training
  })
}

/** A training that the viewer manages, without a lock. */
export async function findManagedTraining(ctx: Context, id: number): Promise<Training> {
  const { groupState: _state, homework: _times, ...training } = await find(ctx, TRAINING, id, 'manage')
  authorize(ctx, managesTraining(readerOf(ctx), training))
  return training
}

/** A training that the viewer manages, locked until the transaction ends. */
export async function lockTraining(ctx: Context, id: number): Promise<Training> {
  if (!isRowNumber(id)) throw new Refusal('NOT_FOUND')
  await ctx.db.$queryRaw`select "id" from "Training" where "id" = ${id} for no key update`
  return findManagedTraining(ctx, id)
}

export type TrainingPatch = Partial<TrainingFields>

/** What a save knows besides the fields. */
type Saving = {
  /** Version that the edit is based on; null: the current one. */
  version?: number | null
  /**
   * Number of registrations that the viewer knows a new password ends; a differing number is refused. Null: they were
   * not asked, as over REST.
   */
  endsRegistrations?: number | null
}

/** Changes a training. A new password ends all registrations (area-rules T4). */
export async function updateTraining(
  ctx: Context,
  id: number,
  patch: TrainingPatch,
  { version, endsRegistrations }: Saving = {},
): Promise<Training> {
  return transact(ctx, async (ctx) => {
    const before = await lockTraining(ctx, id)
    expectVersion(before.version, version)
    const { rank, title, description, categoryId, access, password, visible } = before
    const known = { rank, title, description, categoryId, access, password, visible }
    const wanted = await sound(ctx, { ...known, ...patch })
    if (before.password !== null && before.password !== wanted.password)
      await endRegistrations(ctx, before, endsRegistrations ?? null)
    const after = await ctx.db.training.update({
      where: { id },
      data: { ...wanted, version: { increment: 1 }, updatedAt: ctx.now },
    })
    await note(ctx, before, after)
    return after
  })
}

type Counted = Pick<Training, 'id' | 'ownerId' | 'groupId'>

async function endRegistrations(ctx: Context, training: Counted, expected: number | null): Promise<void> {
  const count = await countRegistrations(ctx, training)
  if (expected !== null && expected !== count) throw new Refusal('TRAINING_PASSWORD_ENDS', { count })
  await ctx.db.trainingRegistration.deleteMany({ where: { trainingId: training.id } })
}

/** Number of registrations that have a row in the rank, for managers. */
export const countRegistrations = (ctx: Context, training: Counted): Promise<number> =>
  ctx.db.trainingRegistration.count({ where: { trainingId: training.id, user: rankedIn(training) } })

/** Deletes a training; problems and submissions stay (area-rules T11). */
export async function removeTraining(ctx: Context, id: number): Promise<Training> {
  return transact(ctx, async (ctx) => {
    const { groupState: _state, homework: _times, ...before } = await find(ctx, TRAINING, id, 'look')
    authorize(ctx, canRemoveTraining(readerOf(ctx), before))
    const { count } = await ctx.db.training.deleteMany({ where: { id } })
    if (count === 0) throw new Refusal('NOT_FOUND')
    await note(ctx, before, null)
    return before
  })
}
