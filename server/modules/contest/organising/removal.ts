import type { Context } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { forgetReferences } from '../../file/file.ts'
import type { Work } from '../../operation/operation.ts'

/** Rows deleted per step, with what cascades from them; a step takes a fraction of a second. */
const BATCH = 200

/** Deletes a batch of submissions of a contest, and returns how many. */
const deleteSubmissions = (ctx: Context, contestId: number): Promise<number> => ctx.db.$executeRaw`
  delete from "Submission" where "id" in (
    select "id" from "Submission" where "contestId" = ${contestId}::int order by "id" desc limit ${BATCH})`

/** Deletes a batch of comments of a contest with their replies and file references, and returns how many. */
async function deleteComments(ctx: Context, contestId: number): Promise<number> {
  const comments = await ctx.db.comment.findMany({
    where: { contestId },
    orderBy: { id: 'desc' },
    take: BATCH,
    select: { id: true, replies: { select: { id: true } } },
  })
  await forgetReferences(
    ctx,
    comments.flatMap(({ id, replies }) => [`Comment:${id}`, ...replies.map((reply) => `Reply:${reply.id}`)]),
  )
  const { count } = await ctx.db.comment.deleteMany({ where: { id: { in: comments.map(({ id }) => id) } } })
  return count
}

/** Deletes the row of a contest and what cascades from it. */
async function deleteContest(ctx: Context, contestId: number): Promise<void> {
  const notices = await ctx.db.contestNotice.findMany({ where: { contestId }, select: { id: true } })
  await forgetReferences(
    ctx,
    notices.map(({ id }) => `ContestNotice:${id}`),
  )
  await ctx.db.contest.deleteMany({ where: { id: contestId, removedAt: { not: null } } })
}

/**
 * Deletes the rows of a hidden contest in batches, and the contest in the last step. It cannot be cancelled,
 * and continues when its owner loses the role, so that no contest stays half deleted.
 */
export const contestRemovalWork: Work<'CONTEST_REMOVAL'> = {
  step:
    async (_, { input: { contestId } }) =>
    async (ctx) => {
      const isEmptied =
        (await deleteSubmissions(ctx, contestId)) === 0 && (await deleteComments(ctx, contestId)) === 0
      if (!isEmptied) return []
      await deleteContest(ctx, contestId)
      return [{ subject: String(contestId) }]
    },
  cancel: async () => {
    throw new Refusal('OPERATION_OVER')
  },
}
