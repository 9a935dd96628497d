import type { Context } from '../../context.ts'
import type { PackageSolution } from './format.ts'

/** Keeps these programs with a problem, in place of those it had. */
export async function keepSolutions(
  ctx: Context,
  problemId: number,
  solutions: readonly PackageSolution[],
): Promise<void> {
  await ctx.db.solution.deleteMany({ where: { problemId } })
  await ctx.db.solution.createMany({ data: solutions.map((solution) => ({ ...solution, problemId })) })
}

/** The programs an author keeps with a problem, in their order. */
export const solutionsOf = (ctx: Context, problemId: number): Promise<PackageSolution[]> =>
  ctx.db.solution.findMany({
    where: { problemId },
    orderBy: { id: 'asc' },
    select: { name: true, language: true, source: true, expected: true, score: true },
  })
