import type { Submission } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import { type Context, readerOf } from '../../context.ts'
import { viewerIn } from '../../memberships.ts'
import { linkTo } from '../../paths.ts'
import { outcomeFor } from '../../policy/outcome.ts'
import { visibleSubmissions } from '../../policy/submission.ts'
import type { Jobs } from '../../queue.ts'
import { notify } from '../notification/notification.ts'

/** Keys of the catalogue `verdict`. */
const WORD: Record<Verdict, string> = {
  ACCEPTED: 'AC',
  PARTIALLY_ACCEPTED: 'PA',
  WRONG_ANSWER: 'WA',
  PRESENTATION_ERROR: 'PE',
  TIME_LIMIT_EXCEEDED: 'TLE',
  MEMORY_LIMIT_EXCEEDED: 'MLE',
  OUTPUT_LIMIT_EXCEEDED: 'OLE',
  RUNTIME_ERROR: 'RE',
  COMPILE_ERROR: 'CE',
  JUDGE_ERROR: 'SE',
  CANCELLED: 'CA',
  SUBMISSION_FAILED: 'SF',
}

type Outcome = Pick<Submission, 'verdict' | 'score'>

/** An outcome as a parameter of words (`wordingOf`): the verdict, and in scored problems the score. */
const asParameter = ({ verdict, score }: Outcome, isScored: boolean): string =>
  [verdict === null ? 'PD' : WORD[verdict], ...(score === null || !isScored ? [] : [score])].join(' ')

type Change = {
  message: 'rejudged' | 'corrected' | 'cancelled'
  before: Outcome
  after: Outcome
  reason?: string
  at: Date
  dedupeKey: string
}

/**
 * Whether the author may open the submission and know its outcome now; who left a group may not (area-rules G5), and a
 * frozen OI contest hides outcomes from authors too (contest-rules 8).
 */
async function isShownToAuthor(ctx: Context, submission: Submission): Promise<boolean> {
  const author = await ctx.db.user.findFirst({
    where: { id: submission.userId, disabled: false, endedAt: null },
    select: { id: true, username: true, role: true, standing: true },
  })
  if (!author) return false
  const reader = readerOf({ ...ctx, viewer: await viewerIn(ctx.house, author), unsealed: false })
  if (!outcomeFor(reader, submission).outcome) return false
  const where = { AND: [{ id: submission.id }, visibleSubmissions(reader)] }
  return (await ctx.db.submission.count({ where })) > 0
}

/**
 * The problem by its name in the place of the submission: its letter in a contest, else its display id. `label`: the letter
 * that pages of the contest know; null: the problem has left the contest.
 */
async function problemOf(
  ctx: Context,
  { problemId, contestId }: Submission,
): Promise<{ name: string; label: string | null; isScored: boolean }> {
  const inContest =
    contestId === null
      ? null
      : await ctx.db.contestProblem.findFirst({
          where: { contestId, problemId },
          select: { displayId: true, removedAt: true },
        })
  const problem = await ctx.db.problem.findUnique({
    where: { id: problemId },
    select: { displayId: true, scoring: true },
  })
  return {
    name: inContest?.displayId ?? problem?.displayId ?? '',
    label: inContest?.removedAt === null ? inContest.displayId : null,
    isScored: problem?.scoring === 'OI',
  }
}

/** Tells the author of a submission that somebody else changed its outcome (area-rules M5). */
export async function tellOfOutcome(ctx: Context, submission: Submission, change: Change): Promise<void> {
  const { id, userId, contestId, groupId } = submission
  const { message, before, after, reason = '', at, dedupeKey } = change
  if (before.verdict === after.verdict && before.score === after.score) return
  if (!(await isShownToAuthor(ctx, submission))) return
  const { name: problem, label, isScored } = await problemOf(ctx, submission)
  const place = { contestId, groupId, trainingId: null }
  await notify(ctx, {
    userId,
    kind: 'MINE',
    message: message === 'rejudged' && reason !== '' ? 'rejudgedBecause' : message,
    parameters: {
      number: id,
      problem,
      outcomeBefore: asParameter(before, isScored),
      outcomeAfter: asParameter(after, isScored),
      ...(reason !== '' && { reason }),
    },
    subject: `Submission:${id}`,
    link:
      contestId === null
        ? linkTo(place, `/submission-detail/${id}`)
        : linkTo(place, `/problem/${encodeURIComponent(label ?? '-')}/submission-detail/${id}`),
    at: at.toISOString(),
    dedupeKey,
  })
}

/** Tells of an outcome that a rejudging changed, unless the author asked for it. */
export async function tellOfRejudging(
  ctx: Context,
  { rejudgingId, submissionId }: Jobs['tellOfRejudging'],
): Promise<void> {
  const entry = await ctx.db.rejudgingEntry.findUnique({
    where: { rejudgingId_submissionId: { rejudgingId, submissionId } },
    include: { submission: true, rejudging: { include: { operation: { select: { ownerId: true } } } } },
  })
  if (!entry?.changed) return
  const { submission, rejudging, endedAt } = entry
  if (rejudging.operation.ownerId === submission.userId) return
  await tellOfOutcome(ctx, submission, {
    message: 'rejudged',
    before: { verdict: entry.verdictBefore, score: entry.scoreBefore },
    after: { verdict: entry.verdictAfter, score: entry.scoreAfter },
    reason: rejudging.reason,
    at: rejudging.decidedAt ?? endedAt ?? ctx.now,
    dedupeKey: `rejudging ${rejudgingId} ${submissionId}`,
  })
}
