import type { Prisma, Problem, Submission } from '#prisma/generated/client.ts'

/** Where a submission belongs: a contest, a group, both (a contest of a group), or neither: practice. */
export type Venue = Pick<Submission, 'contestId' | 'groupId'>

export const PRACTICE: Venue = { contestId: null, groupId: null }

/**
 * Practice: what counts in tallies, progress, ranks, the week and percentiles. `server/scope.ts` has it as SQL, and the
 * indices of lists have that word for word.
 */
export const COUNTS = { contestId: null, groupId: null } satisfies Prisma.SubmissionWhereInput

/** The group whose own a problem is; null: the site's, as one of a group that was approved. */
export const groupOf = ({ groupId, visibility }: Pick<Problem, 'groupId' | 'visibility'>): number | null =>
  visibility === 'PUBLIC' ? null : groupId

/** Whether a submission is one that counts. */
export const countsIn = ({ contestId, groupId }: Venue): boolean => contestId === null && groupId === null
