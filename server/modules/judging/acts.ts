import type { AuditEntry, Prisma, Submission } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { visibleAuditEntries } from '../../policy/audit.ts'
import { detailsOf, subjectOf } from '../audit/audit.ts'

/** Outcome of a submission before or after an act. */
export type ActOutcome = Pick<Submission, 'state' | 'verdict' | 'score' | 'manual'>

export const actOutcomeOf = ({ state, verdict, score, manual }: ActOutcome): ActOutcome => ({
  state,
  verdict,
  score,
  manual,
})

/** Details of an act on submissions, besides its reason. */
export type ActDetails = {
  before?: ActOutcome
  after?: ActOutcome
  /** Number of submissions it affected. */
  count?: number
  rejudgingId?: number
}

/** Details of an act on submissions; empty for acts on other types. */
export const actDetailsOf = (entry: Pick<AuditEntry, 'details' | 'subject'>): ActDetails =>
  /^(Submission|Rejudging):/.test(entry.subject) ? (detailsOf(entry) as ActDetails) : {}

/** Most acts that the page of a submission shows. */
const SHOWN = 50

/** Filter: acts on a submission, alone or in a batch. */
export async function whereActsOnSubmission(
  ctx: Context,
  submissionId: number,
): Promise<Prisma.AuditEntryWhereInput> {
  const entries = await ctx.db.rejudgingEntry.findMany({
    where: { submissionId },
    select: { rejudgingId: true },
  })
  const subjects = [
    subjectOf('Submission', submissionId),
    ...entries.map(({ rejudgingId }) => subjectOf('Rejudging', rejudgingId)),
  ]
  return { AND: [visibleAuditEntries(readerOf(ctx)), { subject: { in: subjects } }] }
}

/** Newest acts on a submission. */
export const actsOnSubmission = async (ctx: Context, submissionId: number) =>
  ({
    where: await whereActsOnSubmission(ctx, submissionId),
    orderBy: { id: 'desc' },
    take: SHOWN,
  }) satisfies Prisma.AuditEntryFindManyArgs
