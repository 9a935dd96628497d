import { rankScore } from '#judge/scoring.ts'
import type { Submission } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { transact } from '../../events.ts'
import { isCancellable, isCorrectable, isUnbegun } from '../../policy/judging.ts'
import { record } from '../audit/audit.ts'
import { bankScore } from '../bank/score.ts'
import { DIFFICULTY_LEVEL } from '../problem/problem.ts'
import { tellOf } from '../submission/submissionEvent.ts'
import { actOutcomeOf } from './acts.ts'
import { tellOfOutcome } from './outcomeNews.ts'
import { findCorrectable } from './rejudging.ts'
import { supersede, takeTurns } from './rejudgingBatch.ts'
import { lockFigures, settle } from './settle.ts'

/**
 * Verdicts that can be set manually: compile errors come from the compiler, and cancelling is a separate act.
 */
const BY_HAND: ReadonlySet<Verdict> = new Set([
  'ACCEPTED',
  'PARTIALLY_ACCEPTED',
  'WRONG_ANSWER',
  'PRESENTATION_ERROR',
  'TIME_LIMIT_EXCEEDED',
  'MEMORY_LIMIT_EXCEEDED',
  'OUTPUT_LIMIT_EXCEEDED',
  'RUNTIME_ERROR',
  'JUDGE_ERROR',
])

export type Correction = { verdict: Verdict; score?: number | null }

/**
 * Sets verdict and, in scored problems, score of a judged submission; ACCEPTED without a score means full
 * score. The judgement is unchanged; only the outcome of the submission changes.
 */
export async function correctSubmission(ctx: Context, id: number, correction: Correction): Promise<void> {
  await findCorrectable(ctx, id)
  if (!BY_HAND.has(correction.verdict)) throw new Refusal('INVALID_INPUT', { field: 'verdict' })
  if (correction.score != null && !Number.isFinite(correction.score))
    throw new Refusal('INVALID_INPUT', { field: 'score' })
  await transact(ctx, async (ctx) => {
    await takeTurns(ctx)
    const before = await lockSubmission(ctx, id)
    if (!isCorrectable(before)) throw new Refusal('NOT_CORRECTABLE')
    const after = {
      ...before,
      ...(await scoresOf(ctx, before, correction)),
      verdict: correction.verdict,
      manual: true,
    }
    await decide(ctx, 'submission.corrected', before, after)
  })
}

/**
 * The clamped score, and its OI rank score as if it had been judged; the reference system gives any manual
 * score the whole weight of the difficulty. Empty for unscored problems, but for those of other judges in a contest with
 * scores, which have 100 or 0 (area-rules B12).
 */
async function scoresOf(
  ctx: Context,
  { problemId, contestId, score: former }: Submission,
  { verdict, score }: Correction,
): Promise<Pick<Submission, 'score' | 'oiRankScore'>> {
  const problem = await ctx.db.problem.findUniqueOrThrow({
    where: { id: problemId },
    select: { scoring: true, caseMode: true, fullScore: true, difficulty: true, bankKey: true },
  })
  const { fullScore } = problem
  if (problem.scoring !== 'OI') {
    const isScored = problem.bankKey !== null && contestId !== null && (await isOi(ctx, contestId))
    return { score: isScored ? bankScore(verdict) : null, oiRankScore: null }
  }
  const wanted = score ?? (verdict === 'ACCEPTED' ? fullScore : (former ?? 0))
  const given = Math.min(Math.max(Math.round(wanted), 0), fullScore)
  const rules = { ...problem, difficulty: DIFFICULTY_LEVEL[problem.difficulty] }
  const flawless = verdict === 'ACCEPTED' && given === fullScore
  return { score: given, oiRankScore: rankScore(rules, given, flawless) }
}

const isOi = async (ctx: Context, contestId: number): Promise<boolean> =>
  (await ctx.db.contest.findUniqueOrThrow({ where: { id: contestId }, select: { type: true } })).type === 'OI'

/** Cancels judging, or withdraws the verdict: the submission is cancelled until it is rejudged. */
export async function cancelSubmission(ctx: Context, id: number): Promise<void> {
  await findCorrectable(ctx, id)
  await transact(ctx, async (ctx) => {
    await takeTurns(ctx)
    await refuseRunning(ctx, id)
    const before = await lockSubmission(ctx, id)
    if (!isCancellable(before)) throw new Refusal('NOT_CANCELLABLE')
    await supersede(ctx, [id])
    const after = { ...before, state: 'DONE', verdict: 'CANCELLED', score: null, oiRankScore: null } as const
    await decide(ctx, 'submission.cancelled', before, { ...after, manual: true })
  })
}

/**
 * Locks the judgement before the submission, in the order of the hosts, so that no host can start it; refuses
 * a running one.
 */
async function refuseRunning(ctx: Context, id: number): Promise<void> {
  const [going] = await ctx.db.$queryRaw<{ state: Submission['state'] }[]>`
    select "state" from "Judgement"
    where "id" = (select "judgementId" from "Submission" where "id" = ${id}) for no key update`
  if (going && going.state !== 'DONE' && !isUnbegun(going)) throw new Refusal('NOT_CANCELLABLE')
}

async function lockSubmission(ctx: Context, id: number): Promise<Submission> {
  await ctx.db.$queryRaw`select "id" from "Submission" where "id" = ${id} for no key update`
  return ctx.db.submission.findUniqueOrThrow({ where: { id } })
}

/**
 * Writes a manual outcome, audits it and notifies. Case results of the hosts stay with their judgement, which
 * is no longer current.
 */
async function decide(
  ctx: SignedInContext | Context,
  action: 'submission.corrected' | 'submission.cancelled',
  before: Submission,
  after: Submission,
): Promise<void> {
  const { id, state, verdict, score, oiRankScore, manual } = after
  // Before the row changes: trainings count its new score by a trigger.
  if (after.contestId === null) await lockFigures(ctx, after)
  await ctx.db.submission.update({
    where: { id },
    data: {
      state,
      verdict,
      score,
      oiRankScore,
      manual,
      caseCount: null,
      tape: '',
      judgedBy: ctx.viewer?.username ?? null,
    },
  })
  await record(ctx, action, ['Submission', id], {
    before: actOutcomeOf(before),
    after: actOutcomeOf(after),
  })
  await settle(ctx, id)
  await tellOf(ctx, 'submission.changed', after)
  if (after.userId !== ctx.viewer?.id)
    await tellOfOutcome(ctx, after, {
      message: action === 'submission.corrected' ? 'corrected' : 'cancelled',
      before,
      after,
      at: ctx.now,
      dedupeKey: `${action} ${id} ${ctx.now.toISOString()}`,
    })
}
