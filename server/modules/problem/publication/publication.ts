import type { Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { emit, transact } from '../../../events.ts'
import { canManageProblem, canPublishProblems } from '../../../policy/problem.ts'
import { rolesWith } from '../../../policy/viewer.ts'
import { record } from '../../audit/audit.ts'
import { notifyMany } from '../../notification/notification.ts'
import { lockProblem } from '../authoring/editing.ts'
import { nameOf, tellAuthor, toldOf } from './publicationNews.ts'

/** Requests publication of a problem; idempotent. */
export async function askForPublication(ctx: Context, id: number): Promise<Problem> {
  return transact(ctx, async (ctx) => {
    const problem = await lockProblem(ctx, id)
    // Groups apply for publication of theirs.
    authorize(ctx, canManageProblem(readerOf(ctx), problem) && problem.groupId === null)
    if (problem.visibility === 'PUBLIC' || problem.publishAskedAt) return problem
    if (problem.testsetId === null) throw new Refusal('NO_TESTS')
    const asked = await ctx.db.problem.update({ where: { id }, data: { publishAskedAt: ctx.now } })
    const publishers = await ctx.db.user.findMany({
      where: { role: { in: rolesWith('problem.publish') }, disabled: false, id: { not: ctx.viewer.id } },
      select: { id: true },
    })
    await notifyMany(
      ctx,
      publishers.map((user) => user.id),
      {
        kind: 'SYS',
        message: 'publicationAsked',
        parameters: { problem: await nameOf(ctx, problem), author: ctx.viewer.username },
        ...toldOf(ctx, problem),
      },
    )
    await record(ctx, 'problem.publicationAsked', ['Problem', id], {})
    await emit(ctx, 'problem.changed', { problemId: id })
    return asked
  })
}

/** Declines a publication request, and notifies the author. */
export async function declinePublication(ctx: Context, id: number): Promise<Problem> {
  return transact(ctx, async (ctx) => {
    const problem = await lockProblem(ctx, id)
    authorize(ctx, canPublishProblems(ctx))
    if (!problem.publishAskedAt) return problem
    const declined = await ctx.db.problem.update({ where: { id }, data: { publishAskedAt: null } })
    await tellAuthor(ctx, problem, 'publicationDeclined')
    await record(ctx, 'problem.publicationDeclined', ['Problem', id], {})
    await emit(ctx, 'problem.changed', { problemId: id })
    return declined
  })
}
