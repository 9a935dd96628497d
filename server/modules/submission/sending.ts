import { OUTPUT } from '#judge/outputs.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { readerOf, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { takeTurn } from '../../core/pacing/throttle.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { closedHomework } from '../../policy/homework.ts'
import { contestProblems, practiceProblems, visibleProblems } from '../../policy/problem.ts'
import { roleIn } from '../../policy/reader.ts'
import { canSubmit } from '../../policy/submission.ts'
import { trainingPolicy, visibleTrainings } from '../../policy/training.ts'
import { homeOf, type Venue } from '../../policy/venue.ts'
import { isOpen, may } from '../../policy/viewer.ts'
import { enter } from '../../venue.ts'
import { labelCalled, SHOWN_CONTEST } from '../contest/contest.ts'
import { isOfBank, isOffered, languageNameOf, OWN_BANK } from '../site/language.ts'
import { switches } from '../site/site.ts'
import { TASK_COLUMNS } from './task.ts'

/** The rules that sending in code and trying it out share, in the order they are asked. */

/** Languages of short programs, by their names: the least length of the site is for the others. */
const TERSE = /Py|PHP|Ruby|Rust|JavaScript|TypeScript/

/** Characters as a browser counts them. */
const MAX_SOURCE = 65_535

/** How a request names a problem: by its number, or by what stands in its URL. */
export type ProblemKey = { id: number } | { displayId: string }

/** The row a key names. */
export function problemKeyWhere(key: ProblemKey) {
  if ('displayId' in key) return { displayId: key.displayId.trim().toUpperCase() }
  if (!isRowNumber(key.id)) throw new Refusal('NOT_FOUND')
  return { id: key.id }
}

/** The problem that a global id of the graph names. */
export const problemOfId = ({ typename, id }: { typename: string; id: string }): ProblemKey => ({
  id: typename === 'Problem' ? Number(id) : Number.NaN,
})

/** The number of the contest that a global id of the graph names; null: none. */
export function contestOfId(contest: { typename: string; id: string } | null | undefined): number | null {
  if (!contest) return null
  if (contest.typename !== 'Contest') throw new Refusal('NOT_FOUND')
  return Number(contest.id)
}

/** The number of the training that a global id of the graph names; null: none. */
export function trainingOfId(training: { typename: string; id: string } | null | undefined): number | null {
  if (!training) return null
  if (training.typename !== 'Training') throw new Refusal('NOT_FOUND')
  return Number(training.id)
}

/** A text that PostgreSQL can keep: no NUL and no half of a character. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/**
 * Judging is open there, and the viewer is somebody who may send code in: to a group's own problem its members alone
 * (area-rules.md G8).
 */
export async function authorizeSending(
  ctx: Context,
  problem: ProblemKey,
  contestId: number | null,
): Promise<void> {
  requireLogin(ctx)
  const groupId = contestId === null ? await groupOfTarget(ctx, problem) : null
  await authorizeRunning(ctx, { contestId, groupId })
}

/** Judging is open at the venue, and the viewer may have code run there. */
export async function authorizeRunning(ctx: Context, venue: Venue): Promise<void> {
  requireLogin(ctx)
  const reader = readerOf(ctx)
  const place = { venue, switches: await switches.get(ctx) }
  if (canSubmit(reader, place)) return
  if (!isOpen('submission.create', place)) throw new Refusal('JUDGING_CLOSED')
  throw new Refusal(may(reader, 'submission.create') ? 'FORBIDDEN' : 'SUBMIT_BANNED')
}

/** Refuses the name of a group that the viewer is not in. Which group a submission belongs to says its problem. */
export function requireMember(ctx: Context, groupId: number): void {
  if (roleIn(readerOf(ctx), groupId) === null) throw new Refusal('NOT_FOUND')
}

/** The group whose own a problem of practice is; null, too, for one that the viewer may not see: findTarget says so. */
async function groupOfTarget(ctx: Context, key: ProblemKey): Promise<number | null> {
  const problem = await ctx.db.problem.findFirst({
    where: { AND: [problemKeyWhere(key), visibleProblems(readerOf(ctx))] },
    select: { groupId: true, visibility: true },
  })
  return problem && homeOf(problem)
}

