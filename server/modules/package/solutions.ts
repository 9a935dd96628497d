import type { Context } from '../../context.ts'
import type { PackageSolution } from './format.ts'

/** Saves solutions of a problem, replacing the present ones. */
export async function keepSolutions(
  ctx: Context,
  problemId: number,
  solutions: readonly PackageSolution[],
): Promise<void> {
  await ctx.db.solution.deleteMany({ where: { problemId } })
  await ctx.db.solution.createMany({ data: solutions.map((solution) => ({ ...solution, problemId })) })
}

/** Solutions of a problem, in order. */
export const solutionsOf = (ctx: Context, problemId: number): Promise<PackageSolution[]> =>
  ctx.db.solution.findMany({
    where: { problemId },
    orderBy: { id: 'asc' },
    select: { name: true, language: true, source: true, expected: true, score: true },
  })
