import { z } from 'zod'
import { needsOfMaking } from '#judge/needs.ts'
import type { MadeCase, Maker, Making, Problem, Solution } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { type FieldFault, Refusal } from '../../core/errors.ts'
import { transact } from '../../events.ts'
import { canManageProblem } from '../../policy/problem.ts'
import { findProblemByNumber } from '../problem/problem.ts'
import { saveCases } from '../problem/saving.ts'
import { currentTestset, makingTaskOf, TASK_COLUMNS } from '../submission/task.ts'
import { requireTestcases, type TestcaseInput, withCase } from '../testset/testset.ts'
import { fileOf, findMaking, putMaking, requireFewMakings, tell } from './making.ts'
import { generatorOf, readScript } from './script.ts'

/** Longest duration (s) of a stress test. */
export const LONGEST = 300
const SEED = '{seed}'

const fields = z.object({
  line: z
    .string()
    .trim()
    .max(2000)
    .refine((line) => !line.includes('\u0000')),
  firstSeed: z.number().int().min(0).max(1_000_000_000),
  seconds: z.number().int().min(1).max(LONGEST),
})

export type StressInput = z.input<typeof fields> & {
  /** Numbers of two solutions of the problem; the first makes the answers. */
  first: number
  second: number
}

/** Plan of a stress test, with the names of its programs. */
export type StressPlan = z.output<typeof fields> & { names: [first: string, second: string] }

/**
 * Starts a stress test: a judge host runs a generator with one seed after the other, and two solutions on its
 * output, until they differ or the time ends. It replaces the last making, unless that runs.
 */
export async function startStress(ctx: Context, problemId: number, input: StressInput): Promise<Making> {
  const problem = await findProblemByNumber(ctx, problemId)
  authorize(ctx, canManageProblem(readerOf(ctx), problem))
  const { first, second, ...given } = input
  const { line, firstSeed, seconds } = checked(fields, given)
  return transact(ctx, async (ctx) => {
    await ctx.db.$queryRaw`select "id" from "Problem" where "id" = ${problemId} for no key update`
    const goesOn = { state: { not: 'DONE' as const } }
    if ((await ctx.db.making.count({ where: { problemId, ...goesOn } })) > 0)
      throw new Refusal('MAKING_GOES_ON')
    await requireFewMakings(ctx, problemId)
    const makers = await ctx.db.maker.findMany({ where: { problemId }, orderBy: { id: 'asc' } })
    const called = callOf(makers, line)
    const rows = await ctx.db.solution.findMany({ where: { problemId, id: { in: [first, second] } } })
    const [one, other] = [solutionOf(rows, first, 'first'), solutionOf(rows, second, 'second')]
    if (one.id === other.id)
      throw new Refusal('INVALID_INPUT', { fields: { second: { code: 'STRESS_SAME' } } })
    const target = await ctx.db.problem.findUniqueOrThrow({ where: { id: problemId }, select: TASK_COLUMNS })
    const programs = {
      generators: [called.generator],
      validators: makers.filter(({ role }) => role === 'VALIDATOR'),
      solution: one,
    }
    const { name: generator } = called.generator
    const match = { generator, words: called.words, firstSeed, ms: seconds * 1000, second: other }
    const task = makingTaskOf(target, programs, { match })
    const stress: StressPlan = { line, firstSeed, seconds, names: [one.name, other.name] }
    return putMaking(ctx, { problemId, kind: 'STRESS', plan: [], task, stress }, needsOfMaking(task))
  })
}

/** The generator of a line and its arguments, which include the seed. */
function callOf(makers: readonly Maker[], line: string): { generator: Maker; words: string[] } {
  const refused = (fault: FieldFault) => new Refusal('INVALID_INPUT', { fields: { line: fault } })
  const { lines, faults } = readScript(line)
  const [call] = lines
  const isOne = lines.length === 1 && faults.length === 0
  if (!call || !isOne || call.number !== null || !call.words.some((word) => word.includes(SEED)))
    throw refused({ code: 'STRESS_LINE' })
  const generators = makers.filter(({ role }) => role === 'GENERATOR')
  const generator = generatorOf(generators, call.generator)
  if (!generator) throw refused({ code: 'STRESS_GENERATOR', parameters: { name: call.generator } })
  return { generator, words: call.words }
}

