import { randomUUID } from 'node:crypto'
import { needsOf } from '#judge/needs.ts'
import { JUDGE_TASK, PRIORITY } from '#judge/protocol.ts'
import type { Prisma, Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { emit, transact } from '../../events.ts'
import { canManageProblem } from '../../policy/problem.ts'
import { enqueue } from '../../queue.ts'
import { watchManaged } from '../problem/managedStream.ts'
import { findProblemByNumber } from '../problem/problem.ts'
import { requireTestset, TASK_COLUMNS, taskOf } from '../submission/task.ts'
import { isAsExpected } from './expected.ts'
import { dropTries } from './solution.ts'

/** A solution with what came of it, as `asExpectedOf` and pages read it. */
export const TRIED = {
  problem: { select: { testsetId: true } },
  judgement: { include: { runs: { orderBy: { index: 'asc' } } } },
} satisfies Prisma.SolutionInclude

export type TriedSolution = Prisma.SolutionGetPayload<{ include: typeof TRIED }>

/**
 * Judges all solutions that are kept with a problem on the tests it has now, after everything that contests send. It
 * counts nowhere: the judgements are of no submission, and those of the last time are gone.
 */
export async function verifySolutions(ctx: Context, problemId: number): Promise<Problem> {
  const problem = await findProblemByNumber(ctx, problemId)
  authorize(ctx, canManageProblem(readerOf(ctx), problem))
  await transact(ctx, async (ctx) => {
    const target = await ctx.db.problem.findUniqueOrThrow({ where: { id: problemId }, select: TASK_COLUMNS })
    const testset = requireTestset(target)
    // Two who try at once take turns, and the second one counts.
    await ctx.db
      .$queryRaw`select "id" from "Solution" where "problemId" = ${problemId} order by "id" for no key update`
    const solutions = await ctx.db.solution.findMany({ where: { problemId }, orderBy: { id: 'asc' } })
    await dropTries(ctx, solutions)
    for (const { id, language, source } of solutions) {
      const judgementId = randomUUID()
      const task = { ...taskOf(target, testset, { language, source }), submissionId: 0 }
      await ctx.db.judgement.create({
        data: { id: judgementId, testsetId: testset.id, lane: PRIORITY.practice, task, queuedAt: ctx.now },
      })
      await ctx.db.solution.update({ where: { id }, data: { judgementId } })
      const needs = needsOf(task)
      await enqueue(
        ctx.db,
        JUDGE_TASK,
        { judgementId },
        { priority: PRIORITY.practice, key: judgementId, needs },
      )
    }
    await emit(ctx, 'solution.progressed', { problemId })
  })
  return problem
}

/** The solutions kept with a problem, with what came of them; null for those who may not manage it. */
export async function triedSolutions(ctx: Context, problemId: number): Promise<TriedSolution[] | null> {
  const problem = await findProblemByNumber(ctx, problemId)
  if (!canManageProblem(readerOf(ctx), problem)) return null
  return ctx.db.solution.findMany({ where: { problemId }, orderBy: { id: 'asc' }, include: TRIED })
}

/** Cases end many times a second; nobody needs to see each of them (ms). */
const PACE = 100

/** The number of a problem, as its solutions are now and whenever judging them comes on, for those who may manage it. */
export const watchSolutions = (ctx: Context, problemId: number): Promise<AsyncIterable<number>> =>
  watchManaged(ctx, problemId, ({ name, payload }) =>
    name === 'solution.progressed' && payload.problemId === problemId ? PACE : null,
  )

/** Whether a solution behaves as its author claims; null until it was judged, or where nothing is claimed. */
export function asExpectedOf({ judgement, ...solution }: TriedSolution): boolean | null {
  if (judgement?.state !== 'DONE' || !judgement.verdict) return null
  const { verdict, score } = judgement
  return isAsExpected(solution, {
    report: { verdict, score },
    verdicts: judgement.runs.map((run) => run.verdict),
  })
}

const STEP = 100

/**
 * The time limit that leaves every solution which is to be accepted twice what it took, in steps of 100 ms; null where
 * none was accepted. A solution that is to be too slow may have to be faster than that: then the middle of both.
 */
export function suggestedLimit(solutions: readonly TriedSolution[]): number | null {
  const took = (wanted: 'ACCEPTED' | 'TIME_LIMIT_EXCEEDED') =>
    solutions.flatMap(({ expected, judgement }) =>
      expected.includes(wanted) && judgement?.verdict === wanted ? (judgement.timeMs ?? []) : [],
    )
  const fast = took('ACCEPTED')
  if (fast.length === 0) return null
  const least = Math.max(...fast)
  const most = Math.min(...took('TIME_LIMIT_EXCEEDED'), Number.POSITIVE_INFINITY)
  const wanted = Math.min(2 * least, Math.max(least, (least + most) / 2))
  return Math.max(STEP, Math.ceil(wanted / STEP) * STEP)
}
