import type { ContestProblem } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { together } from '../../../core/pacing/together.ts'
import { find } from '../../../venue.ts'
import { CONTEST } from '../../contest/contest.ts'
import { EMPTY_TALLY } from '../../problem/tally.ts'
import { type ContestTally, contestTallies } from './contestCounts.ts'
import { type OwnStatus, ownStatuses } from './contestStatus.ts'

/** A problem in a contest. */
type Place = { contestId: number; problemId: number }

/** What a list of problems asks for each of its rows is read once for a contest and request. */
const once = <Known>(read: (ctx: Context, contestId: number) => Promise<Map<number, Known>>) => {
  const known = new WeakMap<Context, Map<number, Promise<Map<number, Known>>>>()
  return async (ctx: Context, { contestId, problemId }: Place): Promise<Known | null> => {
    const contests = known.get(ctx) ?? new Map<number, Promise<Map<number, Known>>>()
    known.set(ctx, contests)
    const reading = contests.get(contestId) ?? read(ctx, contestId)
    contests.set(contestId, reading)
    return (await reading).get(problemId) ?? null
  }
}

/** What a tally includes: what was sent after the end, and what the seal hides, for an organiser who asks for that. */
export type TallyWish = { late: boolean; unsealed: boolean }

const readTallies = ({ late, unsealed }: TallyWish) =>
  once(
    async (ctx, contestId): Promise<Map<number, ContestTally>> =>
      contestTallies({ ...ctx, unsealed }, await find(ctx, CONTEST, contestId, 'board'), late),
  )

const TALLIES = [
  [
    { late: false, unsealed: false },
    { late: false, unsealed: true },
  ],
  [
    { late: true, unsealed: false },
    { late: true, unsealed: true },
  ],
].map((wishes) => wishes.map(readTallies))

const readStatus = once(async (ctx, contestId): Promise<Map<number, OwnStatus>> => {
  const contest = await find(ctx, CONTEST, contestId, 'board')
  return ownStatuses(ctx, contest, contest.takesLate)
})

/** What was sent to a problem of a contest, by verdict. */
export const tallyOf = async (ctx: Context, place: Place, { late, unsealed }: TallyWish) => ({
  ...((await TALLIES[Number(late)]?.[Number(unsealed)]?.(ctx, place)) ?? EMPTY_TALLY),
  problemId: place.problemId,
})

/** How far the viewer is with a problem of a contest; null where nothing was sent, and for guests. */
export const ownStatusOf = async (ctx: Context, place: Place): Promise<OwnStatus | null> =>
  ctx.viewer ? readStatus(ctx, place) : null

/** A problem as its contest has it; null for one that was taken off. `columns` is a selection of Prisma's. */
export const placeOf = (
  ctx: Context,
  { contestId, problemId }: Place,
  columns: object,
): Promise<ContestProblem | null> =>
  together(ctx.db, `contestProblem ${contestId} ${JSON.stringify(columns)}`, problemId, async (ids) => {
    const rows = await ctx.db.contestProblem.findMany({
      where: { contestId, problemId: { in: [...ids] }, removedAt: null },
      ...columns,
    })
    const byProblem = new Map(rows.map((row) => [row.problemId, row]))
    return ids.map((id) => byProblem.get(id) ?? null)
  })
