import { type Discussion, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { literally } from '../../core/literally.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import type { AnyEvent } from '../../events.ts'
import { sightReader } from '../../policy/audience.ts'
import { listedDiscussions, moderatesDiscussions, visibleDiscussions } from '../../policy/discussion.ts'
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
  /** With disabled posts, for moderators of the place. */
  isManaged?: boolean | null
  /** Only disabled posts (true), or only the others (false). */
  isDisabled?: boolean | null
  /** Only pinned posts (true), or only the others (false). */
  isPinned?: boolean | null
  /** Of all places, only posts of the site, or only those of groups. */
  area?: DiscussionArea | null
}

export const DISCUSSION_AREAS = ['SITE', 'GROUPS'] as const
export type DiscussionArea = (typeof DISCUSSION_AREAS)[number]

/** Order of lists: pinned, newest (area-rules D8); ids stand in order of creation. */
const ORDER = [{ pinned: 'desc' }, { id: 'desc' }] satisfies Prisma.DiscussionFindManyArgs['orderBy']

type Listing = { where: Prisma.DiscussionWhereInput; orderBy: typeof ORDER }

/** Filter and order of a list. */
export const discussionListing = async (ctx: Context, filter: DiscussionFilter): Promise<Listing> => ({
  where: await whereOf(ctx, filter),
  orderBy: ORDER,
})

/** Filter, order and window of a page of a list. */
export async function discussionPage(
  ctx: Context,
  filter: DiscussionFilter,
  { skip, take }: { skip: number; take: number },
): Promise<Listing & { skip: number; take: number }> {
  if (!filter.keyword?.trim()) return { ...(await discussionListing(ctx, filter)), skip, take }
  const ids = await searched(ctx, filter)
  return { where: { id: { in: ids.slice(skip, skip + take) } }, orderBy: ORDER, skip: 0, take }
}

/** Ids of the posts that a search shows the viewer, in the order of the list. One read for the page and its total. */
export const searched = (ctx: Context, filter: DiscussionFilter): Promise<number[]> =>
  onceIn(ctx, `discussions shown by ${JSON.stringify(filter)}`, async () => {
    const listing = await discussionListing(ctx, filter)
    const rows = await ctx.db.discussion.findMany({ ...listing, select: { id: true } })
    return rows.map(({ id }) => id)
  })

async function whereOf(ctx: Context, filter: DiscussionFilter): Promise<Prisma.DiscussionWhereInput> {
  const { categoryId, problemId, isDisabled, isPinned, area } = filter
  const part = (filter.keyword ?? '').trim().slice(0, 100)
  return {
    AND: [
      await placeWhere(ctx, filter),
      ...(categoryId === null || categoryId === undefined ? [] : [{ categoryId }]),
      ...(problemId === null || problemId === undefined ? [] : [{ problemId }]),
      ...(typeof isDisabled === 'boolean' ? [{ disabled: isDisabled }] : []),
      ...(typeof isPinned === 'boolean' ? [{ pinned: isPinned }] : []),
      ...(area ? [{ groupId: area === 'SITE' ? null : { not: null } }] : []),
      ...(part ? [{ id: { in: await matching(ctx, part, filter) } }] : []),
    ],
  }
}

/** A search finds this many of the newest posts at most. */
const MOST_FOUND = 1_000

/** Ids of posts with a part of the title or summary, by their index; the order of a list would lead past it. */
const matching = (ctx: Context, part: string, filter: DiscussionFilter): Promise<number[]> =>
  onceIn(ctx, `discussions with ${JSON.stringify({ ...filter, part })}`, async () => {
    const like = `%${literally(part)}%`
    const rows = await ctx.db.$queryRaw<{ id: number }[]>`
      select "id" from (
        select "id" from "Discussion"
        where ("title" ilike ${like} or "description" ilike ${like}) ${boundsOf(ctx, filter)} offset 0) found
      order by "id" desc limit ${MOST_FOUND}`
    return rows.map(({ id }) => id)
  })

