import type { Contest, Problem } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { managedListing } from '../../problem/managing.ts'
import { findManagedContest } from './organising.ts'

/** A contest of a group that the viewer organises; one of the site is none. */
export async function findGroupContest(ctx: Context, id: number): Promise<Contest> {
  const contest = await findManagedContest(ctx, id)
  if (contest.groupId === null) throw new Refusal('NOT_FOUND')
  return contest
}

/** A problem of the contest's group by its display id. Whether the viewer may add it, adding decides. */
export async function findOwnProblem(
  ctx: Context,
  { groupId }: Contest,
  displayId: string,
): Promise<Problem> {
  const problem = await ctx.db.problem.findFirst({
    where: { displayId: displayId.trim().toUpperCase(), groupId, removedAt: null },
  })
  if (!problem) throw new Refusal('NOT_FOUND')
  return problem
}

/** Most problems that a search for those to add finds. */
export const MOST_CANDIDATES = 20

/** Problems that can be added to a contest of a group, newest first; `columns` is a Prisma selection. */
export async function candidatesOf(
  ctx: Context,
  { id, type, groupId }: Contest,
  keyword: string,
  columns: object,
): Promise<Problem[]> {
  if (groupId === null) return []
  const { where, orderBy } = await managedListing(ctx, { keyword, scoring: type }, groupId)
  const isNew = { contests: { none: { contestId: id, removedAt: null } } }
  return ctx.db.problem.findMany({
    ...columns,
    where: { AND: [where, isNew] },
    orderBy,
    take: MOST_CANDIDATES,
  })
}
