import { randomUUID } from 'node:crypto'
import { needsOf } from '#judge/needs.ts'
import { OUTPUT } from '#judge/outputs.ts'
import { EVENT_CHANNEL, PRIORITY, PROTOCOL_VERSION } from '#judge/protocol.ts'
import { Prisma, type Problem, type Submission } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin, type SignedInContext } from '../../context.ts'
import { PREPARED } from '../../core/db.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { transact } from '../../events.ts'
import { isOfficialOfSql } from '../../officials.ts'
import { ORGANISED } from '../../policy/officials.ts'
import { visibleProblems } from '../../policy/problem.ts'
import { canSeeSource, canShare, isAuthor, visibleSubmissions } from '../../policy/submission.ts'
import { homeOf } from '../../policy/venue.ts'
import type { SignedIn } from '../../policy/viewer.ts'
import { queuedJudgementSql } from '../../queue.ts'
import { groupOfTargetSql } from '../../scope.ts'
import { enter } from '../../venue.ts'
import { SHOWN_CONTEST } from '../contest/contest.ts'
import { switches } from '../site/site.ts'
import { shownOf } from './outcome.ts'
import { findOutputs, listingOf, lockOutputs, type Outputs, requireMatch, sizeOf } from './outputs/outputs.ts'
import {
  authorizeEntry,
  authorizeSending,
  authorizeTraining,
  checkCode,
  findTarget,
  isStorable,
  type ProblemKey,
  problemKeyWhere,
  takeSendingTurn,
  whereOfTarget,
} from './sending.ts'
import { tellOf, tellSql } from './submissionEvent.ts'
import { type CaptchaAnswer, countRefusals, requireSubmitCaptcha } from './submitCaptcha.ts'
import { requireTestset, taskOf } from './task.ts'
import { bankTurnSql, turnSql } from './turn.ts'

export type SubmitInput = {
  problem: ProblemKey
  language: string
  source: string
  /** Id of a set of output files that is sent instead of a program; none when left out. */
  outputs?: string | null
  /** The contest that it is sent in; none when left out. */
  contestId?: number | null
  /** What the sender calls it; null: nothing. */
  clientKey?: string | null
}

/**
 * What somebody sends, with the answer to a captcha where one was asked for. UNANSWERABLE: their client cannot show
 * one, so that the wait between two submissions is all that holds them up.
 */
export type Sending = SubmitInput & {
  captcha?: CaptchaAnswer | 'UNANSWERABLE' | null
  /** The training whose page it is sent from, which must be open to the viewer; none when left out. */
  trainingId?: number | null
}

const MOST_KEY = 64

/** Takes code in for judging; answers the number of the submission. The same client key answers the same one. */
export async function submit(
  ctx: Context,
  { captcha = null, trainingId = null, ...given }: Sending,
): Promise<number> {
  const { clientKey = null, contestId = null, problem } = given
  requireLogin(ctx)
  if (clientKey !== null && (clientKey.length > MOST_KEY || !isStorable(clientKey)))
    throw new Refusal('INVALID_INPUT', { field: 'clientKey', max: MOST_KEY })
  const outputs = given.outputs ? await findOutputs(ctx, given.outputs) : null
  const input = outputs ? { ...given, language: OUTPUT, source: listingOf(outputs) } : given
  // First, because the contest or homework that took it may be over by now.
  const earlier = await sentAs(ctx, input)
  if (earlier !== null) return earlier
  if (trainingId !== null) await authorizeTraining(ctx, trainingId, problem)
  await authorizeSending(ctx, problem, contestId)
  await authorizeEntry(ctx, contestId)
  if (!outputs) await checkCode(ctx, input)
  // Nobody waits in a contest (contest-rules.md 22).
  const waits = contestId === null
  if (waits && captcha !== 'UNANSWERABLE') await requireSubmitCaptcha(ctx, captcha)
  try {
    if (!waits && !outputs) return await takeIn(ctx, input, PRIORITY.contest)
    if (!waits) return await transact(ctx, (ctx) => takeIn(ctx, input, PRIORITY.contest))
    return await countRefusals(ctx, () =>
      transact(ctx, async (ctx) => {
        requireLogin(ctx)
        await takeSendingTurn(ctx, 'submit')
        return takeIn(ctx, input, PRIORITY.practice)
      }),
    )
  } catch (error) {
    // Both tries of one sending may have come at once.
    const twin = await sentAs(ctx, input)
    if (twin !== null) return twin
    throw error
  }
}

/**
 * The submission that the viewer sent under this client key; null: none. Refuses with CLIENT_KEY_USED when it was another
 * program, or sent elsewhere.
 */
async function sentAs(ctx: Context, input: SubmitInput): Promise<number | null> {
  const { clientKey = null, contestId = null, problem, language, source } = input
  if (clientKey === null || !ctx.viewer) return null
  const sent = await ctx.db.submission.findFirst({
    where: { userId: ctx.viewer.id, clientKey },
    include: { problem: { select: { displayId: true } }, code: true },
  })
  if (!sent) return null
  const isSame =
    sent.contestId === contestId &&
    sent.language === language &&
    sent.code?.source === source &&
    (await isCalled(ctx, sent, problem))
  if (!isSame) throw new Refusal('CLIENT_KEY_USED', { field: 'clientKey' })
  return sent.id
}

