import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { transact } from '../../events.ts'

const MIB = 2 ** 20

/** Bytes that uploads of one person, or of all in one group, for one use may take while nothing refers to them. */
export type Quota = {
  ownerId: string
  /** The group by whose rights it is uploaded, whose members share the quota; null or left out: the person's own. */
  groupId?: number | null
  use: string
  most: number
  /** How many of them (bytes) are taken now. */
  used(ctx: Context): Promise<number>
}

/** Time (ms) after which a reservation counts no more: its server has died. */
const VOID_MS = 24 * 3600_000

/**
 * Runs `work`, which stores at most `bytes` more, while room for them is reserved in the quota. Uploads that come at the same
 * time reserve one after another, so that together they stay within it. Throws FILE_QUOTA when there is no room.
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
  { ownerId, groupId = null, use: kind, most, used }: Quota,
  bytes: number,
): Promise<string> =>
  transact(ctx, async (ctx) => {
    const use = groupId === null ? kind : `${kind} of group ${groupId}`
    const whose = groupId === null ? { ownerId, use } : { use }
    const lock = groupId === null ? ownerId : `group ${groupId}`
    await ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtext(${lock}), hashtext(${`quota ${use}`}))`
    const createdAt = { gte: new Date(ctx.now.getTime() - VOID_MS) }
    const { _sum } = await ctx.db.reservation.aggregate({
      where: { ...whose, createdAt },
      _sum: { size: true },
    })
    if ((await used(ctx)) + Number(_sum.size ?? 0) + bytes > most) {
      throw new Refusal('FILE_QUOTA', { megabytes: most / MIB })
    }
    const { id } = await ctx.db.reservation.create({
      data: { id: randomUUID(), ownerId, use, size: bytes, createdAt: ctx.now },
    })
    return id
  })

/** Deletes the reservations of uploads that a server died over. */
export async function sweepReservations(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - VOID_MS)
  await ctx.db.reservation.deleteMany({ where: { createdAt: { lt: before } } })
}
