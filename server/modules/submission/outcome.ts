import type { Submission } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { type OfContest, outcomeFor, type Shown } from '../../policy/outcome.ts'

/** The columns that say who may know the outcome of a submission. */
export const OF_CONTEST = { userId: true, contestId: true, createdAt: true } as const

/** What the reader may know of a submission's outcome. */
export const shownOf = (ctx: Context, submission: OfContest): Shown => outcomeFor(readerOf(ctx), submission)

/** Why a reader does not know the outcome. */
export const OUTCOME_HIDDEN = ['SEALED', 'NOT_STARTED'] as const
export type OutcomeHidden = (typeof OUTCOME_HIDDEN)[number]

/** Null when the viewer may know it. */
export function outcomeHidden(ctx: Context, submission: OfContest): OutcomeHidden | null {
  if (shownOf(ctx, submission).outcome) return null
  const { closed } = readerOf(ctx).contests
  return submission.contestId !== null && closed.has(submission.contestId) ? 'NOT_STARTED' : 'SEALED'
}

type Outcome = Pick<
  Submission,
  'state' | 'verdict' | 'timeMs' | 'memoryKb' | 'score' | 'oiRankScore' | 'codeLength' | 'judgedBy' | 'manual'
>

/** The same row without what the reader may not know of its outcome; `state` is null where that is all of it. */
export function masked<Row extends OfContest & Outcome>(ctx: Context, row: Row) {
  const { outcome, measures } = shownOf(ctx, row)
  return {
    ...row,
    ...(measures ? {} : { timeMs: null, memoryKb: null }),
    codeLength: measures ? row.codeLength : null,
    state: outcome ? row.state : null,
    ...(outcome ? {} : { verdict: null, score: null, oiRankScore: null, judgedBy: null, manual: false }),
  }
}
