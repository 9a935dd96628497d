import type { Prisma, Problem } from '#prisma/generated/client.ts'
import { isStaff, may, type Viewer } from './viewer.ts'

/**
 * Public problems are for everybody; those who manage any problem see all; other staff also see their own.
 * Contests and groups will widen this for their members.
 */
export const visibleProblems = (viewer: Viewer): Prisma.ProblemWhereInput => {
  if (may(viewer, 'problem.manageAny')) return {}
  if (viewer && isStaff(viewer)) return { OR: [{ visibility: 'PUBLIC' }, { authorId: viewer.id }] }
  return { visibility: 'PUBLIC' }
}

/** What the public problem list shows, whoever asks. */
export const listedProblems: Prisma.ProblemWhereInput = { visibility: 'PUBLIC' }

/** Checker, judge files and hidden answers: authors among staff and those who manage any problem. */
export const canManageProblem = (viewer: Viewer, problem: Pick<Problem, 'authorId'>): boolean =>
  may(viewer, 'problem.manageAny') || (isStaff(viewer) && problem.authorId === viewer?.id)

/** Annexes and statements go with their problem. */
export const visibleAnnexes = (viewer: Viewer): Prisma.AnnexWhereInput => ({
  problem: visibleProblems(viewer),
})
