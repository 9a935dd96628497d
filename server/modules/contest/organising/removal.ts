import type { Context } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { forgetReferences } from '../../file/file.ts'
import type { Work } from '../../operation/operation.ts'

/** Rows that one step deletes, with what hangs on them: a step takes a fraction of a second. */
const BATCH = 200

/** Deletes some submissions of a contest, and answers how many. */
const deleteSubmissions = (ctx: Context, contestId: number): Promise<number> => ctx.db.$executeRaw`
  delete from "Submission" where "id" in (
    select "id" from "Submission" where "contestId" = ${contestId}::int order by "id" desc limit ${BATCH})`

/** Deletes some comments of a contest with their replies and what refers to their files, and answers how many. */
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

/** Deletes the row of a contest and what is left of it. */
async function deleteContest(ctx: Context, contestId: number): Promise<void> {
  const notices = await ctx.db.contestNotice.findMany({ where: { contestId }, select: { id: true } })
  await forgetReferences(
    ctx,
    notices.map(({ id }) => `ContestNotice:${id}`),
  )
  await ctx.db.contest.deleteMany({ where: { id: contestId, removedAt: { not: null } } })
}

/**
 * Empties a contest that nobody sees any more, some rows a step, and deletes it in the last step. It cannot be cancelled,
 * and goes on whatever role its owner has by then: half a contest is of no use to anybody.
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
