import type { Problem, ProblemTally } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { together } from '../../core/pacing/together.ts'
import { homeOf } from '../../policy/venue.ts'

/** Tally of a problem without submissions. */
export const EMPTY_TALLY: Omit<ProblemTally, 'problemId'> = {
  total: 0,
  accepted: 0,
  partiallyAccepted: 0,
  wrongAnswer: 0,
  presentationError: 0,
  timeLimitExceeded: 0,
  memoryLimitExceeded: 0,
  outputLimitExceeded: 0,
  runtimeError: 0,
  compileError: 0,
  judgeError: 0,
  cancelled: 0,
  submissionFailed: 0,
}

/** Acceptance rate, 0 to 1; 0 without submissions. */
export const acceptanceOf = ({ accepted, total }: Pick<ProblemTally, 'accepted' | 'total'>): number =>
  total > 0 ? accepted / total : 0

/** Tally of a problem on the site, or in the group whose own problem it is; null without submissions. */
export async function tallyOf(
  ctx: Context,
  problem: Pick<Problem, 'id' | 'groupId' | 'visibility'>,
): Promise<ProblemTally | null> {
  const home = homeOf(problem)
  if (home !== null) return tallyInGroup(ctx, home, problem.id)
  return ctx.db.problemTally.findUnique({ where: { problemId: problem.id } })
}

/** Tally of a problem in the group whose own problem it is; problems of one tick are loaded together. */
export const tallyInGroup = (ctx: Context, groupId: number, problemId: number): Promise<ProblemTally> =>
  together(ctx.db, `tallies of group ${groupId}`, problemId, async (ids) => {
    const rows = await ctx.db.groupTally.findMany({ where: { groupId, problemId: { in: [...ids] } } })
    const byProblem = new Map(rows.map((row) => [row.problemId, row]))
    return ids.map((id) => byProblem.get(id) ?? { ...EMPTY_TALLY, problemId: id })
  })