/** Whether a key names the problem of a submission, in the contest that it was sent in. */
async function isCalled(
  ctx: Context,
  { contestId, problemId, problem }: Submission & { problem: { displayId: string } },
  key: ProblemKey,
): Promise<boolean> {
  if ('id' in key) return key.id === problemId
  const name = key.displayId.trim()
  if (contestId === null) return problem.displayId === name.toUpperCase()
  return (await ctx.db.contestProblem.count({ where: { contestId, problemId, displayId: name } })) > 0
}

/**
 * The part of sending that is the same for everybody; whether the viewer may send is asked before. Call it in a transaction
 * for files of output.
 */
export async function takeIn(ctx: Context, input: SubmitInput, lane: number): Promise<number> {
  requireLogin(ctx)
  const problem = await findTarget(ctx, input.problem, input.language, input.contestId)
  const { contestId = null, clientKey = null } = input
  const outputs = input.outputs ? await lockOutputs(ctx, input.outputs) : null
  const sent = {
    ...input,
    ...(outputs && { source: listingOf(outputs) }),
    outputs,
    contestId,
    clientKey,
    problemId: problem.id,
    judgementId: randomUUID(),
    lane,
  }
  const { bank, bankKey } = problem
  if (bankKey !== null) {
    const task = { version: PROTOCOL_VERSION, language: input.language, cases: [], caseMode: 'ALL' as const }
    return storeSubmission(
      ctx,
      { ...sent, testsetId: null, task, bank },
      sentToBank(ctx, { bank, bankKey, lane }),
    )
  }
  const testset = requireTestset(problem)
  if (outputs) requireMatch(outputs, testset.manifest)
  const task = taskOf(problem, testset, { ...input, outputs: outputs?.files ?? null })
  const queued = queuedJudgementSql(
    { judgementId: sent.judgementId },
    { priority: turnSql(ctx, lane), needs: needsOf(task) },
  )
  return storeSubmission(ctx, { ...sent, testsetId: testset.id, task, bank: null }, queued)
}

type Sent = {
  problemId: number
  testsetId: number | null
  contestId: number | null
  clientKey: string | null
  language: string
  source: string
  outputs: Outputs | null
  judgementId: string
  task: object
  lane: number
  /** The bank that judges it; null: our hosts do. */
  bank: string | null
}

/** SQL of a `with` clause that lets a submission wait for an account of its bank (area-rules B5). */
const sentToBank = (
  ctx: SignedInContext,
  { bank, bankKey, lane }: { bank: string; bankKey: string; lane: number },
) =>
  Prisma.sql`
    queued as (
      insert into "BankRun" ("judgementId", "bank", "problemKey", "lane")
      select "id", ${bank}, ${bankKey}, ${bankTurnSql(ctx, bank, lane)} from judgement
      returning "bank"
    ), called as (
      select pg_notify(${EVENT_CHANNEL}, json_build_object('name', 'bank.changed',
        'payload', json_build_object('bank', "bank"))::text) from queued)`

/**
 * The three rows of a submission, its job and its event in one statement, because people wait for this. The same
 * statement says which group it belongs to, so that a problem or contest that changes meanwhile changes nothing of it.
 */
async function storeSubmission(ctx: SignedInContext, sent: Sent, queued: Prisma.Sql): Promise<number> {
  const { problemId, testsetId, contestId, clientKey, language, source, judgementId, task, lane, bank } = sent
  const { outputs } = sent
  const state = bank === null ? 'QUEUED' : 'AWAITING_ACCOUNT'
  const [row] = await ctx.db.$queryRaw<{ id: number }[]>`${PREPARED}
    with sent as (
      insert into "Submission" ("problemId", "userId", "contestId", "groupId", "clientKey", "language", "codeLength",
        "ip", "judgementId", "state", "createdAt", "byOfficial", "outputSetId")
      select p."id", ${ctx.viewer.id}, ${contestId}::int, ${groupOfTargetSql(contestId)}, ${clientKey}::text,
        ${language}, ${outputs ? sizeOf(outputs) : Buffer.byteLength(source)}::int, ${ctx.client.ip}, ${judgementId}, ${state}::"JudgingState",
        ${ctx.now}::timestamptz, ${isOfficialOfSql(contestId, ctx.viewer.id)}, ${outputs?.id ?? null}::text
      from "Problem" p where p."id" = ${problemId}::int
      returning "id", "userId", "problemId", "contestId", "groupId"
    ), code as (
      insert into "SubmissionCode" ("submissionId", "source") select "id", ${source} from sent
    ), judgement as (
      insert into "Judgement" ("id", "submissionId", "testsetId", "lane", "task", "bank", "state", "queuedAt")
      select ${judgementId}, "id", ${testsetId}::int, ${lane}::int,
        ${JSON.stringify(task)}::jsonb || jsonb_build_object('submissionId', "id"), ${bank}::text,
        ${state}::"JudgingState", ${ctx.now}::timestamptz
      from sent
      returning "id"
    ), ${queued},
    told as (select ${tellSql('submission.created', 'sent')} from sent)
    select "id", (select count(*) from called), (select count(*) from told) from sent`
  if (!row) throw new Error('a submission was not stored')
  return row.id
}

