import type { Contest, ContestProblem, Prisma } from '#prisma/generated/client.ts'
import type { ContestType } from '#prisma/generated/enums.ts'
import { type Context, readerOf } from '../../context.ts'
import type { Db } from '../../core/db.ts'
import { Refusal, unlessRefused } from '../../core/errors.ts'
import { literally } from '../../core/literally.ts'
import { together } from '../../core/pacing/together.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { homeOf } from '../../policy/audience.ts'
import {
  type ContestBars,
  type ContestVenue,
  contestPolicy,
  hidesProblems,
  isShutOut,
  listedContests,
  type Standing,
} from '../../policy/contest.ts'
import { groupStateOf, organises } from '../../policy/officials.ts'
import { enter, find, rowOf, type VenueKind } from '../../venue.ts'
import { type ChangedRow, changedRow, everything, GONE, type Stream, watch, watchRows } from '../../watch.ts'
import { GROUP, isAboutGroup } from '../group/group.ts'

/** Status of a contest by its times. */
export const CONTEST_STATUSES = ['SCHEDULED', 'RUNNING', 'ENDED'] as const
export type ContestStatus = (typeof CONTEST_STATUSES)[number]

/** Status of a contest at a time (contest-rules.md 1). */
export const statusOf = (
  { startsAt, endsAt }: Pick<Contest, 'startsAt' | 'endsAt'>,
  now: Date,
): ContestStatus => {
  if (now < startsAt) return 'SCHEDULED'
  return now < endsAt ? 'RUNNING' : 'ENDED'
}

/** Filter: contests that have a status at a time. */
export const whereStatus = (status: ContestStatus, now: Date): Prisma.ContestWhereInput => {
  if (status === 'SCHEDULED') return { startsAt: { gt: now } }
  return status === 'ENDED' ? { endsAt: { lte: now } } : { startsAt: { lte: now }, endsAt: { gt: now } }
}

export type ContestFilter = {
  status?: ContestStatus | null
  type?: ContestType | null
  keyword?: string | null
  /** A group instead of the site. */
  groupId?: number | null
}

/** The list of the site or a group: upcoming, running, then ended; latest start first. */
export async function contestListing(
  ctx: Context,
  { status, type, keyword, groupId = null }: ContestFilter,
): Promise<Prisma.ContestWhereInput> {
  if (groupId !== null) await enter(ctx, GROUP, groupId, 'look')
  const part = literally((keyword ?? '').trim())
  return {
    AND: [
      listedContests(groupId),
      status ? whereStatus(status, ctx.now) : {},
      type ? { type } : {},
      part ? { title: { contains: part, mode: 'insensitive' } } : {},
    ],
  }
}

/** A page of a list; `columns` is a Prisma selection. */
export async function contestsOfPage(
  ctx: Context,
  where: Prisma.ContestWhereInput,
  { skip, take, columns = {} }: { skip: number; take: number; columns?: object },
): Promise<{ contests: Contest[]; total: number }> {
  const total = await ctx.db.contest.count({ where })
  const contests: Contest[] = []
  let before = skip
  for (const status of CONTEST_STATUSES) {
    if (contests.length >= take) break
    const group = { AND: [where, whereStatus(status, ctx.now)] }
    const found = await ctx.db.contest.findMany({
      where: group,
      orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
      skip: before,
      take: take - contests.length,
      ...columns,
    })
    contests.push(...found)
    if (found.length === 0) before -= Math.min(before, await ctx.db.contest.count({ where: group }))
    else before = 0
  }
  return { contests, total }
}

/** A part of a list in Prisma's words, as the connections of the graph fill them. */
type Slice = { cursor?: { id?: number }; skip?: number; take?: number }

/** The page of `contestsOfPage` that a slice asks for; empty when the contest of its cursor has left the list. */
export async function pageOfSlice(
  ctx: Context,
  where: Prisma.ContestWhereInput,
  { cursor, skip = 0, take = 10 }: Slice,
): Promise<{ skip: number; take: number }> {
  const place = cursor?.id === undefined ? null : await placeIn(ctx, where, cursor.id)
  if (place === undefined) return { skip: 0, take: 0 }
  if (take >= 0) return { skip: (place ?? 0) + skip, take }
  const end = Math.max(0, (place === null ? await ctx.db.contest.count({ where }) : place + 1) - skip)
  const size = Math.min(end, -take)
  return { skip: end - size, take: size }
}

/** Number of contests before one in the order of `contestsOfPage`; undefined: the list does not have it. */
async function placeIn(
  ctx: Context,
  where: Prisma.ContestWhereInput,
  id: number,
): Promise<number | undefined> {
  const row = await ctx.db.contest.findFirst({ where: { AND: [where, { id }] } })
  if (!row) return undefined
  const { startsAt } = row
  const status = statusOf(row, ctx.now)
  const above = CONTEST_STATUSES.slice(0, CONTEST_STATUSES.indexOf(status))
  const sooner = { OR: [{ startsAt: { gt: startsAt } }, { startsAt, id: { gt: id } }] }
  const before = [
    ...above.map((one) => whereStatus(one, ctx.now)),
    { AND: [whereStatus(status, ctx.now), sooner] },
  ]
  return ctx.db.contest.count({ where: { AND: [where, { OR: before }] } })
}

