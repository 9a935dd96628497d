import type { AuditEntry, Prisma, Submission } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { visibleAuditEntries } from '../../policy/audit.ts'
import { detailsOf, subjectOf } from '../audit/audit.ts'

/** What a submission was or became by an act. */
export type ActOutcome = Pick<Submission, 'state' | 'verdict' | 'score' | 'manual'>

export const actOutcomeOf = ({ state, verdict, score, manual }: ActOutcome): ActOutcome => ({
  state,
  verdict,
  score,
  manual,
})

/** What an act on submissions keeps besides its reason. */
export type ActDetails = {
  before?: ActOutcome
  after?: ActOutcome
  /** How many submissions it was about. */
  count?: number
  rejudgingId?: number
}

/** What an act on submissions has kept; nothing of it for acts on other nouns. */
export const actDetailsOf = (entry: Pick<AuditEntry, 'details' | 'subject'>): ActDetails =>
  /^(Submission|Rejudging):/.test(entry.subject) ? (detailsOf(entry) as ActDetails) : {}

/** Newest acts on one submission that its page shows. */
const SHOWN = 50

/** The acts on a submission, by itself or as one of many. */
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

/** The newest acts on a submission. */
export const actsOnSubmission = async (ctx: Context, submissionId: number) =>
  ({
    where: await whereActsOnSubmission(ctx, submissionId),
    orderBy: { id: 'desc' },
    take: SHOWN,
  }) satisfies Prisma.AuditEntryFindManyArgs
