import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { findCheckingLanguage } from '#judge/languages.ts'
import { needsOf } from '#judge/needs.ts'
import { PRIORITY, PROTOCOL_VERSION, TRIAL_TASK, type TrialTask } from '#judge/protocol.ts'
import type { Trial } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { managesIn, PROBLEMS } from '../../policy/officials.ts'
import { canManageProblem } from '../../policy/problem.ts'
import { enqueue } from '../../queue.ts'
import { hashOfProgram } from '../problem/authoring/editing.ts'
import { judgingFiles, programSource } from '../problem/authoring/problemFields.ts'
import { findProblemByNumber } from '../problem/problem.ts'
import { inReadersWords } from '../submission/messageWords.ts'
import { turnOf } from '../submission/turn.ts'

/** Timeout (ms) for a judge host. */
const PATIENCE = 60_000
/** Days for which a result is cached; older drafts are compiled again. */
const KEPT_DAYS = 30

const given = z.object({
  language: z
    .string()
    .refine((key) => findCheckingLanguage(key) !== null, { params: { fault: 'NOT_OFFERED' } }),
  source: programSource,
  files: judgingFiles,
})

export type CheckerProgram = z.input<typeof given>

/** Result of compiling a program, with the compiler's message when it fails. */
export type CompileOutcome = { ok: boolean; message: string | null }

/** What a program is for: an existing problem, or a new one of a group; null: not named. */
export type CompilingFor = { problemId?: number | null; groupId?: number | null }

/**
 * Authorizes compiling: teachers of the site compile anything, others for what they manage in a group
 * (area-rules G8).
 */
async function authorizeCompiling(ctx: Context, { problemId, groupId }: CompilingFor): Promise<void> {
  requireLogin(ctx)
  const reader = readerOf(ctx)
  if (managesIn(reader, PROBLEMS, null) || managesIn(reader, PROBLEMS, groupId ?? null)) return
  authorize(ctx, !!problemId && canManageProblem(reader, await findProblemByNumber(ctx, problemId)))
}

/**
 * Compiles a checker or interactor on a judge host, with the options of judging, and remembers success: a
 * problem is only saved with a compiled one.
 */
export async function compileChecker(
  ctx: Context,
  input: CheckerProgram,
  target: CompilingFor = {},
): Promise<CompileOutcome> {
  await authorizeCompiling(ctx, target)
  const program = checked(given, input)
  const id = randomUUID()
  const ended = ending(ctx, id)
  try {
    await sendOut(ctx, id, program)
    const trial = await ended.promise
    if (!trial) throw new Refusal('COMPILER_AWAY')
    if (trial.verdict === 'COMPILE_ERROR') return { ok: false, message: trial.message }
    if (trial.verdict !== 'ACCEPTED')
      return {
        ok: false,
        message: inReadersWords(ctx, trial.message, { verdict: trial.verdict, manages: true }),
      }
    const hash = hashOfProgram(program)
    await ctx.db.compiledProgram.upsert({
      where: { hash },
      create: { hash, compiledAt: ctx.now },
      update: { compiledAt: ctx.now },
    })
    return { ok: true, message: null }
  } finally {
    ended.stop()
    await ctx.db.trial.deleteMany({ where: { id } })
  }
}

async function sendOut(ctx: Context, id: string, { language, source, files }: z.output<typeof given>) {
  const task: Omit<TrialTask, 'trialId'> = {
    version: PROTOCOL_VERSION,
    language,
    source,
    input: '',
    expected: null,
    ignoreTrailingBlanks: true,
    limits: { timeMs: 1000, memoryMb: 256, stackMb: 128, outputBytes: null, processes: 1 },
    fileIo: null,
    userFiles: {},
    judging: { files },
  }
  await transact(ctx, async (ctx) => {
    requireLogin(ctx)
    await ctx.db.trial.create({ data: { id, userId: ctx.viewer.id, task, createdAt: ctx.now } })
    const priority = await turnOf(ctx, PRIORITY.trial)
    await enqueue(ctx.db, TRIAL_TASK, { trialId: id }, { priority, key: id, needs: needsOf(task) })
    await emit(ctx, 'queue.changed', {})
  })
}

/** Result of a trial, null after PATIENCE, and a function that stops listening. Call it before queueing the job. */
function ending({ db, house }: Context, id: string) {
  let settle: (trial: Trial | null) => void = () => undefined
  const promise = new Promise<Trial | null>((resolve) => {
    settle = resolve
  })
  const look = async () => {
    const trial = await db.trial.findUnique({ where: { id } })
    if (trial?.state === 'DONE') settle(trial)
  }
  const listening = house.events.listen((event) => {
    if (event.name === 'trial.progressed' && event.payload.trialId === id) void look().catch(() => undefined)
  })
  const interrupted = house.events.onInterruption(() => void look().catch(() => undefined))
  const timer = setTimeout(() => settle(null), PATIENCE)
  const stop = () => {
    listening()
    interrupted()
    clearTimeout(timer)
  }
  return { promise, stop }
}

/** Deletes expired results. */
export const sweepCompiled = async (ctx: Context): Promise<number> => {
  const before = new Date(ctx.now.getTime() - KEPT_DAYS * 86_400_000)
  return (await ctx.db.compiledProgram.deleteMany({ where: { compiledAt: { lt: before } } })).count
}
