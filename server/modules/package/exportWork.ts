import type { Readable } from 'node:stream'
import type { Operation, Prisma, Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, type SignedInContext } from '../../context.ts'
import { Refusal, refusalOf } from '../../core/errors.ts'
import { transact } from '../../events.ts'
import { managesIn, managesSomewhere, PROBLEMS } from '../../policy/officials.ts'
import { canManageProblem, managedProblems } from '../../policy/problem.ts'
import { isStaff, may } from '../../policy/viewer.ts'
import { startOperation, type Work } from '../operation/operation.ts'
import { findProblemByNumber } from '../problem/problem.ts'
import { writtenProblem } from './exporting.ts'
import type { WrittenFormat } from './format.ts'
import { zipAsTheyCome } from './zip.ts'

/** Most problems per archive. */
const MOST_PROBLEMS = 500

/**
 * Most exports of an administrator of a group that are under way or have a result: a result is as large as the tests of
 * its problems, and is kept for a day.
 */
export const MOST_EXPORTS = 20

/** Refuses an administrator of a group who has MOST_EXPORTS; staff have no limit. Locks the account. */
async function requireFew(ctx: SignedInContext): Promise<void> {
  if (isStaff(readerOf(ctx))) return
  const { id: ownerId } = ctx.viewer
  await ctx.db.$queryRaw`select 1 from "User" where "id" = ${ownerId} for no key update`
  const unfinished = { state: { in: ['QUEUED', 'RUNNING'] } } satisfies Prisma.OperationWhereInput
  const kept = await ctx.db.operation.count({
    where: { ownerId, kind: 'PROBLEM_EXPORT', OR: [unfinished, { resultId: { not: null } }] },
  })
  if (kept >= MOST_EXPORTS) throw new Refusal('TOO_MANY_REQUESTS')
}

/**
 * Starts an export of problems to one archive, for their managers. All belong to the site or to one group,
 * unless the viewer manages all problems. Throws TOO_MANY_REQUESTS beyond MOST_EXPORTS.
 */
export async function startExport(
  ctx: Context,
  problemIds: readonly number[],
  format: WrittenFormat,
): Promise<Operation> {
  authorize(ctx, managesSomewhere(ctx, PROBLEMS))
  const ids = [...new Set(problemIds)]
  if (ids.length === 0) throw new Refusal('NOTHING_TO_EXPORT')
  if (ids.length > MOST_PROBLEMS) throw new Refusal('INVALID_INPUT', { field: 'ids' })
  const found = await ctx.db.problem.findMany({
    where: { id: { in: ids } },
    select: { groupId: true },
    distinct: ['groupId'],
  })
  const groupId = found.length === 1 ? (found[0]?.groupId ?? null) : null
  const isMixed = found.length > 1
  authorize(ctx, isMixed ? may(ctx, PROBLEMS.any) : managesIn(ctx, PROBLEMS, groupId))
  const { viewer } = ctx
  return transact(ctx, async (ctx) => {
    await requireFew({ ...ctx, viewer })
    return startOperation(ctx, 'PROBLEM_EXPORT', { problemIds: ids, format }, { total: ids.length, groupId })
  })
}

/**
 * Problems as one archive that is packed while it is downloaded; refused before when one cannot be written.
 */
export async function exportAtOnce(ctx: Context, problemIds: readonly number[]): Promise<Readable> {
  if (problemIds.length === 0) throw new Refusal('NOTHING_TO_EXPORT')
  if (problemIds.length > MOST_PROBLEMS) throw new Refusal('INVALID_INPUT', { field: 'pid' })
  const problems: Problem[] = []
  for (const id of new Set(problemIds)) {
    const problem = await findProblemByNumber(ctx, id)
    authorize(ctx, canManageProblem(readerOf(ctx), problem))
    if (problem.testsetId === null) throw new Refusal('NO_TESTS')
    problems.push(problem)
  }
  return archiveOf(ctx, problems, 'hoj')
}

/**
 * Packs one archive: the HOJ format holds many problems side by side; packages of other formats get a folder
 * each.
 */
const archiveOf = (ctx: Context, problems: readonly Problem[], format: WrittenFormat): Readable =>
  zipAsTheyCome(
    (async function* () {
      for (const { displayId } of problems) {
        const { stem, files } = await writtenProblem(ctx, displayId, format)
        yield format === 'hoj'
          ? files
          : new Map([...files].map(([path, file]) => [`${stem}/${path}`, file] as const))
      }
    })(),
  )

/**
 * Tries one problem per step, so that the report lists what it loses; in the end packs all that can be
 * written.
 */
export const problemExportWork: Work<'PROBLEM_EXPORT'> = {
  step: async (ctx, { input: { problemIds, format }, done }) => {
    authorize(ctx, managesSomewhere(ctx, PROBLEMS))
    const id = problemIds[done] ?? 0
    let displayId = String(id)
    try {
      displayId = (await findProblemByNumber(ctx, id)).displayId
      const { title, notes } = await writtenProblem(ctx, displayId, format)
      return async () => [{ subject: `${displayId} ${title}`, notes: notes as Prisma.InputJsonArray }]
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      const { code, parameters } = refusal
      return async () => [{ subject: displayId, refusal: { code, parameters } }]
    }
  },
  result: async (ctx, { input: { problemIds, format } }) => {
    const asked = { id: { in: problemIds }, testsetId: { not: null } }
    const problems = await ctx.db.problem.findMany({
      where: { AND: [asked, managedProblems(readerOf(ctx))] },
      orderBy: [{ sortKey: 'asc' }, { id: 'asc' }],
    })
    if (problems.length === 0) return null
    const name = `problem_export_${ctx.now.getTime()}.zip`
    return { name, content: archiveOf(ctx, problems, format) }
  },
}
