import { randomUUID } from 'node:crypto'
import { needsOf } from '#judge/needs.ts'
import { PRIORITY, TRIAL_TASK, type TrialTask } from '#judge/protocol.ts'
import type { Trial } from '#prisma/generated/client.ts'
import { type Context, readerOf, requireLogin, type SignedInContext } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { visibleTrials } from '../../policy/submission.ts'
import { isStaff } from '../../policy/viewer.ts'
import { enqueue } from '../../queue.ts'
import { GONE, watch } from '../../watch.ts'
import { findBankLanguage, trialLanguageOf } from '../bank/languages.ts'
import { isOffered, OWN_BANK } from '../site/language.ts'
import { inReadersWords } from '../submission/messageWords.ts'
import {
  authorizeEntry,
  authorizeSending,
  checkCode,
  findTarget,
  isStorable,
  type ProblemKey,
  takeSendingTurn,
} from '../submission/sending.ts'
import { trialTaskOf } from '../submission/task.ts'
import { turnOf } from '../submission/turn.ts'

const MAX_INPUT = 1000
/** Longest expected output; a whole large answer may be pasted. */
const MAX_EXPECTED = 65_535
const KEPT_HOURS = 1

export type TrialInput = {
  problem: ProblemKey
  language: string
  source: string
  input: string
  expected: string | null
  /** Contest of the problem; none when omitted. */
  contestId?: number | null
}

/** Runs code on custom input: like a submission, but not stored. */
export async function startTrial(ctx: Context, input: TrialInput): Promise<Trial> {
  const { contestId = null } = input
  await authorizeSending(ctx, input.problem, contestId)
  await authorizeEntry(ctx, contestId)
  await checkCode(ctx, input)
  if (input.input === '') throw new Refusal('TRIAL_INPUT_EMPTY', { field: 'input' })
  checkTrialTexts(input)
  return transact(ctx, async (ctx) => {
    requireLogin(ctx)
    await takeSendingTurn(ctx, 'trial')
    const problem = await findTarget(ctx, input.problem, input.language, contestId)
    const { source, expected } = input
    const language = await languageOfTrial(ctx, problem, input.language)
    const task = trialTaskOf(problem, {
      language,
      source,
      input: `${input.input}\n`,
      expected: expected || null,
    })
    return queueTrial(ctx, { problemId: problem.id }, task)
  })
}

/** The language that our judge runs a trial in: of a problem of another bank, ours of the same content type (area-rules B11). */
async function languageOfTrial(ctx: Context, { bank }: { bank: string }, language: string): Promise<string> {
  if (bank === OWN_BANK) return language
  const asked = findBankLanguage(language)
  const own = asked && trialLanguageOf(asked)
  if (!own || !(await isOffered(ctx, own))) throw new Refusal('LANGUAGE_NOT_OFFERED', { field: 'language' })
  return own
}

/** Stores a trial of a problem or lesson, and queues it. Its caller has authorized the viewer and taken a turn. */
export async function queueTrial(
  ctx: SignedInContext,
  place: { problemId: number } | { lessonId: number },
  task: Omit<TrialTask, 'trialId'>,
): Promise<Trial> {
  const id = randomUUID()
  const trial = await ctx.db.trial.create({
    data: { id, userId: ctx.viewer.id, ...place, task, createdAt: ctx.now },
  })
  await enqueue(
    ctx.db,
    TRIAL_TASK,
    { trialId: id },
    { priority: await turnOf(ctx, PRIORITY.trial), key: id, needs: needsOf(task) },
  )
  await emit(ctx, 'queue.changed', {})
  return trial
}

/** Refuses texts of a trial that are too long or cannot be stored. */
export function checkTrialTexts({ input, expected }: Pick<TrialInput, 'input' | 'expected'>): void {
  if (input.length > MAX_INPUT) throw new Refusal('TRIAL_INPUT_TOO_LONG', { field: 'input' })
  if (!isStorable(input)) throw new Refusal('INVALID_INPUT', { field: 'input' })
  if (expected === null) return
  if (expected.length > MAX_EXPECTED || !isStorable(expected))
    throw new Refusal('INVALID_INPUT', { field: 'expected' })
}

/** A trial of the viewer. */
export async function findTrial(ctx: Context, id: string): Promise<Trial> {
  const trial = await ctx.db.trial.findFirst({ where: { AND: [{ id }, visibleTrials(readerOf(ctx))] } })
  if (!trial) throw new Refusal('NOT_FOUND')
  return trial
}

/** The viewer's texts of a trial, without the newline added to the input. */
export const askedOf = (trial: Pick<Trial, 'task'>): { input: string; expected: string | null } => {
  const { input, expected } = trial.task as TrialTask
  return { input: input.replace(/\n$/, ''), expected }
}

/** Message of the judge about the run, in the viewer's language. */
export const trialMessage = (ctx: Context, { message, verdict }: Pick<Trial, 'message' | 'verdict'>) =>
  inReadersWords(ctx, message, { verdict, manages: isStaff(ctx) })

/** A trial now and after every change, by its id. */
export async function watchTrial(ctx: Context, id: string): Promise<AsyncIterable<string>> {
  await findTrial(ctx, id)
  return watch(ctx, {
    first: id,
    concern: (event) =>
      event.name === 'trial.progressed' && event.payload.trialId === id ? { key: id, wait: 0 } : null,
    read: async (ctx) =>
      (await ctx.db.trial.count({ where: { AND: [{ id }, visibleTrials(readerOf(ctx))] } })) ? id : GONE,
  })
}

/** Deletes expired trials. */
export const sweepTrials = async (ctx: Context): Promise<number> => {
  const before = new Date(ctx.now.getTime() - KEPT_HOURS * 3_600_000)
  return (await ctx.db.trial.deleteMany({ where: { createdAt: { lt: before } } })).count
}
