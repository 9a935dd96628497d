import type { Contest, Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import type { pageOf } from '../../doors/rest/coercers.ts'
import { asPage } from '../../doors/rest/shapes.ts'
import { type ContestFilter, contestListing, contestsOfPage } from './contest.ts'
import { asListed, WITH_OWNER } from './restShapes.ts'

/** Lists of contests in REST. */

/** Number of registrations, by contest id. */
async function counts(ctx: Context, ids: readonly number[]): Promise<Map<number, number>> {
  const where: Prisma.ParticipationWhereInput = { contestId: { in: [...ids] }, registeredAt: { not: null } }
  const groups = await ctx.db.participation.groupBy({ by: ['contestId'], where, _count: true })
  return new Map(groups.map(({ contestId, _count }) => [contestId, _count]))
}

/** Rows of a list, in the order of `contests`. */
export async function asListedRows(ctx: Context, contests: readonly Contest[]) {
  const ids = contests.map(({ id }) => id)
  const [numbers, rows] = await Promise.all([
    counts(ctx, ids),
    ctx.db.contest.findMany({ where: { id: { in: ids } }, ...WITH_OWNER }),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [asListed(row, numbers.get(id) ?? 0, ctx.now)] : []
  })
}

/** A page of the list of the site or a group. */
export async function pageOfContests(ctx: Context, filter: ContestFilter, wanted: ReturnType<typeof pageOf>) {
  const where = await contestListing(ctx, filter)
  const { contests, total } = await contestsOfPage(ctx, where, { skip: wanted.offset, take: wanted.limit })
  return asPage(await asListedRows(ctx, contests), total, wanted)
}
