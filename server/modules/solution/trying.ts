import { randomUUID } from 'node:crypto'
import { needsOf } from '#judge/needs.ts'
import { JUDGE_TASK, LANE_WIDTH, PRIORITY } from '#judge/protocol.ts'
import type { Prisma, Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { emit, transact } from '../../events.ts'
import { canManageProblem } from '../../policy/problem.ts'
import { enqueue } from '../../queue.ts'
import { lockProblem } from '../problem/authoring/editing.ts'
import { watchManaged } from '../problem/managedStream.ts'
import { findProblemByNumber } from '../problem/problem.ts'
import { requireTestset, TASK_COLUMNS, taskOf } from '../submission/task.ts'
import { solutionTurnOf } from '../submission/turn.ts'
import { isAsExpected } from './expected.ts'
import { dropTries } from './solution.ts'

/** A solution with its result, as `asExpectedOf` and pages read it. */
export const TRIED = {
  problem: { select: { testsetId: true } },
  judgement: { include: { runs: { orderBy: { index: 'asc' } } } },
} satisfies Prisma.SolutionInclude

export type TriedSolution = Prisma.SolutionGetPayload<{ include: typeof TRIED }>

/**
 * Judges all solutions of a problem on its current tests, with lower priority than contests. Results count
 * nowhere: the judgements have no submission, and replace those of the last run.
 */
export async function verifySolutions(ctx: Context, problemId: number): Promise<Problem> {
  return transact(ctx, async (ctx) => {
    // Serializes it with changes of the solutions and with other runs; the last run counts.
    const problem = await lockProblem(ctx, problemId)
    authorize(ctx, canManageProblem(readerOf(ctx), problem))
    const target = await ctx.db.problem.findUniqueOrThrow({ where: { id: problemId }, select: TASK_COLUMNS })
    const testset = requireTestset(target)
    const solutions = await ctx.db.solution.findMany({ where: { problemId }, orderBy: { id: 'asc' } })
    await dropTries(ctx, solutions)
    const turn = await solutionTurnOf(ctx)
    for (const [at, { id, language, source }] of solutions.entries()) {
      const judgementId = randomUUID()
      const task = { ...taskOf(target, testset, { language, source }), submissionId: 0 }
      await ctx.db.judgement.create({
        data: { id: judgementId, testsetId: testset.id, lane: PRIORITY.practice, task, queuedAt: ctx.now },
      })
      await ctx.db.solution.update({ where: { id }, data: { judgementId } })
      const needs = needsOf(task)
      const priority = PRIORITY.practice + Math.min(turn + at, LANE_WIDTH - 1)
      await enqueue(ctx.db, JUDGE_TASK, { judgementId }, { priority, key: judgementId, needs })
    }
    await emit(ctx, 'solution.progressed', { problemId })
    return problem
  })
}

/** Solutions of a problem, with results; null for viewers who may not manage it. */
export async function triedSolutions(ctx: Context, problemId: number): Promise<TriedSolution[] | null> {
  const problem = await findProblemByNumber(ctx, problemId)
  if (!canManageProblem(readerOf(ctx), problem)) return null
  return ctx.db.solution.findMany({ where: { problemId }, orderBy: { id: 'asc' }, include: TRIED })
}

/** Delay (ms) between updates: cases end many times a second. */
const PACE = 100

/**
 * Number of the problem, now and whenever its solutions or their results change, for viewers who manage it.
 */
export const watchSolutions = (ctx: Context, problemId: number): Promise<AsyncIterable<number>> =>
  watchManaged(ctx, problemId, ({ name, payload }) =>
    name === 'solution.progressed' && payload.problemId === problemId ? PACE : null,
  )

/** Whether a solution's result is as expected; null before it was judged, or without an expectation. */
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
 * Suggested time limit: twice the time of the slowest solution expected to be accepted, in steps of 100 ms;
 * null when none was accepted. If solutions expected to be too slow are faster than that: the middle of both.
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