/** Range (ms) of upcoming contests on the home page. */
const SOON_MS = 14 * 24 * 3600_000

const whereRecent = ({ now }: Context): Prisma.ContestWhereInput => ({
  AND: [listedContests(), { endsAt: { gt: now }, startsAt: { lt: new Date(now.getTime() + SOON_MS) } }],
})

/** Number of contests that are running or start within two weeks. */
export const countRecentContests = (ctx: Context): Promise<number> =>
  ctx.db.contest.count({ where: whereRecent(ctx) })

/** Running contests and those that start within two weeks. */
export const recentContests = (ctx: Context, columns: object = {}): Promise<Contest[]> =>
  ctx.db.contest.findMany({
    where: whereRecent(ctx),
    orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
    ...columns,
  })

/** The viewer's standing in a contest. Calls of one tick are loaded together. */
export async function standingIn(ctx: Context, contest: Contest): Promise<Standing> {
  const userId = ctx.viewer?.id
  const { now } = ctx
  if (userId === undefined) return { contest, part: null, now }
  const part = await together<number, Standing['part']>(
    ctx.db,
    `standing ${userId}`,
    contest.id,
    async (ids) => {
      const rows = await ctx.db.participation.findMany({
        where: { userId, contestId: { in: [...ids] } },
        select: { contestId: true, registeredAt: true },
      })
      const byId = new Map(rows.map((row) => [row.contestId, row]))
      return ids.map((id) => byId.get(id) ?? null)
    },
  )
  return { contest, part, now }
}

/** Rows of contests that are not deleted, each with the state of its group. */
async function loadVenues(db: Db, ids: readonly number[]): Promise<ContestVenue[]> {
  const rows = await db.contest.findMany({ where: { id: { in: [...ids] }, removedAt: null } })
  const groupIds = rows.flatMap(({ groupId }) => (groupId === null ? [] : [groupId]))
  const select = { id: true, disabled: true, disbandedAt: true }
  const groups =
    groupIds.length > 0 ? await db.group.findMany({ where: { id: { in: groupIds } }, select }) : []
  const byId = new Map<number | null, (typeof groups)[number]>(groups.map((group) => [group.id, group]))
  return rows.map((row) => ({ ...row, groupState: groupStateOf(byId.get(row.groupId)) }))
}

/** Contests as venues of the graph: the owner also enters an invisible one. */
export const CONTEST: VenueKind<ContestVenue, ContestBars> = {
  name: 'contest',
  load: loadVenues,
  isKnown: contestPolicy.isKnown,
  bar: async (ctx, contest, purpose) =>
    contestPolicy.bar[purpose](readerOf(ctx), await standingIn(ctx, contest)),
  rights: contestPolicy.rights,
  isDoubtedBy: (event, { id, groupId }) => {
    const { name, payload } = event
    if (name === 'contest.turned' || name === 'contest.changed') return payload.contestId === id
    return isAboutGroup(event, groupId)
  },
}

/** Contests as venues of the public side: an invisible one exists for nobody, not even its owner. */
export const SHOWN_CONTEST: typeof CONTEST = {
  ...CONTEST,
  name: 'shown contest',
  isKnown: (reader, contest, purpose) => contest.visible && CONTEST.isKnown(reader, contest, purpose),
}

/**
 * The contest, for viewers who may enter it after its start; null for others. Before the start its row filter
 * hides it.
 */
export async function findToFollow(ctx: Context, id: number): Promise<ContestVenue | null> {
  const contest = isRowNumber(id) ? await rowOf(ctx, CONTEST, id) : null
  if (!contest || !CONTEST.isKnown(readerOf(ctx), contest, 'look')) return null
  return isShutOut(readerOf(ctx), await standingIn(ctx, contest)) ? null : contest
}

/** Problems of a contest in order, without removed ones; `columns` is a Prisma selection. */
export const problemsOf = (
  ctx: Context,
  { id }: Pick<Contest, 'id'>,
  columns: object = {},
): Promise<ContestProblem[]> =>
  ctx.db.contestProblem.findMany({
    where: { contestId: id, removedAt: null },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    ...columns,
  })

/**
 * The label that a contest writes so, else one that differs by case alone; the text itself when there is none.
 */
