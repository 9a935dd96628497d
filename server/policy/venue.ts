import type { Prisma, Problem, Submission } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'

/** Place of a submission: a contest, a group, both (a contest of a group), or neither (practice). */
export type Venue = Pick<Submission, 'contestId' | 'groupId'>

export const PRACTICE: Venue = { contestId: null, groupId: null }

/**
 * Practice: submissions that count in tallies, progress, ranks, the weekly chart and percentiles. `server/scope.ts`
 * has it as SQL, word for word as the indices of lists.
 */
export const COUNTS = { contestId: null, groupId: null } satisfies Prisma.SubmissionWhereInput

/** Group that owns a problem; null: the site, also for approved problems of groups. */
export const homeOf = ({ groupId, visibility }: Pick<Problem, 'groupId' | 'visibility'>): number | null =>
  visibility === 'PUBLIC' ? null : groupId

/** Whether a submission counts in practice statistics. */
export const countsIn = ({ contestId, groupId }: Venue): boolean => contestId === null && groupId === null

/** Purposes of entering a contest or a group. An open board requires no membership. */
export type Purpose = 'look' | 'submit' | 'board' | 'manage'

/**
 * Access to a kind of venue, by purpose; `Bars` lists the refusal codes. `admitted` is the filter for what `isKnown`
 * and `bar` decide for one row.
 */
export type VenuePolicy<
  Row,
  Standing,
  Where,
  Bars extends { [For in keyof Bars]: string },
  Filtered extends keyof Bars,
> = {
  /** Whether the row exists for the reader. */
  isKnown(reader: Reader, row: Row, purpose: keyof Bars): boolean
  /** Why the reader may not enter a row that exists for them; null: they may. */
  bar: { [For in keyof Bars]: (reader: Reader, standing: Standing) => Bars[For] | null }
  /** Filters for rows the reader may enter, for the purposes that Prisma can express. */
  admitted: { [For in Filtered]: (reader: Reader) => Where }
  /** Access key: a stream of the venue ends when it changes. */
  rights(reader: Reader, row: Row): string
}
