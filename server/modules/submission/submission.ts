import { randomUUID } from 'node:crypto'
import { needsOf } from '#judge/needs.ts'
import { JUDGE_TASK, PRIORITY, type TestsetManifest } from '#judge/protocol.ts'
import type { Prisma, Submission } from '#prisma/generated/client.ts'
import { authorize, type Context, requireLogin, type SignedInContext } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { enqueue } from '../../core/queue.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { visibleProblems } from '../../policy/problem.ts'
import { canSeeSource, canShare, isAuthor, visibleSubmissions } from '../../policy/submission.ts'
import type { SignedIn } from '../../policy/viewer.ts'
import { siteSettings } from '../site/site.ts'
import { type CaptchaAnswer, checkHaste, rememberHaste } from './haste.ts'
import {
  authorizeSending,
  checkCode,
  findTarget,
  type ProblemKey,
  problemKeyWhere,
  takeSendingTurn,
} from './sending.ts'
import { taskOf } from './task.ts'
import { turnOf } from './turn.ts'

export type SubmitInput = { problem: ProblemKey; language: string; source: string }

/** What somebody sends, with the answer to a captcha where one was asked for. */
export type Sending = SubmitInput & { captcha?: CaptchaAnswer | null }

/** Takes code in for judging; answers the number of the submission. */
export async function submit(ctx: Context, { captcha = null, ...input }: Sending): Promise<number> {
  await authorizeSending(ctx)
  await checkCode(ctx, input)
  await checkHaste(ctx, captcha)
  return rememberHaste(ctx, () =>
    transact(ctx, async (ctx) => {
      requireLogin(ctx)
      await takeSendingTurn(ctx, 'submit')
      return takeIn(ctx, input, PRIORITY.practice)
    }),
  )
}

/** The part of sending that is the same for everybody; whether the viewer may send is asked before. */
export async function takeIn(ctx: Context, input: SubmitInput, lane: number): Promise<number> {
  requireLogin(ctx)
  const problem = await findTarget(ctx, input.problem, input.language)
  const manifest = problem.testset?.manifest as TestsetManifest | undefined
  if (!manifest?.cases.length) throw new Refusal('NO_TESTS')

  const judgementId = randomUUID()
  const task = taskOf(problem, manifest, input)
  const submissionId = await storeSubmission(ctx, { ...input, problemId: problem.id, judgementId, task })
  await enqueue(
    ctx.db,
    JUDGE_TASK,
    { judgementId },
    { priority: await turnOf(ctx, lane), key: judgementId, needs: needsOf(task) },
  )
  await emit(ctx, 'submission.created', {
    submissionId,
    userId: ctx.viewer.id,
    problemId: problem.id,
    contestId: null,
  })
  return submissionId
}

type Sent = { problemId: number; language: string; source: string; judgementId: string; task: object }

/** The three rows of a submission in one statement, because people wait for this. */
async function storeSubmission(ctx: SignedInContext, sent: Sent): Promise<number> {
  const { problemId, language, source, judgementId, task } = sent
  const [row] = await ctx.db.$queryRaw<{ id: number }[]>`
    with sent as (
      insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "judgementId", "createdAt")
      values (${problemId}, ${ctx.viewer.id}, ${language}, ${Buffer.byteLength(source)}, ${ctx.client.ip},
        ${judgementId}, ${ctx.now}::timestamptz)
      returning "id"
    ), code as (
      insert into "SubmissionCode" ("submissionId", "source") select "id", ${source} from sent
    )
    insert into "Judgement" ("id", "submissionId", "task", "queuedAt")
    select ${judgementId}, "id", ${JSON.stringify(task)}::jsonb || jsonb_build_object('submissionId', "id"),
      ${ctx.now}::timestamptz
    from sent
    returning "submissionId" as "id"`
  if (!row) throw new Error('a submission was not stored')
  return row.id
}

/** One submission that the viewer may see. */
export async function findSubmission(ctx: Context, id: number): Promise<Submission> {
  if (!isRowNumber(id)) throw new Refusal('NOT_FOUND')
  const submission = await ctx.db.submission.findFirst({
    where: { AND: [{ id }, visibleSubmissions(ctx.viewer)] },
  })
  if (!submission) throw new Refusal('NOT_FOUND')
  return submission
}

/** Opens the code of an own submission to everybody, or closes it again. */
export async function shareSubmission(ctx: Context, id: number, shared: boolean): Promise<void> {
  requireLogin(ctx)
  const submission = await findSubmission(ctx, id)
  authorize(ctx, isAuthor(ctx.viewer, submission))
  const problem = await ctx.db.problem.findUniqueOrThrow({
    where: { id: submission.problemId },
    select: { codeShare: true },
  })
  // What is shared already can be taken back even after the problem closed its sharing.
  if (shared && !canShare(ctx.viewer, submission, problem)) throw new Refusal('NOT_SHARABLE')
  if (submission.shared === shared) return
  await transact(ctx, async (ctx) => {
    await ctx.db.submission.update({ where: { id }, data: { shared } })
    await emit(ctx, 'submission.changed', {
      submissionId: id,
      userId: submission.userId,
      problemId: submission.problemId,
      contestId: null,
    })
  })
}

/** Whether the viewer may read the code. */
export async function seesSource(
  ctx: Context,
  submission: Pick<Submission, 'userId' | 'shared'>,
): Promise<boolean> {
  const { hideSources } = await siteSettings(ctx)
  return canSeeSource(ctx.viewer, submission, hideSources)
}

/** The code, or null when the viewer may not read it. */
export async function readableSource(
  ctx: Context,
  submission: Pick<Submission, 'id' | 'userId' | 'shared'>,
): Promise<string | null> {
  if (!(await seesSource(ctx, submission))) return null
  const code = await ctx.db.submissionCode.findUnique({ where: { submissionId: submission.id } })
  return code?.source ?? null
}

/** The viewer's newest accepted submission of a problem, null when there is none. */
export async function findLastAccepted(ctx: Context, key: ProblemKey): Promise<Submission | null> {
  requireLogin(ctx)
  const problem = await ctx.db.problem.findFirst({
    where: { AND: [problemKeyWhere(key), visibleProblems(ctx.viewer)] },
    select: { id: true },
  })
  if (!problem) throw new Refusal('NOT_FOUND')
  return ctx.db.submission.findFirst(lastAccepted(ctx.viewer, problem.id))
}

/** Somebody's newest accepted submission of a problem. */
export const lastAccepted = (user: SignedIn, problemId: number) =>
  ({
    where: { AND: [{ userId: user.id, problemId, verdict: 'ACCEPTED' }, visibleSubmissions(user)] },
    orderBy: { id: 'desc' },
  }) satisfies Prisma.SubmissionFindFirstArgs