/** The language is offered, and the code is such as may be sent. */
export async function checkCode(ctx: Context, { language, source }: { language: string; source: string }) {
  if (!(await isOffered(ctx, language))) throw new Refusal('LANGUAGE_NOT_OFFERED', { field: 'language' })
  const { minCodeLength } = await switches.get(ctx)
  if (source.trim() === '') throw new Refusal('CODE_EMPTY', { field: 'source' })
  if (source.length < minCodeLength && !TERSE.test(languageNameOf(language)))
    throw new Refusal('CODE_TOO_SHORT', { field: 'source', min: minCodeLength })
  if (source.length > MAX_SOURCE) throw new Refusal('CODE_TOO_LONG', { field: 'source' })
  if (!isStorable(source)) throw new Refusal('CODE_NOT_TEXT', { field: 'source' })
}

/**
 * One sending per interval and person. Called inside the transaction of the sending, so that a refusal further on
 * gives the turn back, and of two at once one waits for the other.
 */
export async function takeSendingTurn(ctx: SignedInContext, purpose: 'submit' | 'trial'): Promise<void> {
  const { submitIntervalSeconds } = await switches.get(ctx)
  const seconds = await takeTurn(ctx.db, `${purpose}:${ctx.viewer.id}`, submitIntervalSeconds)
  if (seconds > 0) throw new Refusal('SUBMIT_TOO_SOON', { seconds })
}

/** Refuses viewers who may not submit to the contest now at this moment. */
export async function authorizeEntry(ctx: Context, contestId: number | null): Promise<void> {
  if (contestId === null) return
  await enter(ctx, SHOWN_CONTEST, contestId, 'submit')
}

/**
 * Refuses who may not enter a training, and a problem that it does not have. What is submitted there is practice, or of
 * the problem's group (area-rules T12).
 */
export async function authorizeTraining(
  ctx: Context,
  trainingId: number,
  problem: ProblemKey,
): Promise<void> {
  requireLogin(ctx)
  const reader = readerOf(ctx)
  const found = isRowNumber(trainingId)
    ? await ctx.db.training.findFirst({ where: { AND: [{ id: trainingId }, visibleTrainings(reader)] } })
    : null
  if (!found) throw new Refusal('NOT_FOUND')
  const entered = { AND: [{ id: trainingId }, trainingPolicy.admitted.submit(reader)] }
  if ((await ctx.db.training.count({ where: entered })) === 0) {
    const closed = { AND: [{ id: trainingId }, closedHomework(reader)] }
    const isClosed = (await ctx.db.training.count({ where: closed })) > 0
    throw new Refusal(isClosed ? 'HOMEWORK_CLOSED' : 'TRAINING_NOT_REGISTERED')
  }
  const has = { trainingId, problem: problemKeyWhere(problem) }
  if ((await ctx.db.trainingProblem.count({ where: has })) === 0) throw new Refusal('NOT_FOUND')
}

/** In a contest a problem is what the contest calls so, be it public or not; a hidden one takes nothing. */
export async function whereOfTarget(
  ctx: Context,
  key: ProblemKey,
  contestId: number | null,
): Promise<Prisma.ProblemWhereInput> {
  if (contestId === null) return { AND: [problemKeyWhere(key), practiceProblems(readerOf(ctx))] }
  const called = 'displayId' in key ? { displayId: await labelCalled(ctx, contestId, key.displayId) } : {}
  return {
    ...('id' in key ? problemKeyWhere(key) : {}),
    ...contestProblems,
    contests: { some: { contestId, removedAt: null, ...called } },
  }
}

/** The bank of the problem that a key names in a contest or (null) in practice; ours for one that the viewer may not see. */
export async function bankOfTarget(ctx: Context, key: ProblemKey, contestId: number | null): Promise<string> {
  const where = await whereOfTarget(ctx, key, contestId)
  return (await ctx.db.problem.findFirst({ where, select: { bank: true } }))?.bank ?? OWN_BANK
}

/** The problem that code is sent to, with what a task needs of it. */
export async function findTarget(
  ctx: Context,
  key: ProblemKey,
  language: string,
  contestId: number | null = null,
) {
  const problem = await ctx.db.problem.findFirst({
    where: await whereOfTarget(ctx, key, contestId),
    select: TASK_COLUMNS,
  })
  if (!problem) throw new Refusal('NOT_FOUND')
  const isOutput = language === OUTPUT
  if (problem.outputOnly !== isOutput) throw new Refusal(isOutput ? 'NOT_OUTPUT_ONLY' : 'OUTPUT_ONLY')
  if (isOutput) return problem
  const isAllowed = problem.languageKeys.length === 0 || problem.languageKeys.includes(language)
  if (!isAllowed || !isOfBank(problem.bank, language)) {
    throw new Refusal('LANGUAGE_NOT_OFFERED', { field: 'language' })
  }
  return problem
}
