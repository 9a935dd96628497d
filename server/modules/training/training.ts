import type { Prisma, Training } from '#prisma/generated/client.ts'
import type { TrainingAccess, Verdict } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import type { Db } from '../../core/db.ts'
import { literally } from '../../core/literally.ts'
import { together } from '../../core/pacing/together.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import type { AnyEvent } from '../../events.ts'
import { sightReader } from '../../policy/audience.ts'
import { HOMEWORK_READING, isClosed } from '../../policy/homework.ts'
import { lentRegistered } from '../../policy/lent.ts'
import { GROUP_STATE, groupStateOf } from '../../policy/officials.ts'
import { visibleProblems } from '../../policy/problem.ts'
import {
  canMakeTrainings,
  entersUnregistered,
  listedTrainings,
  managedTrainings,
  managesTraining,
  OWNED_TRAINING,
  type TrainingBars,
  type TrainingVenue,
  trainingPolicy,
} from '../../policy/training.ts'
import { enter, type VenueKind } from '../../venue.ts'
import { GROUP, isAboutGroup } from '../group/group.ts'

/** Rows of trainings, each with whether its group is live. */
async function loadVenues(db: Db, ids: readonly number[]): Promise<TrainingVenue[]> {
  const rows = await db.training.findMany({
    where: { id: { in: [...ids] } },
    include: {
      group: { select: GROUP_STATE },
      homework: { select: HOMEWORK_READING },
    },
  })
  return rows.map(({ group, ...row }) => ({
    ...row,
    groupState: groupStateOf(group),
  }))
}

/** Whether the viewer is registered for a training. Calls of one tick are loaded together. */
export async function isRegistered(ctx: Context, trainingId: number): Promise<boolean> {
  if (ctx.viewer && lentRegistered(ctx.viewer, trainingId)) return true
  const userId = ctx.viewer?.id
  if (userId === undefined) return false
  return together(ctx.db, `registered ${userId}`, trainingId, async (ids) => {
    const rows = await ctx.db.trainingRegistration.findMany({
      where: { userId, trainingId: { in: [...ids] } },
      select: { trainingId: true },
    })
    const found = new Set(rows.map((row) => row.trainingId))
    return ids.map((id) => found.has(id))
  })
}

/** When the viewer registered for a training; null: they did not. */
export async function registeredAt(ctx: Context, trainingId: number): Promise<Date | null> {
  if (!ctx.viewer) return null
  const registration = await ctx.db.trainingRegistration.findUnique({
    where: { trainingId_userId: { trainingId, userId: ctx.viewer.id } },
    select: { registeredAt: true },
  })
  return registration?.registeredAt ?? null
}

/** Whether an event says that a training changed, or that its times opened or closed it. */
export const isAboutTraining = (
  event: AnyEvent,
): event is Extract<AnyEvent, { name: 'training.changed' | 'homework.turned' }> =>
  event.name === 'training.changed' || event.name === 'homework.turned'

/** Trainings as venues. */
export const TRAINING: VenueKind<TrainingVenue, TrainingBars> = {
  name: 'training',
  load: loadVenues,
  isKnown: trainingPolicy.isKnown,
  bar: async (ctx, training, purpose) => {
    const reader = readerOf(ctx)
    const needsRow = purpose !== 'manage' && training.access === 'PRIVATE'
    const isIn = needsRow && !managesTraining(reader, training) && (await isRegistered(ctx, training.id))
    return trainingPolicy.bar[purpose](reader, { training, isRegistered: isIn })
  },
  rights: trainingPolicy.rights,
  isDoubtedBy: (event, { id, groupId }) =>
    (isAboutTraining(event) && event.payload.trainingId === id) || isAboutGroup(event, groupId),
}

export type TrainingFilter = {
  /** Group of the trainings; null: the site. */
  groupId: number | null
  keyword?: string | null
  categoryId?: number | null
  access?: TrainingAccess | null
}

const MOST_KEYWORD = 100

const titled = (keyword: string | null | undefined): Prisma.TrainingWhereInput[] => {
  const part = (keyword ?? '').trim().slice(0, MOST_KEYWORD)
  return part ? [{ title: { contains: literally(part), mode: 'insensitive' } }] : []
}

/** Trainings by rank, then newest (area-rules T1). */
const ORDER = [{ rank: 'asc' }, { id: 'desc' }] satisfies Prisma.TrainingOrderByWithRelationInput[]