export async function labelCalled(
  { db }: Pick<Context, 'db'>,
  contestId: number,
  text: string,
): Promise<string> {
  const label = text.trim()
  const rows = await db.contestProblem.findMany({
    where: { contestId, removedAt: null },
    select: { displayId: true },
  })
  const same = rows.filter(({ displayId }) => displayId.toLowerCase() === label.toLowerCase())
  return same.some(({ displayId }) => displayId === label) ? label : (same[0]?.displayId ?? label)
}

/** A problem of a contest by its label. */
export async function findContestProblem(
  ctx: Context,
  contest: Contest,
  displayId: string,
  columns: object = {},
): Promise<ContestProblem> {
  const problem = await ctx.db.contestProblem.findFirst({
    where: {
      contestId: contest.id,
      displayId: await labelCalled(ctx, contest.id, displayId),
      removedAt: null,
    },
    ...columns,
  })
  if (!problem) throw new Refusal('NOT_FOUND')
  return problem
}

/** Time of the last change of its problem list or of a problem in it; null while it has no problem. */
export const problemsChangedAt = (ctx: Context, { id }: Pick<Contest, 'id'>): Promise<Date | null> =>
  together(ctx.db, 'problems changed', id, async (ids) => {
    const rows = await ctx.db.$queryRaw<{ contestId: number; at: Date }[]>`
      select c."contestId", max(greatest(c."updatedAt", case when c."removedAt" is null then p."updatedAt" end)) as "at"
      from "ContestProblem" c join "Problem" p on p."id" = c."problemId"
      where c."contestId" = any(${[...ids]}::int[])
      group by c."contestId"`
    const byId = new Map(rows.map(({ contestId, at }) => [contestId, at]))
    return ids.map((asked) => byId.get(asked) ?? null)
  })

/** Number of registrations. */
export const countParticipants = (ctx: Context, contest: Contest): Promise<number> =>
  ctx.db.participation.count({ where: { contestId: contest.id, registeredAt: { not: null } } })

/** Changes in quick succession, such as registrations, are coalesced within this time (ms). */
const TOLD_WITHIN = 300
/** A change of the problems alone, which those hear of who may know which ones they are. */
const OF_PROBLEMS = 'problems'

/** A contest at the moments of its clock, and after each change. */
export async function watchContest(ctx: Context, id: number): Promise<Stream<Contest>> {
  const contest = await find(ctx, CONTEST, id, 'board')
  const read = async (now: Context, about: string) => {
    const found = await unlessRefused(find(now, CONTEST, id, 'board'))
    if (!found) return GONE
    return about === OF_PROBLEMS && hidesProblems(readerOf(now), found) ? null : found
  }
  return watch<number, Contest>(ctx, {
    sight: (reader) => ({ id, organises: organises(reader, contest) }),
    place: homeOf(contest),
    concern: ({ name, payload }) => {
      if (name !== 'contest.turned' && name !== 'contest.changed' && name !== 'participation.changed')
        return null
      if (payload.contestId !== id) return null
      const about = name === 'contest.changed' && payload.ofProblems ? OF_PROBLEMS : ''
      return { key: id, about, wait: name === 'contest.turned' ? 0 : TOLD_WITHIN }
    },
    read: (now, _, about) => read(now, about),
  })
}

/** A visible contest; null when it is hidden or deleted. */
export const findShown = (ctx: Context, id: number): Promise<Contest | null> =>
  ctx.db.contest.findFirst({ where: { id, visible: true } })

const WAS_LISTED = 'listed'
const WAS_NOT_LISTED = 'not listed'

/**
 * Contests of the list of the site or a group at the moments of their clocks, and as they are created, changed and
 * removed; one shared stream for each place.
 */
export async function watchContests(
  ctx: Context,
  groupId: number | null = null,
): Promise<Stream<ChangedRow>> {
  if (groupId !== null) await enter(ctx, GROUP, groupId, 'look')
  return watchRows(ctx, {
    sight: groupId === null ? everything : () => listedContests(groupId),
    place: groupId === null ? null : { contest: null, groupId },
    concern: ({ name, payload }) => {
      if (name === 'contest.turned') return { key: payload.contestId, wait: 0 }
      // The number of registrations is part of the row.
      if (name === 'participation.changed') return { key: payload.contestId, wait: TOLD_WITHIN }
      // The list does not show the problems.
      if (name !== 'contest.changed' || payload.ofProblems) return null
      const { contestId, wasListed } = payload
      if (wasListed === undefined) return { key: contestId, wait: TOLD_WITHIN }
      return { key: contestId, about: wasListed ? WAS_LISTED : WAS_NOT_LISTED, wait: 0 }
    },
    read: async (now, id, about) => {
      const row = await now.db.contest.findUnique({ where: { id }, select: { groupId: true, visible: true } })
      // One of another place is not announced, and none that neither is nor was listed.
      if (row && row.groupId !== groupId) return null
      const isListed = row?.visible ?? false
      return changedRow(id, about === WAS_LISTED || (about === '' && isListed), isListed)
    },
  })
}
