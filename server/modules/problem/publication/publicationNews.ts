import type { Problem } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { linkTo, SITE } from '../../../paths.ts'
import { subjectOf } from '../../audit/audit.ts'
import { notify } from '../../notification/notification.ts'
import { statementOf } from '../problem.ts'

/** Notifies the author of the decision on a request, unless they made it themselves. */
export async function tellAuthor(
  ctx: Context,
  problem: Problem,
  message: 'publicationGranted' | 'publicationDeclined' | 'applicationDeclined',
): Promise<void> {
  const { authorId } = problem
  if (authorId === null || authorId === ctx.viewer?.id) return
  await notify(ctx, {
    userId: authorId,
    kind: 'MINE',
    message,
    parameters: { problem: await nameOf(ctx, problem) },
    ...toldOf(ctx, problem),
  })
}

/** Link and time of a notification about a problem. */
export const toldOf = (ctx: Context, { id, displayId, groupId }: Problem) => ({
  subject: subjectOf('Problem', id),
  // Authors of a group's problem have no administration of the site.
  link:
    groupId === null
      ? linkTo(SITE, `/admin/problem/edit/${id}`)
      : linkTo({ ...SITE, groupId }, `/problem/${encodeURIComponent(displayId)}`),
  at: ctx.now.toISOString(),
})

/** Name of a problem in a notification: display id and title in the viewer's language. */
export async function nameOf(ctx: Context, { id, displayId }: Problem): Promise<string> {
  const statements = await ctx.db.statement.findMany({ where: { problemId: id } })
  return [displayId, statementOf(statements, ctx)?.title].filter(Boolean).join(' ')
}
