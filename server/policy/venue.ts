import type { Prisma, Problem, Submission } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'

/** Where a submission belongs: a contest, a group, both (a contest of a group), or neither: practice. */
export type Venue = Pick<Submission, 'contestId' | 'groupId'>

export const PRACTICE: Venue = { contestId: null, groupId: null }

/**
 * Practice: what counts in tallies, progress, ranks, the week and percentiles. `server/scope.ts` has it as SQL, and the
 * indices of lists have that word for word.
 */
export const COUNTS = { contestId: null, groupId: null } satisfies Prisma.SubmissionWhereInput

/** The group whose own a problem is; null: the site's, as one of a group that was approved. */
export const homeOf = ({ groupId, visibility }: Pick<Problem, 'groupId' | 'visibility'>): number | null =>
  visibility === 'PUBLIC' ? null : groupId

/** Whether a submission is one that counts. */
export const countsIn = ({ contestId, groupId }: Venue): boolean => contestId === null && groupId === null

/** What somebody enters a contest or a group for. An open board asks for no membership. */
export type Purpose = 'look' | 'submit' | 'board' | 'manage'

/**
 * Who may enter a kind of venue, by purpose; `Bars` has the reasons against it. What `isKnown` and `bar` say of one row
 * `admitted` says of all.
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
  /** The rows that the reader may enter, as a filter, for the purposes that Prisma can say. */
  admitted: { [For in Filtered]: (reader: Reader) => Where }
  /** Access key: a stream of the venue ends when it changes. */
  rights(reader: Reader, row: Row): string
}
