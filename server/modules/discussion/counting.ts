import type { Prisma } from '#prisma/generated/client.ts'
import { type Context, type House, readerOf } from '../../context.ts'
import { createRecent, type Recent } from '../../core/recent.ts'
import { listedProblemsOf } from '../../policy/discussion.ts'
import { areOpen, type DiscussionFilter, discussionListing, searched } from './discussion.ts'

/** Number of posts that a filter keeps. Of a search, no more than it finds. */
export async function countDiscussions(ctx: Context, filter: DiscussionFilter): Promise<number> {
  const { place, isOwn, isManaged, isDisabled, isPinned, area, keyword } = filter
  if (keyword?.trim()) return (await searched(ctx, filter)).length
  const { where } = await discussionListing(ctx, filter)
  const isPart =
    isOwn || isManaged || area || typeof isDisabled === 'boolean' || typeof isPinned === 'boolean'
  return place === 'EVERYWHERE' || isPart ? keptCount(ctx, where) : talliedCount(ctx, filter, place)
}

/** Number of posts on a problem in the list of the site; null while that is closed. */
export async function countOnProblem(ctx: Context, problemId: number): Promise<number | null> {
  if (!(await areOpen(ctx, { groupId: null }))) return null
  return talliedCount(ctx, { place: null, problemId }, null)
}

/** Posts of a place's list, from the tallies that triggers keep. */
async function talliedCount(
  ctx: Context,
  { categoryId, problemId }: DiscussionFilter,
  place: number | null,
): Promise<number> {
  const { _sum } = await ctx.db.discussionTally.aggregate({
    _sum: { count: true },
    where: {
      groupKey: place ?? 0,
      ...(typeof categoryId === 'number' && { categoryId }),
      ...(typeof problemId === 'number' && { problemKey: problemId }),
      OR: [{ problemId: null }, { problem: listedProblemsOf(readerOf(ctx), place) }],
    },
  })
  return _sum.count ?? 0
}

/** Counts above this are cached: counting a million posts takes longer than reading a page of them. */
const FEW = 1_000
/** A cached count is counted again in the background after the first time (ms), and awaited after the second. */
const COUNT_KEPT_MS = { fresh: 10_000, usable: 600_000 }
/** Size of the cache, in characters of its keys. */
const MOST_KEPT = 200_000

type Count = { count: number; at: number; isRenewed: boolean }
const counts = new WeakMap<House, Recent<Count>>()

/** Number of posts of a `where`; large numbers are those of the request before, at most ten minutes old. */
async function keptCount(ctx: Context, where: Prisma.DiscussionWhereInput): Promise<number> {
  const kept = counts.get(ctx.house) ?? createRecent<Count>(MOST_KEPT)
  counts.set(ctx.house, kept)
  const key = JSON.stringify(where)
  const read = async () => {
    const count = await ctx.house.database.prisma.discussion.count({ where })
    if (count > FEW) kept.set(key, { count, at: ctx.now.getTime(), isRenewed: false })
    else kept.delete(key)
    return count
  }
  const known = kept.get(key)
  const age = known ? ctx.now.getTime() - known.at : Number.POSITIVE_INFINITY
  if (!known || age > COUNT_KEPT_MS.usable) return read()
  if (age > COUNT_KEPT_MS.fresh && !known.isRenewed) {
    known.isRenewed = true
    read().catch(() => {
      known.isRenewed = false
    })
  }
  return known.count
}
