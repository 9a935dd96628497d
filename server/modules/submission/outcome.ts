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

/** Columns by the part of the outcome that they belong to, with their values for a reader who may not see that part. */
const HIDDEN = {
  outcome: { state: null, verdict: null, score: null, oiRankScore: null, judgedBy: null, manual: false },
  measures: { timeMs: null, memoryKb: null, codeLength: null },
  cases: { caseCount: null, tape: '' },
} as const

type Columns<Part extends keyof Shown> = Pick<Submission, keyof (typeof HIDDEN)[Part] & keyof Submission>
type Seen<Part extends keyof Shown, Row> = {
  [Column in keyof (typeof HIDDEN)[Part] & keyof Row]: Row[Column] | (typeof HIDDEN)[Part][Column]
}

/** The columns of a row that belong to `part`, as the reader may see them. */
const partOf =
  <Part extends keyof Shown>(part: Part) =>
  <Row extends OfContest & Partial<Columns<Part>>>(ctx: Context, row: Row): Seen<Part, Row> =>
    (shownOf(ctx, row)[part] ? row : HIDDEN[part]) as Seen<Part, Row>

/** State, verdict and scores, as the reader may see them. */
export const outcomeOf = partOf('outcome')
/** Time (ms), memory (KiB) and length of the source (bytes), as the reader may see them. */
export const measuresOf = partOf('measures')
/** Number and letters of the cases, as the reader may see them. */
export const casesOf = partOf('cases')

type Masked<Row> = Omit<Row, keyof (typeof HIDDEN)['outcome'] | keyof (typeof HIDDEN)['measures']> &
  Seen<'outcome', Row> &
  Seen<'measures', Row>

/** The same row with outcome and measures as the reader may see them. */
export function masked<Row extends OfContest & Columns<'outcome'> & Columns<'measures'>>(
  ctx: Context,
  row: Row,
): Masked<Row> {
  const { outcome, measures } = shownOf(ctx, row)
  return { ...row, ...(outcome ? {} : HIDDEN.outcome), ...(measures ? {} : HIDDEN.measures) } as Masked<Row>
}
