import { z } from 'zod'
import type { Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../../context.ts'
import { checked } from '../../../core/checked.ts'
import { CONTESTS, managesIn } from '../../../policy/officials.ts'
import { usableInContest, visibleProblems } from '../../../policy/problem.ts'
import { type ContestFile, type FiledProblem, readContestFiles } from './contestFile.ts'

/** Most characters of the files of a contest together. */
const MOST_TEXT = 512 * 1024

const givenFiles = z
  .array(z.object({ name: z.string().max(255), text: z.string().max(MOST_TEXT) }))
  .min(1)
  .max(4)

/** A problem of a contest file, and the problem here that it is; null: none, several, or one that the file named before. */
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

/**
 * Problems by their display id, which is the short name of most imported packages, else by a short name or a title that
 * only one has.
 */
async function foundProblems(
  ctx: Context,
  filed: readonly FiledProblem[],
  groupId: number | null,
): Promise<FoundProblem[]> {
  const keys = filed.flatMap(({ key }) => (key ? [key.toUpperCase()] : []))
  const titles = filed.flatMap(({ title }) => title ?? [])
  const reader = readerOf(ctx)
  const usable = {
    AND: [usableInContest(reader, groupId), visibleProblems(reader), { scoring: 'ACM' as const }],
  }
  const shorts = keys.map((key) => key.toLowerCase())
  const named = {
    OR: [
      { displayId: { in: keys } },
      { packageKey: { in: shorts } },
      { statements: { some: { title: { in: titles } } } },
    ],
  }
  const rows = await ctx.db.problem.findMany({
    where: { AND: [usable, named] },
    include: { statements: { select: { title: true } } },
  })
  const taken = new Set<number>()
  return filed.map((one) => {
    const called = rows.find(({ displayId }) => displayId === one.key?.toUpperCase())
    const short = rows.filter(({ packageKey }) => packageKey === (one.key?.toLowerCase() ?? ''))
    const titled = rows.filter(({ statements }) => statements.some(({ title }) => title === one.title))
    const found = called ?? [short, titled].find(({ length }) => length === 1)?.[0]
    const problem = found && !taken.has(found.id) ? found : null
    if (problem) taken.add(problem.id)
    return { ...one, problem }
  })
}
