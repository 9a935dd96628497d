import { z } from 'zod'
import { findLanguage } from '#judge/languages.ts'
import type { Problem, Solution } from '#prisma/generated/client.ts'
import { Verdict } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { type Change, changeKept, wordsOfChanges } from '../problem/authoring/keeping.ts'
import { programSource } from '../problem/authoring/problemFields.ts'

/** Most solutions of a problem. */
const MOST_SOLUTIONS = 100

const solutionFields = z.object({
  name: z.string().trim().min(1).max(200),
  language: z.string().refine((key) => findLanguage(key) !== null),
  source: programSource,
  /** Expected verdicts; empty: no expectation. */
  expected: z.array(z.enum(Verdict).refine((verdict) => verdict !== 'SUBMISSION_FAILED')).max(20),
})

export type SolutionInput = z.input<typeof solutionFields>

/** Saves solutions of a problem; each replaces the one with its name. */
export async function addSolutions(
  ctx: Context,
  problemId: number,
  given: readonly SolutionInput[],
): Promise<void> {
  await change(ctx, problemId, async (ctx) => {
    const { solutions } = checked(
      z.object({ solutions: z.array(solutionFields).min(1).max(MOST_SOLUTIONS) }),
      { solutions: [...given] },
    )
    // The last of several with the same name counts.
    const named = [...new Map(solutions.map((one) => [one.name, one])).values()]
    const rows = await ctx.db.solution.findMany({
      where: { problemId, name: { in: named.map(({ name }) => name) } },
    })
    await dropTries(
      ctx,
      rows.filter((row) => named.some((one) => one.name === row.name && isOther(row, one))),
    )
    for (const one of named) {
      const row = rows.find(({ name }) => name === one.name)
      await (row
        ? ctx.db.solution.update({ where: { id: row.id }, data: { ...one, version: { increment: 1 } } })
        : ctx.db.solution.create({ data: { ...one, problemId } }))
    }
    if ((await ctx.db.solution.count({ where: { problemId } })) > MOST_SOLUTIONS)
      throw new Refusal('INVALID_INPUT', { field: 'solutions', max: MOST_SOLUTIONS })
    return named.map((after) => [rows.find(({ name }) => name === after.name) ?? null, after] as const)
  })
}

/**
 * Changes a solution; results of the old source are deleted. Throws CONFLICT when it is not at `version`, if that is
 * given.
 */
export async function changeSolution(
  ctx: Context,
  id: number,
  patch: Partial<SolutionInput>,
  version?: number | null,
): Promise<Problem> {
  const { problemId } = await findSolution(ctx, id)
  return change(ctx, problemId, async (ctx) => {
    const before = await findSolution(ctx, id)
    expectVersion(before.version, version)
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    const after = checked(solutionFields, { ...before, ...given })
    const others = await ctx.db.solution.count({ where: { problemId, name: after.name, id: { not: id } } })
    if (others > 0) throw new Refusal('SOLUTION_TAKEN', { name: after.name, field: 'name' })
    if (isOther(before, after)) await dropTries(ctx, [before])
    await ctx.db.solution.update({ where: { id }, data: { ...after, version: { increment: 1 } } })
    return [[before, after]]
  })
}

/** Deletes a solution. */
export async function removeSolution(ctx: Context, id: number): Promise<Problem> {
  const { problemId } = await findSolution(ctx, id)
  return change(ctx, problemId, async (ctx) => {
    const before = await findSolution(ctx, id)
    await dropTries(ctx, [before])
    await ctx.db.solution.delete({ where: { id } })
    return [[before, null]]
  })
}

type Code = Pick<Solution, 'language' | 'source'>
const isOther = (before: Code, after: Code) =>
  before.source !== after.source || before.language !== after.language

/** Deletes results of solutions, and stops waiting judgements. */
export async function dropTries(
  ctx: Context,
  solutions: readonly Pick<Solution, 'judgementId'>[],
): Promise<void> {
  const former = solutions.flatMap(({ judgementId }) => judgementId ?? [])
  if (former.length === 0) return
  await ctx.db.judgement.deleteMany({ where: { id: { in: former } } })
  await ctx.db.$executeRaw`
    delete from graphile_worker._private_jobs where "key" = any(${former}::text[]) and "locked_at" is null`
}

async function findSolution(ctx: Context, id: number): Promise<Solution> {
  const row = await ctx.db.solution.findUnique({ where: { id } })
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

type Said = Pick<Solution, 'name' | 'language' | 'source' | 'expected'>
/** `changeKept` with an audit entry of the changes. */
const change = (
  ctx: Context,
  problemId: number,
  act: (ctx: Context) => Promise<readonly Change<Said>[]>,
): Promise<Problem> =>
  changeKept(ctx, problemId, 'solutions', async (ctx) =>
    wordsOfChanges(await act(ctx), ({ name }) => `solutions.${name}`, wordsOf),
  )

/** A solution for the audit, with its source code. */
const wordsOf = ({ name, language, expected, source }: Said) => ({ name, language, expected, source })
