import type { Prisma, Problem, ProblemApplication, ProblemVisibility } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { literally } from '../../../core/literally.ts'
import { emit, transact } from '../../../events.ts'
import { linkTo, SITE } from '../../../paths.ts'
import { canManageProblem, canPublishProblems, visibleProblems } from '../../../policy/problem.ts'
import { rolesWith } from '../../../policy/viewer.ts'
import { record } from '../../audit/audit.ts'
import { notifyMany } from '../../notification/notification.ts'
import { website } from '../../site/site.ts'
import { dayOf, hourOf } from '../../user/checkIn.ts'
import { lockProblem } from '../authoring/editing.ts'
import { requireHome } from '../authoring/home.ts'
import { addressed, fieldsOf, nextVersion } from '../authoring/problemFields.ts'
import { tellAuthor } from './publicationNews.ts'
import { tellVisibility } from './visibilityNews.ts'

/** Applications of groups for their problems to become public on the site (area-rules G11). */

/** Locks a problem of a group; NOT_FOUND for problems of the site. */
async function lockOfGroup(ctx: Context, id: number): Promise<Problem> {
  const problem = await lockProblem(ctx, id)
  if (problem.groupId === null) throw new Refusal('NOT_FOUND')
  return problem
}

/** Writes the application and visibility of a problem, and tells its old and new readers. */
async function write(
  ctx: Context,
  before: Problem,
  application: ProblemApplication | null,
  visibility: ProblemVisibility,
): Promise<Problem> {
  const { id } = before
  const fields = await fieldsOf(ctx, before)
  const now = addressed({ ...fields, visibility }, before.authorId)
  const becomesPublic = visibility === 'PUBLIC' && before.visibility !== 'PUBLIC'
  const after = await ctx.db.problem.update({
    where: { id },
    data: {
      application,
      visibility,
      ...(becomesPublic && { approvedAt: ctx.now, updatedAt: ctx.now, lastChange: 'NEW' as const }),
      ...nextVersion(before, addressed(fields, before.authorId), now),
    },
  })
  await tellVisibility(ctx, before, visibility)
  await emit(ctx, 'problem.changed', { problemId: id })
  return after
}

/**
 * Applies for a group's problem to become public, or cancels that; idempotent. Only GROUP problems with tests
 * apply, and a refused one may again.
 */
export async function applyForSite(ctx: Context, id: number, isApplied: boolean): Promise<Problem> {
  return transact(ctx, async (ctx) => {
    const problem = await lockOfGroup(ctx, id)
    authorize(ctx, canManageProblem(readerOf(ctx), problem))
    const { application, visibility } = problem
    // Problem administrators take an approved problem off the site by their answer.
    if (application === 'APPROVED' || application === (isApplied ? 'ASKED' : null)) return problem
    if (isApplied && visibility !== 'GROUP') throw new Refusal('APPLICATION_HIDDEN')
    if (isApplied && problem.testsetId === null) throw new Refusal('NO_TESTS')
    const act = isApplied ? 'problem.publicationAsked' : 'problem.publicationWithdrawn'
    await record(ctx, act, ['Problem', id], {})
    return write(ctx, problem, isApplied ? 'ASKED' : null, visibility)
  })
}

const ACTS = {
  ASKED: 'problem.publicationReopened',
  APPROVED: 'problem.publicationGranted',
  REFUSED: 'problem.publicationDeclined',
} as const satisfies Record<ProblemApplication, string>

/**
 * Answers the application of a group's problem; APPROVED makes it public, and another answer to an approved one
 * gives it back to its group, unless that is disbanded (area-rules G6).
 */
export async function answerApplication(
  ctx: Context,
  id: number,
  answer: ProblemApplication,
): Promise<Problem> {
  authorize(ctx, canPublishProblems(ctx))
  return transact(ctx, async (ctx) => {
    const problem = await lockOfGroup(ctx, id)
    const { application, visibility } = problem
    if (application === null) throw new Refusal('APPLICATION_ENDED')
    if (application === answer) return problem
    // A refused problem may have been hidden since.
    if (answer !== 'REFUSED' && visibility !== 'GROUP' && visibility !== 'PUBLIC')
      throw new Refusal('APPLICATION_HIDDEN')
    const home = visibility === 'PUBLIC' ? 'GROUP' : visibility
    const wanted = answer === 'APPROVED' ? 'PUBLIC' : home
    await requireHome(ctx, problem, wanted)
    await record(ctx, ACTS[answer], ['Problem', id], {
      before: { application },
      after: { application: answer },
    })
    if (answer === 'APPROVED') await tellAuthor(ctx, problem, 'publicationGranted')
    if (answer === 'REFUSED') await tellAuthor(ctx, problem, 'applicationDeclined')
    return write(ctx, problem, answer, wanted)
  })
}

export type ApplicationFilter = {
  /** Part of a display id, title or source. */
  keyword?: string | null
  application?: ProblemApplication | null
  groupId?: number | null
}

/** Filter and order of all applications, for problem administrators: waiting ones first, then newest problems. */
export function applicationListing(ctx: Context, { keyword, application, groupId }: ApplicationFilter) {
  authorize(ctx, canPublishProblems(ctx))
  const part = (keyword ?? '').trim().slice(0, 100).toLowerCase()
  return {
    where: {
      AND: [visibleProblems(readerOf(ctx))],
      application: application ?? { not: null },
      groupId: groupId ?? { not: null },
      ...(part && { keywords: { contains: literally(part) } }),
    },
    orderBy: [{ application: 'asc' }, { id: 'desc' }],
  } satisfies Prisma.ProblemFindManyArgs
}

const PAGE = '/admin/group-problem/apply'

/** Hour of the day, of the site's time zone, in which applications are reminded of. */
const REMINDING_HOUR = 6

/** Notifies problem administrators of the number of waiting applications, at 06:00 of the site (area-rules G11). */
export async function remindOfApplications(ctx: Context): Promise<void> {
  const { timeZone } = await website.get(ctx)
  if (hourOf(ctx.now, timeZone) !== REMINDING_HOUR) return
  const count = await ctx.db.problem.count({ where: { application: 'ASKED', removedAt: null } })
  if (count === 0) return
  const answering = await ctx.db.user.findMany({
    where: { role: { in: rolesWith('problem.publish') }, disabled: false },
    select: { id: true },
  })
  await notifyMany(
    ctx,
    answering.map(({ id }) => id),
    {
      kind: 'SYS',
      message: 'applicationsWaiting',
      parameters: { count },
      link: linkTo(SITE, PAGE),
      at: ctx.now.toISOString(),
      dedupeKey: `applicationsWaiting ${dayOf(ctx.now, timeZone)}`,
    },
  )
}
