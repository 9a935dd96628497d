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

/** Acts that one submission has behind it at most on its page. */
const SHOWN = 50

/** What was done to a submission, by itself or as one of many. */
export async function actsOnSubmission(ctx: Context, submissionId: number) {
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
