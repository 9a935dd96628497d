import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { advisoryLock } from '../../core/db.ts'
import { Refusal } from '../../core/errors.ts'
import { transact } from '../../events.ts'

const MIB = 2 ** 20

/** Quota (bytes) of uploads of a user or group, per use. */
export type Quota = {
  ownerId: string
  /**
   * Group by whose rights it is uploaded, whose members share the quota; null or omitted: the user's own
   * quota.
   */
  groupId?: number | null
  use: string
  most: number
  /** Why there is no room; default: unreferenced uploads take it. */
  full?: 'FILE_QUOTA' | 'OUTPUTS_QUOTA'
  /** Bytes in use now. */
  used(ctx: Context): Promise<number>
}

/** Age (ms) at which a reservation expires: its server has died. */
const VOID_MS = 24 * 3600_000

/**
 * Runs `work`, which stores at most `bytes` more, while they are reserved in the quota. Concurrent uploads
 * reserve one after another, so that together they stay within it. Throws `full` of the
 * quota when it is exceeded.
 */
export async function withRoom<T>(
  ctx: Context,
  quota: Quota,
  bytes: number,
  work: () => Promise<T>,
): Promise<T> {
  const id = await reserve(ctx, quota, bytes)
  try {
    return await work()
  } finally {
    await ctx.db.reservation.deleteMany({ where: { id } })
  }
}

const reserve = (
  ctx: Context,
  { ownerId, groupId = null, use: kind, most, used, full = 'FILE_QUOTA' }: Quota,
  bytes: number,
): Promise<string> =>
  transact(ctx, async (ctx) => {
    const use = groupId === null ? kind : `${kind} of group ${groupId}`
    const whose = groupId === null ? { ownerId, use } : { use }
    const lock = groupId === null ? ownerId : `group ${groupId}`
    await advisoryLock(ctx.db, lock, `quota ${use}`)
    const createdAt = { gte: new Date(ctx.now.getTime() - VOID_MS) }
    const { _sum } = await ctx.db.reservation.aggregate({
      where: { ...whose, createdAt },
      _sum: { size: true },
    })
    if ((await used(ctx)) + Number(_sum.size ?? 0) + bytes > most) {
      throw new Refusal(full, { megabytes: most / MIB })
    }
    const { id } = await ctx.db.reservation.create({
      data: { id: randomUUID(), ownerId, use, size: bytes, createdAt: ctx.now },
    })
    return id
  })

/** Deletes expired reservations. */
export async function sweepReservations(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - VOID_MS)
  await ctx.db.reservation.deleteMany({ where: { createdAt: { lt: before } } })
}
