import type { Training } from '#prisma/generated/client.ts'
import { type Context, readerOf, requireLogin } from '../../context.ts'
import { isSame } from '../../core/constantTime.ts'
import { Refusal } from '../../core/errors.ts'
import { takeTurn } from '../../core/pacing/throttle.ts'
import { transact } from '../../events.ts'
import { entersUnregistered } from '../../policy/training.ts'
import { find } from '../../venue.ts'
import { tellTraining } from './saving.ts'
import { isRegistered, TRAINING } from './training.ts'

/** Seconds between two password attempts. */
const TRY_SECONDS = 2

/** Refuses a viewer who needs no registration or has one (area-rules T4, T5). */
async function requireRegistrable(ctx: Context, training: Training): Promise<void> {
  if (training.access === 'PUBLIC' || entersUnregistered(readerOf(ctx), training))
    throw new Refusal('TRAINING_NEEDS_NO_REGISTRATION')
  if (await isRegistered(ctx, training.id)) throw new Refusal('TRAINING_REGISTERED')
}

/**
 * Registers the viewer for a private training by its password, which is compared in constant time and tried once in two
 * seconds (area-rules T4).
 */
export async function registerForTraining(ctx: Context, id: number, password: string): Promise<Training> {
  requireLogin(ctx)
  const { viewer } = ctx
  await requireRegistrable(ctx, await find(ctx, TRAINING, id, 'look'))
  if (password === '') throw new Refusal('TRAINING_PASSWORD_EMPTY', { field: 'password' })
  // Outside the transaction, so that a wrong password counts against the rate limit.
  const seconds = await takeTurn(ctx.db, `training:${id}:${viewer.id}`, TRY_SECONDS)
  if (seconds > 0) throw new Refusal('TRAINING_PASSWORD_TOO_SOON', { seconds })
  return transact(ctx, async (ctx) => {
    // Shared lock: registrations run concurrently, and a change of the password waits for them.
    await ctx.db.$queryRaw`select "id" from "Training" where "id" = ${id} for share`
    const training = await find(ctx, TRAINING, id, 'look')
    await requireRegistrable(ctx, training)
    if (!isSame(password, training.password ?? ''))
      throw new Refusal('TRAINING_PASSWORD', { field: 'password' })
    await ctx.db.trainingRegistration.createMany({
      data: { trainingId: id, userId: viewer.id, registeredAt: ctx.now },
      skipDuplicates: true,
    })
    await tellTraining(ctx, training, training)
    return training
  })
}
