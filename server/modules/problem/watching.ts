import type { Prisma, Problem } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { unlessRefused } from '../../core/errors.ts'
import { emit } from '../../events.ts'
import { isSharedInGroup, listedInGroup, listedProblems } from '../../policy/problem.ts'
import { enter } from '../../venue.ts'
import {
  ALL_ROWS,
  type ChangedRow,
  changedRow,
  everything,
  GONE,
  type Stream,
  watch,
  watchRows,
} from '../../watch.ts'
import { GROUP } from '../group/group.ts'
import { findProblemByNumber } from './problem.ts'
import { changesSight } from './publication/visibilityNews.ts'

/** Saves in quick succession are coalesced within this time (ms). */
const SAVED_WITHIN = 300

/** Filter of a problem that everybody or all members of its group see; null for one that only its managers see. */
function sharedSight({ visibility, groupId }: Problem): Prisma.ProblemWhereInput | null {
  if (visibility === 'PUBLIC') return listedProblems
  return groupId !== null && isSharedInGroup(visibility) ? listedInGroup(groupId) : null
}

/**
 * A problem after each save, for viewers who see it outside contests. Ends when fewer people see it; clients of those who
 * still do subscribe again.
 */
export async function watchProblem(ctx: Context, id: number): Promise<Stream<Problem>> {
  const problem = await findProblemByNumber(ctx, id)
  const shared = sharedSight(problem)
  const isOfMembers = shared !== null && problem.visibility !== 'PUBLIC'
  return watch<number, Problem>(ctx, {
    ...(shared && { sight: () => shared }),
    place: isOfMembers ? { contest: null, groupId: problem.groupId } : null,
    concern: (event) => {
      if (changesSight(event, id)) return { key: id, wait: 0 }
      const isSave = event.name === 'problem.changed' && event.payload.problemId === id
      return isSave ? { key: id, wait: SAVED_WITHIN } : null
    },
    read: async (now) => {
      const row = shared
        ? await now.db.problem.findFirst({ where: { AND: [{ id }, shared] } })
        : await unlessRefused(findProblemByNumber(now, id))
      return row ?? GONE
    },
  })
}

/** A problem in the list of the site (null) or of a group; null when it is not in it. */
export const findListed = (ctx: Context, id: number, groupId: number | null): Promise<Problem | null> =>
  ctx.db.problem.findFirst({
    where: { AND: [{ id }, groupId === null ? listedProblems : listedInGroup(groupId)] },
  })

const WAS_LISTED = 'listed'
const WAS_NOT_LISTED = 'not listed'

/**
 * Problems of the list of the site, or of a group for its members, as they enter it, are saved and leave it; all of them when the tags
 * change, which lists filter by.
 */
export async function watchProblems(ctx: Context, groupId: number | null): Promise<Stream<ChangedRow>> {
  if (groupId !== null) await enter(ctx, GROUP, groupId, 'look')
  const arrivals = groupId === null ? ['problem.created', 'problem.published'] : ['groupProblem.shown']
  const hidden = groupId === null ? 'problem.hidden' : 'groupProblem.hidden'
  return watchRows(ctx, {
    sight: groupId === null ? everything : () => listedInGroup(groupId),
    place: groupId === null ? null : { contest: null, groupId },
    concern: ({ name, payload }) => {
      if (name === 'administration.changed') {
        // Tags of other groups are told to nobody here.
        const isShown = payload.groupId === null || payload.groupId === groupId
        return payload.list === 'TAGS' && isShown ? ALL_ROWS : null
      }
      if (!('problemId' in payload) || ('groupId' in payload && payload.groupId !== groupId)) return null
      const key = payload.problemId
      if (arrivals.includes(name)) return { key, about: WAS_NOT_LISTED, wait: 0 }
      if (name === hidden) return { key, about: WAS_LISTED, wait: 0 }
      return name === 'problem.changed' ? { key, wait: SAVED_WITHIN } : null
    },
    read: async (now, id, about) => {
      const isListed = (await findListed(now, id, groupId)) !== null
      return changedRow(id, about === WAS_LISTED || (about === '' && isListed), isListed)
    },
  })
}

/** Notifies the readers of a problem of a save, those in its contests too: pages and boards stay open after the end. */
export async function tellSave(ctx: Context, problemId: number): Promise<void> {
  await emit(ctx, 'problem.changed', { problemId })
  const links = await ctx.db.contestProblem.findMany({
    where: { problemId, removedAt: null, contest: { removedAt: null } },
    select: { contestId: true },
  })
  for (const { contestId } of links) await emit(ctx, 'contest.changed', { contestId, ofProblems: true })
}
