import type { Operation } from '#prisma/generated/client.ts'
import { type Context, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { transact } from '../../events.ts'
import { startOperation, type Work } from '../operation/operation.ts'
import { archiveOf } from './archive.ts'

const HOUR_MS = 3600_000

/** Starts the archive of the viewer's own data: one at a time, and one an hour. */
export async function startArchive(ctx: Context): Promise<Operation> {
  requireLogin(ctx)
  const { id } = ctx.viewer
  return transact(ctx, async (ctx) => {
    await ctx.db.$queryRaw`select "id" from "User" where "id" = ${id} for no key update`
    const last = await ctx.db.operation.findFirst({
      where: {
        ownerId: id,
        kind: 'DATA_EXPORT',
        OR: [
          { createdAt: { gt: new Date(ctx.now.getTime() - HOUR_MS) } },
          { state: { in: ['QUEUED', 'RUNNING'] } },
        ],
      },
      orderBy: { id: 'desc' },
      select: { createdAt: true },
    })
    if (last) {
      const left = last.createdAt.getTime() + HOUR_MS - ctx.now.getTime()
      throw new Refusal('DATA_EXPORT_TOO_SOON', { minutes: Math.max(1, Math.ceil(left / 60_000)) })
    }
    return startOperation(ctx, 'DATA_EXPORT', {}, { total: 1 })
  })
}

/** Packs the archive as its result, in the name of its owner; a deleted or disabled account gets none. */
export const archiveWork: Work<'DATA_EXPORT'> = {
  step: async (ctx) => {
    requireLogin(ctx)
    const { username } = ctx.viewer
    return async () => [{ subject: username }]
  },
  result: async (ctx) => {
    requireLogin(ctx)
    const day = ctx.now.toISOString().slice(0, 10)
    return { name: `my-data-${day}.zip`, content: archiveOf(ctx) }
  },
}
