import type { Prisma, Training, TrainingCell, TrainingRegistration, User } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { literally } from '../../core/literally.ts'
import { entersUnregistered, managesTraining, rankedIn } from '../../policy/training.ts'
import { enter, rightsNow } from '../../venue.ts'
import { GONE, type Stream, watch } from '../../watch.ts'
import { usernameKeyOf } from '../user/username.ts'
import { TRAINING } from './training.ts'

/** Order of a rank: accepted problems, then least run time, then the earlier registration (area-rules T8). */
const ORDER = [
  { solved: 'desc' },
  { timeMs: 'asc' },
  { registeredAt: 'asc' },
  { userId: 'asc' },
] satisfies Prisma.TrainingRegistrationOrderByWithRelationInput[]

const NONE: Prisma.TrainingRegistrationWhereInput = { userId: { in: [] } }

/** Users whose user name or school contains a text, for managers also their real name (area-rules T8). */
function named(keyword: string | null | undefined, seesRealnames: boolean): Prisma.UserWhereInput[] {
  const part = (keyword ?? '').trim().slice(0, 100)
  if (!part) return []
  const contains = { contains: literally(part), mode: 'insensitive' as const }
  const names: Prisma.UserWhereInput[] = [
    { usernameKey: { contains: literally(usernameKeyOf(part)) } },
    { school: contains },
  ]
  return [{ OR: seesRealnames ? [...names, { realname: contains }] : names }]
}

/** Rows of the rank of a private training; public ones have none (area-rules T8). */
export async function rankListing(ctx: Context, trainingId: number, keyword?: string | null) {
  const training = await enter(ctx, TRAINING, trainingId, 'look')
  const people = [rankedIn(training), ...named(keyword, managesTraining(readerOf(ctx), training))]
  const rows: Prisma.TrainingRegistrationWhereInput = { trainingId, user: { AND: people } }
  return {
    where: training.access === 'PRIVATE' ? rows : NONE,
    orderBy: ORDER,
  } satisfies Prisma.TrainingRegistrationFindManyArgs
}

/** Columns of a user that a row of the rank shows. */
export const RANKED_USER = {
  id: true,
  username: true,
  nickname: true,
  realname: true,
  school: true,
  gender: true,
  avatar: true,
} as const

/** A row of a rank with its results. */
export type RankRow = Pick<TrainingRegistration, 'trainingId' | 'solved' | 'timeMs'> & {
  user: Pick<User, keyof typeof RANKED_USER>
  /** Null for readers who do not manage the training. */
  realname: string | null
  cells: TrainingCell[]
  /** Place in the whole rank, from 1. */
  place: number
}

const ROW = {
  trainingId: true,
  userId: true,
  solved: true,
  timeMs: true,
  user: { select: RANKED_USER },
} satisfies Prisma.TrainingRegistrationSelect

type FoundRow = Prisma.TrainingRegistrationGetPayload<{ select: typeof ROW }>

/** A page of the rank. `keyword` selects rows, which keep their place in the whole rank. */
export async function rankPage(
  ctx: Context,
  trainingId: number,
  { keyword, skip, take }: { keyword?: string | null; skip: number; take: number },
): Promise<{ rows: RankRow[]; total: number }> {
  const { where, orderBy } = await rankListing(ctx, trainingId, keyword)
  const [found, total] = await Promise.all([
    ctx.db.trainingRegistration.findMany({ where, orderBy, skip, take, select: ROW }),
    ctx.db.trainingRegistration.count({ where }),
  ])
  const userIds = found.map(({ userId }) => userId)
  const places = keyword?.trim() ? await placesOf(ctx, trainingId, userIds) : null
  const placeOf = (userId: string, at: number) => (places ? (places.get(userId) ?? 0) : skip + at + 1)
  return { rows: await rowsOf(ctx, trainingId, found, placeOf), total }
}

/** The viewer's row of a rank; null without one. */
export async function viewerRow(ctx: Context, trainingId: number): Promise<RankRow | null> {
  if (!ctx.viewer) return null
  const { where } = await rankListing(ctx, trainingId)
  const own = await ctx.db.trainingRegistration.findFirst({
    where: { AND: [where, { userId: ctx.viewer.id }] },
    select: { ...ROW, registeredAt: true },
  })
  if (!own) return null
  const { solved, timeMs, registeredAt, userId } = own
  const before: Prisma.TrainingRegistrationWhereInput = {
    OR: [
      { solved: { gt: solved } },
      { solved, timeMs: { lt: timeMs } },
      { solved, timeMs, registeredAt: { lt: registeredAt } },
      { solved, timeMs, registeredAt, userId: { lt: userId } },
    ],
  }
  const place = (await ctx.db.trainingRegistration.count({ where: { AND: [where, before] } })) + 1
  const [row] = await rowsOf(ctx, trainingId, [own], () => place)
  return row ?? null
}

/** Adds results, places and, for managers, real names to rows. */
async function rowsOf(
  ctx: Context,
  trainingId: number,
  found: readonly FoundRow[],
  placeOf: (userId: string, at: number) => number,
): Promise<RankRow[]> {
  const training = await enter(ctx, TRAINING, trainingId, 'look')
  const isManager = managesTraining(readerOf(ctx), training)
  const userIds = found.map(({ userId }) => userId)
  const cells = await ctx.db.trainingCell.findMany({ where: { trainingId, userId: { in: userIds } } })
  return found.map((row, at) => ({
    trainingId,
    solved: row.solved,
    timeMs: row.timeMs,
    user: row.user,
    realname: isManager ? row.user.realname : null,
    cells: cells.filter(({ userId }) => userId === row.userId),
    place: placeOf(row.userId, at),
  }))
}

/** Places of users in the whole rank. */
async function placesOf(
  ctx: Context,
  trainingId: number,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { where, orderBy } = await rankListing(ctx, trainingId)
  const all = await ctx.db.trainingRegistration.findMany({ where, orderBy, select: { userId: true } })
  const wanted = new Set(userIds)
  return new Map(all.flatMap(({ userId }, at) => (wanted.has(userId) ? [[userId, at + 1] as const] : [])))
}

/** Results of a rank are told together within this time (ms). */
const TOLD_WITHIN = 500

/** A training whenever its rank changed, until the subscriber may see that no longer. */
export async function watchRank(ctx: Context, trainingId: number): Promise<Stream<Training>> {
  const training = await enter(ctx, TRAINING, trainingId, 'look')
  const rights = TRAINING.rights(readerOf(ctx), training)
  const { groupId } = training
  const needsRow = training.access === 'PRIVATE' && !entersUnregistered(readerOf(ctx), training)
  return watch<number, Training>(ctx, {
    sight: () => ({ trainingId, rights }),
    place: { contest: null, groupId, ...(needsRow && { trainingId }) },
    concern: (event) => {
      if (event.name === 'training.ranked' && event.payload.trainingId === trainingId)
        return { key: trainingId, wait: TOLD_WITHIN }
      return TRAINING.isDoubtedBy(event, training) ? { key: trainingId, wait: 0 } : null
    },
    read: async (now) => {
      if ((await rightsNow(now, TRAINING, trainingId)) !== rights) return GONE
      const row = await now.db.training.findUnique({ where: { id: trainingId } })
      // All registrations may have ended with an edit: everybody who may still enter subscribes again.
      return needsRow && row?.version !== training.version ? GONE : row
    },
  })
}
