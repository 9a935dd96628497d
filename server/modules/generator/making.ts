import { randomUUID } from 'node:crypto'
import {
  MAKING_FAULTS,
  type MakingFault,
  type MakingTask,
  type RefusedProgram,
} from '#judge/making/makingProtocol.ts'
import { needsOfMaking } from '#judge/needs.ts'
import { MAKING_TASK, PRIORITY } from '#judge/protocol.ts'
import type { MadeCase, Making, Prisma, Problem, Solution } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { advisoryLock } from '../../core/db.ts'
import { Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { canManageProblem, visibleMakings } from '../../policy/problem.ts'
import { enqueue } from '../../queue.ts'
import { watchManaged } from '../problem/managedStream.ts'
import { findProblemByNumber } from '../problem/problem.ts'
import { saveCases, versionOfProblem } from '../problem/saving.ts'
import { inReadersWords } from '../submission/messageWords.ts'
import { currentTestset, makingTaskOf, TASK_COLUMNS } from '../submission/task.ts'
import { turnOf } from '../submission/turn.ts'
import { type StoredTest, storeCases, type TestcaseInput } from '../testset/testset.ts'
import { headOf, type TestHead } from '../testset/versions.ts'
import { scriptOf } from './maker.ts'
import { type PlannedRefereeTest, plannedTests, testTasksOf } from './refereeTest.ts'
import type { PlannedCase } from './script.ts'

export type MakingKind = Making['kind']

/** Hours for which a making is kept; accepted cases are versions of their own. */
const KEPT_HOURS = 24

/** Most makings and stress tests of one user that wait or run. */
const MOST_AT_ONCE = 3

/** Refuses a viewer with too many makings of other problems; locks their makings until the transaction ends. */
export async function requireFewMakings(ctx: Context, problemId: number): Promise<void> {
  requireLogin(ctx)
  const { id: userId } = ctx.viewer
  await advisoryLock(ctx.db, 'makings', userId)
  const where = { userId, problemId: { not: problemId }, state: { not: 'DONE' as const } }
  if ((await ctx.db.making.count({ where })) >= MOST_AT_ONCE)
    throw new Refusal('MAKING_TOO_MANY', { most: MOST_AT_ONCE })
}

/**
 * Starts a making: a judge host makes the cases of the problem's script and checks all, or checks the present
 * ones. Nothing changes until it is accepted. It replaces the last making, but not a running stress test.
 */
export async function startMaking(ctx: Context, problemId: number, kind: MakingKind): Promise<Making> {
  const problem = await findProblemByNumber(ctx, problemId)
  authorize(ctx, canManageProblem(readerOf(ctx), problem))
  // A stress test has fields of its own.
  if (kind === 'STRESS') throw new Refusal('INVALID_INPUT', { fields: { kind: { code: 'NOT_OFFERED' } } })
  return transact(ctx, async (ctx) => {
    await ctx.db.$queryRaw`select "id" from "Problem" where "id" = ${problemId} for no key update`
    const stressed = { problemId, kind: 'STRESS' as const, state: { not: 'DONE' as const } }
    if ((await ctx.db.making.count({ where: stressed })) > 0) throw new Refusal('MAKING_GOES_ON')
    await requireFewMakings(ctx, problemId)
    const target = await ctx.db.problem.findUniqueOrThrow({ where: { id: problemId }, select: TASK_COLUMNS })
    const testset = currentTestset(target)
    const makers = await ctx.db.maker.findMany({ where: { problemId }, orderBy: { id: 'asc' } })
    const validators = makers.filter(({ role }) => role === 'VALIDATOR')
    const tests = await plannedTests(ctx, problemId, target)
    if (kind === 'CHECK' && validators.length === 0 && tests.length === 0) throw new Refusal('NO_VALIDATOR')
    const base = testset?.manifest.cases ?? []
    const script = kind === 'MAKE' ? await scriptOf(ctx, problemId) : null
    if (script && script.faults.length > 0) {
      const [first] = script.faults
      throw new Refusal('SCRIPT_FAULTY', { line: first?.line ?? 0, count: script.faults.length })
    }
    const plan = script?.cases ?? base.map(plannedAsItIs)
    if (plan.length === 0 && (kind === 'MAKE' || tests.length === 0)) throw new Refusal('NO_TESTS')
    const solution =
      kind === 'MAKE' && !target.interactor
        ? await answeringSolution(ctx, problemId, script?.solutionId ?? null)
        : null
    const called = new Set(plan.map(({ generator }) => generator))
    const generators = makers.filter(({ role, name }) => role === 'GENERATOR' && called.has(name))
    const asked = { cases: casesOf(plan, base), tests: testTasksOf(tests, plan.length) }
    const task = makingTaskOf(target, { generators, validators, solution }, asked)
    const shown = tests.map(({ role, name, accepts }): PlannedRefereeTest => ({ role, name, accepts }))
    const data = { problemId, kind, plan, task, tests: shown, testsetId: testset?.id ?? null }
    return putMaking(ctx, data, needsOfMaking(task))
  })
}

/**
 * Queues a making, in place of the problem's last one. Call it in the transaction that locked the problem.
 */
export async function putMaking(
  ctx: Context,
  data: Pick<
    Prisma.MakingUncheckedCreateInput,
    'problemId' | 'kind' | 'plan' | 'task' | 'tests' | 'testsetId' | 'stress'
  >,
  needs: string[],
): Promise<Making> {
  const id = randomUUID()
  await dropMaking(ctx, data.problemId)
  requireLogin(ctx)
  const making = await ctx.db.making.create({
    data: { ...data, id, userId: ctx.viewer.id, createdAt: ctx.now },
  })
  const priority = await turnOf(ctx, PRIORITY.practice)
  await enqueue(ctx.db, MAKING_TASK, { makingId: id }, { priority, key: id, needs })
  await tell(ctx, making)
  await emit(ctx, 'queue.changed', {})
  return making
}

const plannedAsItIs = ({ index, subtask, score }: { index: number; subtask: number; score: number }) => ({
  index,
  subtask,
  score,
  kept: index,
  scriptLine: null,
  command: null,
  generator: null,
  words: [],
})

/** Task of a host for each planned case. */
function casesOf(
  plan: readonly PlannedCase[],
  base: readonly { index: number; input: StoredTest; answer: StoredTest | null }[],
): MakingTask['cases'] {
  return plan.map(({ index, subtask, generator, words, kept }) => {
    const before = kept === null ? null : base[kept - 1]
    if (!before) return { index, subtask, source: { generator: generator ?? '', words }, answer: null }
    return { index, subtask, source: { input: before.input }, answer: before.answer }
  })
}

/**
 * Solution that makes answers: the chosen one, else the first that is expected to be accepted and nothing
 * else.
 */
async function answeringSolution(
  ctx: Context,
  problemId: number,
  chosen: number | null,
): Promise<Pick<Solution, 'name' | 'language' | 'source'> | null> {
  const rows = await ctx.db.solution.findMany({
    where: { problemId, expected: { has: 'ACCEPTED' } },
    orderBy: { id: 'asc' },
  })
  return (
    rows.find(({ id }) => id === chosen) ??
    rows.find(({ expected }) => expected.length === 1) ??
    rows[0] ??
    null
  )
}

/** Deletes the making of a problem; a host that runs it notices. */
async function dropMaking(ctx: Context, problemId: number): Promise<void> {
  const before = await ctx.db.making.findUnique({ where: { problemId }, select: { id: true } })
  if (!before) return
  await ctx.db.making.delete({ where: { id: before.id } })
  await dropJob(ctx, before.id)
}

const dropJob = (ctx: Context, id: string) => ctx.db.$executeRaw`
  delete from graphile_worker._private_jobs where "key" = ${id} and "locked_at" is null`

/** Notifies the streams of a problem of progress of its making. */
export const tell = (ctx: Context, { problemId, plan }: Pick<Making, 'problemId' | 'plan'>) =>
  emit(ctx, 'making.progressed', { problemId, caseCount: (plan as unknown[]).length })

/** A making that the viewer may see. */
export async function findMaking(ctx: Context, id: string): Promise<Making> {
  const making = await ctx.db.making.findFirst({ where: { AND: [{ id }, visibleMakings(readerOf(ctx))] } })
  if (!making) throw new Refusal('NOT_FOUND')
  return making
}

/** Cancels a making; its results so far are still shown. */
export async function cancelMaking(ctx: Context, id: string): Promise<Making> {
  authorize(ctx, true)
  const making = await findMaking(ctx, id)
  await transact(ctx, async (ctx) => {
    const { count } = await ctx.db.making.updateMany({
      where: { id, state: { not: 'DONE' } },
      data: { state: 'DONE', verdict: 'CANCELLED', endedAt: ctx.now },
    })
    if (count === 0) throw new Refusal('OPERATION_OVER')
    await dropJob(ctx, id)
    await tell(ctx, making)
    await emit(ctx, 'queue.changed', {})
  })
  return making
}

/**
 * Accepts a making: its cases become a new version of the problem's testset. Refused when a case has an
 * error, or the cases changed meanwhile; cases without an answer get an empty one when `emptyAnswers` is set.
 * Idempotent.
 */
export async function acceptMaking(
  ctx: Context,
  id: string,
  { emptyAnswers = false }: { emptyAnswers?: boolean } = {},
): Promise<Problem> {
  authorize(ctx, true)
  const making = await findMaking(ctx, id)
  if (making.kind !== 'MAKE' || making.state !== 'DONE' || making.verdict !== 'ACCEPTED')
    throw new Refusal('MAKING_UNFINISHED')
  const plan = making.plan as PlannedCase[]
  const where = { makingId: id, index: { lte: plan.length } }
  const cases = await ctx.db.madeCase.findMany({ where, orderBy: { index: 'asc' } })
  const faulty = cases.filter(({ fault }) => fault !== null).length
  if (faulty > 0 || cases.length !== plan.length) throw new Refusal('MAKING_FAULTY', { count: faulty })
  const unanswered = cases.filter(({ answerHash }) => answerHash === null).length
  if (unanswered > 0 && !emptyAnswers) throw new Refusal('ANSWERS_MISSING', { count: unanswered })
  const { problemId, testsetId } = making
  // Its plan counts the cases of the version before it.
  if (making.acceptedAt) return findProblemByNumber(ctx, problemId)
  const base = testsetId === null ? null : await versionOfProblem(ctx, problemId, testsetId)
  const before = base?.manifest.cases ?? []
  const given = plan.map((one, at): TestcaseInput => {
    const { subtask, score, command: line } = one
    const kept = one.kept === null ? null : (before[one.kept - 1] ?? null)
    const made = cases[at]
    const name = String(one.index).padStart(String(plan.length).length, '0')
    const input = kept?.input ?? fileOf(made?.inputHash, made?.inputSize, `${name}.in`) ?? ''
    const answer = kept?.answer ?? fileOf(made?.answerHash, made?.answerSize, `${name}.out`) ?? ''
    return { input, answer, subtask, score, line }
  })
  const { caseMode } = base?.rules ?? (await findProblemByNumber(ctx, problemId))
  await storeCases(ctx, given)
  return transact(ctx, async (ctx) => {
    await ctx.db.$queryRaw`select "id" from "Problem" where "id" = ${problemId} for no key update`
    if ((await findMaking(ctx, id)).acceptedAt) return findProblemByNumber(ctx, problemId)
    const problem = await saveCases(ctx, problemId, base, given, caseMode)
    const data = { acceptedAt: ctx.now, testsetId: problem.testsetId }
    await ctx.db.making.update({ where: { id }, data })
    await tell(ctx, making)
    return problem
  })
}

export const fileOf = (hash: string | null | undefined, size: number | null | undefined, name: string) =>
  hash ? { hash, size: size ?? 0, name } : null

/** A case of a making as pages show it: its plan and its result so far. */
export type ShownCase = PlannedCase & {
  made: MadeCase | null
  /** Index of the first case with the same input. */
  duplicateOf: number | null
}

/** Cases of a making in order, unfinished ones too. */
export async function shownCases(
  ctx: Context,
  { id, plan }: Pick<Making, 'id' | 'plan'>,
): Promise<ShownCase[]> {
  const rows = await ctx.db.madeCase.findMany({ where: { makingId: id } })
  const byIndex = new Map(rows.map((row) => [row.index, row]))
  const firsts = new Map<string, number>()
  return (plan as PlannedCase[]).map((one) => {
    const made = byIndex.get(one.index) ?? null
    const hash = made?.inputHash ?? null
    const first = hash === null ? undefined : firsts.get(hash)
    if (hash !== null && first === undefined) firsts.set(hash, one.index)
    return { ...one, made, duplicateOf: first ?? null }
  })
}

/** A test of validators or checker as pages show it: its plan and its result so far. */
export type ShownTest = PlannedRefereeTest & { made: MadeCase | null }

/** Tests of validators and checker of a making, unfinished ones too. */
export async function shownTests(
  ctx: Context,
  { id, plan, tests }: Pick<Making, 'id' | 'plan' | 'tests'>,
): Promise<ShownTest[]> {
  const { length } = plan as PlannedCase[]
  const rows = await ctx.db.madeCase.findMany({ where: { makingId: id, index: { gt: length } } })
  const byIndex = new Map(rows.map((row) => [row.index, row]))
  return (tests as PlannedRefereeTest[]).map((one, at) => ({
    ...one,
    made: byIndex.get(length + at + 1) ?? null,
  }))
}

/** Beginnings of the files of a case. */
export type MadeTexts = { input: TestHead; answer: TestHead | null }

/** Beginnings of the files of a case of a making; null until it has files. */
export async function textsOfCase(ctx: Context, makingId: string, index: number): Promise<MadeTexts | null> {
  const row = await ctx.db.madeCase.findFirst({ where: { makingId, index } })
  if (!row?.inputHash) return null
  const read = (hash: string, size: number | null) => headOf(ctx, { hash, size: size ?? 0 })
  return {
    input: await read(row.inputHash, row.inputSize),
    answer: row.answerHash === null ? null : await read(row.answerHash, row.answerSize),
  }
}

export const faultOf = ({ fault }: Pick<MadeCase, 'fault'>): MakingFault | null =>
  MAKING_FAULTS.find((one) => one === fault) ?? null

/** Programs of a making with compile errors. */
export const refusedOf = ({ refused }: Pick<Making, 'refused'>) => refused as RefusedProgram[]

/** Message of the judge about a making or a case, in the viewer's language. */
export const makingMessage = (ctx: Context, message: string | null) =>
  inReadersWords(ctx, message, { verdict: 'JUDGE_ERROR', manages: true })

/** The making of a problem; null when there is none, or when the viewer may not manage it. */
export const makingOf = (ctx: Context, query: Prisma.MakingFindFirstArgs, problemId: number) =>
  ctx.db.making.findFirst({ ...query, where: { AND: [{ problemId }, visibleMakings(readerOf(ctx))] } })

/** Delay (ms) between updates, by the number of cases: each update sends all of them. */
const PACE = { few: 150, many: 1000 }
const MANY = 150

/** Number of the problem, now and whenever its makers, script or making change, for viewers who manage it. */
export const watchMaking = (ctx: Context, problemId: number): Promise<AsyncIterable<number>> =>
  watchManaged(ctx, problemId, ({ name, payload }) => {
    if (name !== 'making.progressed' || payload.problemId !== problemId) return null
    return payload.caseCount > MANY ? PACE.many : PACE.few
  })

/** Deletes expired makings. */
export async function sweepMakings(ctx: Context): Promise<number> {
  const before = new Date(ctx.now.getTime() - KEPT_HOURS * 3_600_000)
  return (await ctx.db.making.deleteMany({ where: { createdAt: { lt: before } } })).count
}
