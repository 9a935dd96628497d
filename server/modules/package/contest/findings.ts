import { z } from 'zod'
import type { Prisma, Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../../context.ts'
import { checked } from '../../../core/checked.ts'
import { CONTESTS, managesIn } from '../../../policy/officials.ts'
import { managedProblems } from '../../../policy/problem.ts'
import { type ContestFile, type FiledProblem, readContestFiles } from './contestFile.ts'

/** Most characters of the files of a contest together. */
const MOST_TEXT = 512 * 1024

const givenFiles = z
  .array(z.object({ name: z.string().max(255), text: z.string().max(MOST_TEXT) }))
  .min(1)
  .max(4)

/** A problem of a contest file, and the problem here that it is; null: none, or several. */
export type FoundProblem = FiledProblem & { problem: Problem | null }

export type Findings = Omit<ContestFile, 'problems'> & { problems: readonly FoundProblem[] }

/** Reads contest files for a new contest of a group, or of the site (null). */
export async function inspectContestFiles(
  ctx: Context,
  files: readonly { name: string; text: string }[],
  groupId: number | null,
): Promise<Findings> {
  authorize(ctx, managesIn(readerOf(ctx), CONTESTS, groupId))
  const file = readContestFiles(checked(givenFiles, files))
  return { ...file, problems: await foundProblems(ctx, file.problems, groupId) }
}

/** Problems by their display id, which is the short name of an imported package, else by a title that only one has. */
async function foundProblems(
  ctx: Context,
  filed: readonly FiledProblem[],
  groupId: number | null,
): Promise<FoundProblem[]> {
  const keys = filed.flatMap(({ key }) => (key ? [key.toUpperCase()] : []))
  const titles = filed.flatMap(({ title }) => title ?? [])
  const isOfPlace = groupId === null ? { groupId: null } : { OR: [{ groupId: null }, { groupId }] }
  const usable: Prisma.ProblemWhereInput = {
    removedAt: null,
    scoring: 'ACM',
    OR: [{ visibility: 'PUBLIC' }, { AND: [isOfPlace, managedProblems(readerOf(ctx))] }],
  }
  const named = { OR: [{ displayId: { in: keys } }, { statements: { some: { title: { in: titles } } } }] }
  const rows = await ctx.db.problem.findMany({
    where: { AND: [usable, named] },
    include: { statements: { select: { title: true } } },
  })
  return filed.map((one) => {
    const called = rows.find(({ displayId }) => displayId === one.key?.toUpperCase())
    const titled = rows.filter(({ statements }) => statements.some(({ title }) => title === one.title))
    return { ...one, problem: called ?? (titled.length === 1 ? (titled[0] ?? null) : null) }
  })
}
