import type { AuditEntry, Prisma, Submission } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { visibleAuditEntries } from '../../policy/judging.ts'

/** Everything that is written down about who did it. */
export type AuditAction =
  | 'submission.rejudged'
  | 'submission.corrected'
  | 'submission.cancelled'
  | 'rejudging.started'
  | 'rejudging.stopped'

/** What a submission was or became by a act. */
export type AuditOutcome = Pick<Submission, 'state' | 'verdict' | 'score' | 'manual'>

export type AuditDetails = {
  before?: AuditOutcome
  after?: AuditOutcome
  reason?: string
  /** How many submissions it was about. */
  count?: number
  rejudgingId?: number
}

export const auditOutcomeOf = ({ state, verdict, score, manual }: AuditOutcome): AuditOutcome => ({
  state,
  verdict,
  score,
  manual,
})

export const subjectOf = (type: 'Submission' | 'Rejudging', id: number): string => `${type}:${id}`

export const detailsOf = ({ details }: Pick<AuditEntry, 'details'>) => details as AuditDetails

/** Writes down what the viewer is doing. Called in the transaction of the act, so that neither is without the other. */
export async function record(
  ctx: Context,
  action: AuditAction,
  subject: string,
  details: AuditDetails,
): Promise<void> {
  await ctx.db.auditEntry.create({
    data: { actorId: ctx.viewer?.id ?? null, action, subject, details, createdAt: ctx.now },
  })
}

/** What a list of acts shows, newest first. */
export const auditListing = (ctx: Context, filter: { subject?: string | null; action?: string | null }) =>
  ({
    where: {
      AND: [
        visibleAuditEntries(readerOf(ctx)),
        filter.subject ? { subject: filter.subject } : {},
        filter.action ? { action: filter.action } : {},
      ],
    },
    orderBy: { id: 'desc' },
  }) satisfies Prisma.AuditEntryFindManyArgs

/** Acts that one submission has behind it at most on its page. */
const SHOWN = 50

/** What was done to a submission, by itself or as one of many. */
export async function auditOfSubmission(ctx: Context, submissionId: number) {
  const entries = await ctx.db.rejudgingEntry.findMany({
    where: { submissionId },
    select: { rejudgingId: true },
    orderBy: { id: 'desc' },
    take: SHOWN,
  })
  const subjects = [
    subjectOf('Submission', submissionId),
    ...entries.map(({ rejudgingId }) => subjectOf('Rejudging', rejudgingId)),
  ]
  return {
    where: { AND: [visibleAuditEntries(readerOf(ctx)), { subject: { in: subjects } }] },
    orderBy: { id: 'desc' },
    take: SHOWN,
  } satisfies Prisma.AuditEntryFindManyArgs
}