function solutionOf(rows: readonly Solution[], id: number, field: string): Solution {
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Refusal('INVALID_INPUT', { fields: { [field]: { code: 'NOT_OFFERED' } } })
  return row
}

/** One of the two solutions on the failing input. */
export type StressSide = { name: string; made: MadeCase }

/** The failing input of a stress test. */
export type StressFinding = {
  seed: number
  /** Generator line with that seed. */
  command: string
  /** Result of the first solution, or of what failed before it, and of the second, if it ran. */
  sides: StressSide[]
}

/** A stress test as pages show it. */
export type ShownStress = {
  plan: StressPlan
  /** Seeds tried. */
  tried: number
  spentMs: number
  /** Current seed, or the one that ended it. */
  seed: number
  finding: StressFinding | null
}

/** Progress and finding of a stress test; null for other makings. */
export async function shownStress(
  ctx: Context,
  making: Pick<Making, 'id' | 'stress' | 'tried' | 'spentMs'>,
): Promise<ShownStress | null> {
  const plan = making.stress as StressPlan | null
  if (!plan) return null
  const { tried, spentMs } = making
  const seed = plan.firstSeed + tried
  const rows = await ctx.db.madeCase.findMany({ where: { makingId: making.id }, orderBy: { index: 'asc' } })
  const sides = rows.map((made) => ({ name: plan.names[made.index === 1 ? 0 : 1], made }))
  const command = plan.line.replaceAll(SEED, String(seed))
  return { plan, tried, spentMs, seed, finding: sides.length > 0 ? { seed, command, sides } : null }
}

/** Whether the failing input can become a case: validators accept it, and the first solution answers it. */
export const isUsable = ({ sides: [first] }: StressFinding): boolean =>
  first !== undefined && first.made.fault === null && first.made.inputHash !== null

/**
 * Adds the failing input as the last case of its problem, with the output of the first solution as its
 * answer. Points are set by `withCase`. Idempotent.
 */
export async function useStressCase(ctx: Context, id: string): Promise<Problem> {
  authorize(ctx, true)
  const making = await findMaking(ctx, id)
  const { problemId, stress } = making
  if (!stress || making.state !== 'DONE') throw new Refusal('MAKING_UNFINISHED')
  const found = await shownStress(ctx, making)
  const made = found?.finding && isUsable(found.finding) ? found.finding.sides[0]?.made : null
  const input = made && fileOf(made.inputHash, made.inputSize, '')
  if (!input) throw new Refusal('STRESS_NOTHING')
  return transact(ctx, async (ctx) => {
    await ctx.db.$queryRaw`select "id" from "Problem" where "id" = ${problemId} for no key update`
    const { acceptedAt } = await ctx.db.making.findUniqueOrThrow({ where: { id } })
    const target = await ctx.db.problem.findUniqueOrThrow({ where: { id: problemId } })
    if (acceptedAt) return target
    const base = currentTestset(
      await ctx.db.problem.findUniqueOrThrow({ where: { id: problemId }, select: TASK_COLUMNS }),
    )
    const cases = base?.manifest.cases ?? []
    const name = `stress-${found?.seed ?? 0}`
    const given = withCase<TestcaseInput>(target, cases, {
      input: { ...input, name: `${name}.in` },
      answer: fileOf(made.answerHash, made.answerSize, `${name}.out`),
    })
    requireTestcases(target.caseMode, given)
    const problem = await saveCases(ctx, problemId, base, given, target.caseMode)
    await ctx.db.making.update({ where: { id }, data: { acceptedAt: ctx.now } })
    await tell(ctx, making)
    return problem
  })
}