/** A filter as SQL, so that posts of other lists take no places of a search. */
function boundsOf(
  { viewer }: Context,
  { place, categoryId, problemId, isOwn, isManaged, isDisabled, isPinned, area }: DiscussionFilter,
): Prisma.Sql {
  const bounds = [
    place === null && Prisma.sql`and "groupId" is null`,
    typeof place === 'number' && Prisma.sql`and "groupId" = ${place}`,
    isOwn === true && !isManaged && Prisma.sql`and "authorId" = ${viewer?.id ?? ''}`,
    place !== 'EVERYWHERE' && !isManaged && !isOwn && Prisma.sql`and not "disabled"`,
    typeof isDisabled === 'boolean' && Prisma.sql`and "disabled" = ${isDisabled}`,
    typeof isPinned === 'boolean' && Prisma.sql`and "pinned" = ${isPinned}`,
    area === 'SITE' && Prisma.sql`and "groupId" is null`,
    area === 'GROUPS' && Prisma.sql`and "groupId" is not null`,
    typeof categoryId === 'number' && Prisma.sql`and "categoryId" = ${categoryId}`,
    typeof problemId === 'number' && Prisma.sql`and "problemId" = ${problemId}`,
  ]
  return Prisma.join([Prisma.empty, ...bounds.filter((bound) => bound !== false)], ' ')
}

async function placeWhere(
  ctx: Context,
  { place, isOwn, isManaged }: DiscussionFilter,
): Promise<Prisma.DiscussionWhereInput> {
  const reader = readerOf(ctx)
  if (place === 'EVERYWHERE') {
    authorize(ctx, may(reader, 'discussion.moderate'))
    const own = isOwn ? { authorId: ctx.viewer?.id ?? '' } : {}
    return { AND: [visibleDiscussions(reader), await inOpenAreas(ctx), own] }
  }
  await requireOpen(ctx, { groupId: place })
  if (place !== null) await enter(ctx, GROUP, place, 'look')
  if (isManaged) {
    authorize(ctx, moderatesDiscussions(reader, { groupId: place }))
    return { AND: [{ groupId: place }, visibleDiscussions(reader)] }
  }
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

/** Those of the given posts that the viewer likes. */
export async function likedDiscussions(ctx: Context, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const userId = ctx.viewer?.id
  if (userId === undefined || ids.length === 0) return new Set()
  const rows = await ctx.db.discussionLike.findMany({ where: { userId, discussionId: { in: [...ids] } } })
  return new Set(rows.map(({ discussionId }) => discussionId))
}

/** Delay (ms) before changed likes, views and numbers of comments are read. */
const FIGURES_WITHIN = 1_000
/** What a stream knows of a changed post: the list may have shown it, or only its figures changed. */
const LISTED = 'listed'
const FIGURES = 'figures'

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
  const {
    place,
    categoryId = null,
    problemId = null,
    isOwn,
    isManaged,
    isDisabled = null,
    isPinned = null,
    area,
  } = filter
  return watchRows(ctx, {
    ...(isOwn || isManaged || place === 'EVERYWHERE' || filter.keyword
      ? {}
      : {
          sight: (reader) => ({
            AND: [listedDiscussions(reader, place), { categoryId, problemId, isDisabled, isPinned, area }],
          }),
        }),
    place: typeof place === 'number' ? { contest: null, groupId: place } : null,
    concern: (event) => {
      if (isAboutProblems(event) || event.name === 'discussionCategory.changed') return ALL_ROWS
      if (event.name !== 'discussion.changed') return null
      const { discussionId, groupId, what, wasListed, isListed } = event.payload
      if (place !== 'EVERYWHERE' && groupId !== place) return null
      const wait = wasListed === isListed ? FIGURES_WITHIN : 0
      if (what === 'FIGURES') return { key: discussionId, about: FIGURES, wait }
      const showsDisabled = isOwn || isManaged || place === 'EVERYWHERE'
      const was = showsDisabled ? what !== 'CREATED' : wasListed
      return { key: discussionId, about: was ? LISTED : '', wait }
    },
    read: async (now, id, about) => {
      if (place !== 'EVERYWHERE' && !(await areOpen(now, { groupId: place }))) return null
      const row = await now.db.discussion.findFirst({
        where: { AND: [{ id }, await whereOf(now, filter)] },
        select: { id: true },
      })
      // New figures neither add a row nor remove one.
      if (about === FIGURES && !row) return null
      return changedRow(id, about !== '', row !== null)
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