/** A submission with what says who may read its code. */
export type FoundSubmission = Submission & SourceRow

/** One submission that the viewer may see. */
export async function findSubmission(ctx: Context, id: number): Promise<FoundSubmission> {
  if (!isRowNumber(id)) throw new Refusal('NOT_FOUND')
  const submission = await ctx.db.submission.findFirst({
    where: { AND: [{ id }, visibleSubmissions(readerOf(ctx))] },
    include: { contest: { select: ORGANISED } },
  })
  if (!submission) throw new Refusal('NOT_FOUND')
  return submission
}

/**
 * A submission that the viewer may see. Guests are asked to log in for every other number, whether a submission has it or
 * not: those of contests are for people who are logged in.
 */
export async function openSubmission(ctx: Context, id: number): Promise<FoundSubmission> {
  return findSubmission(ctx, id).catch((error: unknown) => {
    const isHidden = error instanceof Refusal && error.code === 'NOT_FOUND'
    throw isHidden && ctx.viewer === null ? new Refusal('UNAUTHENTICATED') : error
  })
}

/** Opens the code of an own submission to everybody, or closes it again. */
export async function shareSubmission(ctx: Context, id: number, shared: boolean): Promise<void> {
  requireLogin(ctx)
  const submission = await findSubmission(ctx, id)
  authorize(ctx, isAuthor(readerOf(ctx), submission))
  const problem = await ctx.db.problem.findUniqueOrThrow({
    where: { id: submission.problemId },
    select: { codeShare: true },
  })
  // What is shared already can be taken back even after the problem closed its sharing.
  if (shared && !canShare(readerOf(ctx), submission, problem)) throw new Refusal('NOT_SHARABLE')
  if (submission.shared === shared) return
  await transact(ctx, async (ctx) => {
    await ctx.db.submission.update({ where: { id }, data: { shared } })
    await tellOf(ctx, 'submission.changed', submission)
  })
}

/** The columns that say who may read the code. */
export const SOURCE_COLUMNS = {
  userId: true,
  shared: true,
  contestId: true,
  groupId: true,
  contest: { select: ORGANISED },
} satisfies Prisma.SubmissionSelect

export type SourceRow = Prisma.SubmissionGetPayload<{ select: typeof SOURCE_COLUMNS }>

/** Whether the viewer may read the code. */
export async function seesSource(ctx: Context, submission: SourceRow): Promise<boolean> {
  const { hideSources } = await switches.get(ctx)
  return canSeeSource(readerOf(ctx), submission, hideSources)
}

/** The code, or null when the viewer may not read it. */
export async function readableSource(
  ctx: Context,
  submission: SourceRow & Pick<Submission, 'id'>,
): Promise<string | null> {
  if (!(await seesSource(ctx, submission))) return null
  const code = await ctx.db.submissionCode.findUnique({ where: { submissionId: submission.id } })
  return code?.source ?? null
}

/**
 * The viewer's newest submission of a problem that they know to be accepted, in a contest or (null) in practice; null
 * when there is none.
 */
export async function findLastAccepted(
  ctx: Context,
  key: ProblemKey,
  contestId: number | null,
): Promise<FoundSubmission | null> {
  requireLogin(ctx)
  const include = { contest: { select: ORGANISED } }
  if (contestId !== null) {
    const { id } = await enter(ctx, SHOWN_CONTEST, contestId, 'look')
    const problem = await whereOfTarget(ctx, key, id)
    const rows = await ctx.db.submission.findMany({
      where: { contestId: id, userId: ctx.viewer.id, verdict: 'ACCEPTED', problem },
      orderBy: { id: 'desc' },
      include,
    })
    return rows.find((row) => shownOf(ctx, row).outcome) ?? null
  }
  const problem = await ctx.db.problem.findFirst({
    where: { AND: [problemKeyWhere(key), visibleProblems(readerOf(ctx))] },
    select: { id: true, groupId: true, visibility: true },
  })
  if (!problem) throw new Refusal('NOT_FOUND')
  return ctx.db.submission.findFirst({ ...lastAccepted(ctx.viewer, problem), include })
}

/** Somebody's newest accepted submission of a problem, outside of contests. */
export const lastAccepted = (user: SignedIn, problem: Pick<Problem, 'id' | 'groupId' | 'visibility'>) =>
  ({
    where: {
      userId: user.id,
      problemId: problem.id,
      verdict: 'ACCEPTED',
      contestId: null,
      groupId: homeOf(problem),
    },
    orderBy: { id: 'desc' },
  }) satisfies Prisma.SubmissionFindFirstArgs
