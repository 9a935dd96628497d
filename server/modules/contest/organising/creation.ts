import type { Contest } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { transact } from '../../../events.ts'
import { addContestProblem, type ContestProblemFields } from '../contestProblems.ts'
import { createContest, findManagedContest } from './organising.ts'

export type PickedProblem = Pick<ContestProblemFields, 'displayId'> &
  Partial<ContestProblemFields> & { problemId: number }

/** Creates a contest with problems, all or none. Public ones stay in the public list: the rehearsal says so. */
export const createWithProblems = (
  ctx: Context,
  given: Parameters<typeof createContest>[1],
  groupId: number | null,
  problems: readonly PickedProblem[],
): Promise<Contest> =>
  transact(ctx, async (ctx) => {
    const { id } = await createContest(ctx, given, { groupId })
    for (const { problemId, ...words } of problems) await addContestProblem(ctx, id, problemId, words, false)
    return findManagedContest(ctx, id)
  })
