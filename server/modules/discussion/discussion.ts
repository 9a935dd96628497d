import type { Discussion, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, type House, readerOf, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { literally } from '../../core/literally.ts'
import { createRecent, type Recent } from '../../core/recent.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import type { AnyEvent } from '../../events.ts'
import { sightReader } from '../../policy/audience.ts'
import { listedDiscussions, visibleDiscussions } from '../../policy/discussion.ts'
import { may } from '../../policy/viewer.ts'
import { onceIn } from '../../requestCache.ts'
import { enter } from '../../venue.ts'
import { ALL_ROWS, type ChangedRow, changedRow, GONE, type Stream, watch, watchRows } from '../../watch.ts'
import { GROUP } from '../group/group.ts'
import { switches } from '../site/site.ts'

type Place = Pick<Discussion, 'groupId'>

/** Whether the site's switches open discussions of a place. */
export async function areOpen(ctx: Pick<Context, 'house' | 'now'>, { groupId }: Place): Promise<boolean> {
  const { openPublicDiscussion, openGroupDiscussion } = await switches.get(ctx)
  return groupId === null ? openPublicDiscussion : openGroupDiscussion
}

/** Refuses everybody while discussions of a place are switched off (area-rules D14). */
export async function requireOpen(ctx: Context, place: Place): Promise<void> {
  if (await areOpen(ctx, place)) return
  throw new Refusal(place.groupId === null ? 'DISCUSSIONS_CLOSED' : 'GROUP_DISCUSSIONS_CLOSED')
}

/** A post that the viewer sees, in an open area; else NOT_FOUND. Cached per request. */
export const findDiscussion = (ctx: Context, id: number): Promise<Discussion> =>
  onceIn(ctx, `discussion ${id}`, async () => {
    const row = isRowNumber(id) ? await ctx.db.discussion.findUnique({ where: { id } }) : null
    if (!row) await requireOpen(ctx, { groupId: null })
    if (!row || !(await isSeen(ctx, id))) throw new Refusal('NOT_FOUND')
    await requireOpen(ctx, row)
    return row
  })

async function isSeen(ctx: Context, id: number): Promise<boolean> {
  const reader = readerOf(ctx)
  const row = await ctx.db.discussion.findFirst({
    where: { AND: [{ id }, visibleDiscussions(sightReader(reader))] },
    select: { id: true },
  })
  // Of a shared execution one viewer may see it: then each asks alone.
  if (!row) visibleDiscussions(reader)
  return row !== null
}

/** Posts to list. `place`: the site (null), a group, or everywhere, for moderators. */
export type DiscussionFilter = {
  place: number | null | 'EVERYWHERE'
  keyword?: string | null
  categoryId?: number | null
  /** Number of their problem. */
  problemId?: number | null
  /** Only the viewer's own, disabled ones too. */
  isOwn?: boolean | null
}

/** Filter and order of a list: pinned, newest, likes, views (area-rules D8); ids stand in order of creation. */
export async function discussionListing(ctx: Context, filter: DiscussionFilter) {
  return {
    where: await whereOf(ctx, filter),
    orderBy: [{ pinned: 'desc' }, { id: 'desc' }],
  } satisfies Prisma.DiscussionFindManyArgs
}

async function whereOf(ctx: Context, filter: DiscussionFilter): Promise<Prisma.DiscussionWhereInput> {
  const { categoryId, problemId } = filter
  const part = (filter.keyword ?? '').trim().slice(0, 100)
  return {
    AND: [
      await placeWhere(ctx, filter),
      ...(categoryId === null || categoryId === undefined ? [] : [{ categoryId }]),
      ...(problemId === null || problemId === undefined ? [] : [{ problemId }]),
      ...(part ? [{ id: { in: await matching(ctx, part) } }] : []),
    ],
  }
}

/** A search finds this many of the newest posts at most. */
const MOST_FOUND = 5_000

/** Ids of posts with a part of the title or summary, by their index; the order of a list would lead past it. */
async function matching(ctx: Context, part: string): Promise<number[]> {
  const like = `%${literally(part)}%`
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    select "id" from (
      select "id" from "Discussion" where "title" ilike ${like} or "description" ilike ${like} offset 0) found
    order by "id" desc limit ${MOST_FOUND}`
  return rows.map(({ id }) => id)
}

async function placeWhere(
  ctx: Context,
  { place, isOwn }: DiscussionFilter,
): Promise<Prisma.DiscussionWhereInput> {
  const reader = readerOf(ctx)
  if (place === 'EVERYWHERE') {
    authorize(ctx, may(reader, 'discussion.moderate'))
    return { AND: [visibleDiscussions(reader), await inOpenAreas(ctx)] }
  }
  await requireOpen(ctx, { groupId: place })
  if (place !== null) await enter(ctx, GROUP, place, 'look')
  if (!isOwn) return listedDiscussions(reader, place)
  requireLogin(ctx)
  return { AND: [{ groupId: place, authorId: ctx.viewer.id }, visibleDiscussions(reader)] }
}

/** Posts of the areas that are open; refuses when none is (area-rules D14). */
async function inOpenAreas(ctx: Context): Promise<Prisma.DiscussionWhereInput> {
  const [site, groups] = [await areOpen(ctx, { groupId: null }), await areOpen(ctx, { groupId: 1 })]
  if (site && groups) return {}
  if (!site && !groups) throw new Refusal('DISCUSSIONS_CLOSED')
  return { groupId: site ? null : { not: null } }
}

/** Counts above this are cached: counting a million posts takes longer than reading a page of them. */
const FEW = 1_000
/** A cached count is counted again in the background after the first time (ms), and awaited after the second. */
const COUNT_KEPT_MS = { fresh: 10_000, usable: 600_000 }
/** Size of the cache, in characters of its keys. */
const MOST_KEPT = 200_000

type Count = { count: number; at: number; isRenewed: boolean }
const counts = new WeakMap<House, Recent<Count>>()

/** Number of posts that a filter keeps; large numbers are those of the request before, at most ten minutes old. */
export async function countDiscussions(ctx: Context, where: Prisma.DiscussionWhereInput): Promise<number> {
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

/** Those of the given posts that the viewer likes. */
export async function likedDiscussions(ctx: Context, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const userId = ctx.viewer?.id
  if (userId === undefined || ids.length === 0) return new Set()
  const rows = await ctx.db.discussionLike.findMany({ where: { userId, discussionId: { in: [...ids] } } })
  return new Set(rows.map(({ discussionId }) => discussionId))
}

/** Delay (ms) before changed likes, views and numbers of comments are read. */
const FIGURES_WITHIN = 1_000
const LISTED = 'listed'

/** Whether an event may hide a post from readers or show it to them. */
export const isAboutSight = (event: AnyEvent, { id, problemId, groupId }: Discussion): boolean => {
  const { name, payload } = event
  if (name === 'discussion.changed')
    return payload.discussionId === id && payload.wasListed !== payload.isListed
  if (name === 'membership.changed' || name === 'group.changed') return payload.groupId === groupId
  return isAboutProblems(event) && problemId !== null && event.payload.problemId === problemId
}

const isAboutProblems = (
  event: AnyEvent,
): event is Extract<
  AnyEvent,
  { name: 'problem.published' | 'problem.hidden' | 'groupProblem.shown' | 'groupProblem.hidden' }
> => ['problem.published', 'problem.hidden', 'groupProblem.shown', 'groupProblem.hidden'].includes(event.name)

/** Posts of a list as they are created, changed and removed; `place` is the site or a group. */
export async function watchDiscussions(ctx: Context, filter: DiscussionFilter): Promise<Stream<ChangedRow>> {
  await whereOf(ctx, filter)
  const { place, categoryId = null, problemId = null, isOwn } = filter
  return watchRows(ctx, {
    ...(isOwn || place === 'EVERYWHERE' || filter.keyword
      ? {}
      : { sight: (reader) => ({ AND: [listedDiscussions(reader, place), { categoryId, problemId }] }) }),
    place: typeof place === 'number' ? { contest: null, groupId: place } : null,
    concern: (event) => {
      if (isAboutProblems(event)) return ALL_ROWS
      if (event.name !== 'discussion.changed') return null
      const { discussionId, groupId, wasListed, isListed } = event.payload
      if (place !== 'EVERYWHERE' && groupId !== place) return null
      const wait = wasListed === isListed ? FIGURES_WITHIN : 0
      return { key: discussionId, about: wasListed || isOwn ? LISTED : '', wait }
    },
    read: async (now, id, about) => {
      if (place !== 'EVERYWHERE' && !(await areOpen(now, { groupId: place }))) return null
      const row = await now.db.discussion.findFirst({
        where: { AND: [{ id }, await whereOf(now, filter)] },
        select: { id: true },
      })
      return changedRow(id, about === LISTED, row !== null)
    },
  })
}

/** A post after every change, until the subscriber may see it no longer. */
export async function watchDiscussion(ctx: Context, id: number): Promise<Stream<Discussion>> {
  const discussion = await findDiscussion(ctx, id)
  const { groupId, disabled } = discussion
  return watch<number, Discussion>(ctx, {
    ...(disabled ? {} : { sight: (reader) => listedDiscussions(reader, groupId) }),
    place: groupId === null ? null : { contest: null, groupId },
    concern: (event) => {
      const turns = isAboutSight(event, discussion)
      if (!turns && !(event.name === 'discussion.changed' && event.payload.discussionId === id)) return null
      return { key: id, wait: turns ? 0 : FIGURES_WITHIN }
    },
    read: async (now) => {
      if (!(await areOpen(now, discussion)) || !(await isSeen(now, id))) return GONE
      return now.db.discussion.findUnique({ where: { id } })
    },
  })
}