/** Visible trainings of a place by rank, then newest; of a group for its members alone (area-rules T1, T2). */
export async function trainingListing(ctx: Context, filter: TrainingFilter) {
  const { groupId, categoryId, access } = filter
  if (groupId !== null) await enter(ctx, GROUP, groupId, 'look')
  return {
    where: {
      AND: [
        listedTrainings(groupId),
        ...titled(filter.keyword),
        ...(categoryId === null || categoryId === undefined ? [] : [{ categoryId }]),
        ...(access ? [{ access }] : []),
      ],
    },
    orderBy: ORDER,
  } satisfies Prisma.TrainingFindManyArgs
}

/**
 * All trainings of a place for those who create them there, hidden ones too; `keyword` is part of the title, the number
 * or the rank (area-rules T1). Rows of others are listed, and only their managers change them.
 */
export async function managedTrainingListing(
  ctx: Context,
  { groupId, keyword }: Pick<TrainingFilter, 'groupId' | 'keyword'>,
) {
  const reader = readerOf(ctx)
  if (groupId !== null) await enter(ctx, GROUP, groupId, 'manage')
  authorize(ctx, canMakeTrainings(reader, groupId))
  const seen: Prisma.TrainingWhereInput = { OR: [listedTrainings(groupId), managedTrainings(reader)] }
  const words = titled(keyword)
  const number = words.length > 0 ? Number(keyword) : Number.NaN
  const isRank = number === 0 || isRowNumber(number)
  const wanted = isRank ? [...words, { id: number }, { rank: number }] : words
  return {
    where: { AND: [{ groupId }, seen, ...(wanted.length > 0 ? [{ OR: wanted }] : [])] },
    orderBy: ORDER,
  } satisfies Prisma.TrainingFindManyArgs
}

/**
 * Problems of a training that the viewer may open, and how many of them the viewer solved (area-rules T9); none while
 * homework is closed to them, because solving a problem would tell that it is one of these.
 */
export type Progress = { problems: number; solved: number }

const NOTHING: Progress = { problems: 0, solved: 0 }

/** Progress of the viewer in a training; calls of one tick are counted together. */
export const progressIn = (ctx: Context, { id }: Pick<Training, 'id'>): Promise<Progress> =>
  together(ctx, 'progress in trainings', id, async (ids) => {
    const reader = sightReader(readerOf(ctx))
    const links = await ctx.db.trainingProblem.findMany({
      where: { trainingId: { in: [...ids] }, problem: visibleProblems(reader) },
      select: {
        trainingId: true,
        problemId: true,
        training: { select: { ...OWNED_TRAINING, homework: { select: HOMEWORK_READING } } },
      },
    })
    const solved = await solvedOf(ctx, [...new Set(links.map(({ problemId }) => problemId))])
    const found = new Map<number, Progress>()
    for (const { trainingId, problemId, training } of links) {
      const { problems, solved: before } = found.get(trainingId) ?? NOTHING
      const isShown = !isClosed(reader, training.homework) || entersUnregistered(reader, training)
      const gain = isShown && solved.has(problemId) ? 1 : 0
      found.set(trainingId, { problems: problems + 1, solved: before + gain })
    }
    return ids.map((asked) => found.get(asked) ?? NOTHING)
  })

/** Those of the problems that the viewer solved, in practice or in the problem's group; none for guests. */
async function solvedOf(ctx: Context, problemIds: readonly number[]): Promise<ReadonlySet<number>> {
  const verdicts = await verdictsOf(ctx, problemIds)
  return new Set(problemIds.filter((_, at) => verdicts[at] === 'ACCEPTED'))
}

/** The viewer's best verdict in each problem, in practice or in the problem's group; null: none, and for guests. */
export async function verdictsOf(ctx: Context, problemIds: readonly number[]): Promise<(Verdict | null)[]> {
  if (!ctx.viewer || problemIds.length === 0) return problemIds.map(() => null)
  const wanted = {
    where: { userId: ctx.viewer.id, problemId: { in: [...problemIds] } },
    select: { problemId: true, verdict: true },
  }
  const [site, groups] = await Promise.all([
    ctx.db.problemProgress.findMany(wanted),
    ctx.db.groupProgress.findMany(wanted),
  ])
  const best = new Map<number, Verdict>()
  for (const { problemId, verdict } of [...groups, ...site])
    if (best.get(problemId) !== 'ACCEPTED') best.set(problemId, verdict)
  return problemIds.map((id) => best.get(id) ?? null)
}
