import type { Prisma, Problem } from '#prisma/generated/client.ts'
import { contestPolicy } from './contest.ts'
import { managedWhere, manages, managesSomewhere, PROBLEMS } from './officials.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/**
 * Public problems are for everybody; those who manage any problem see all; other staff also see their own.
 * Contests and groups will widen this for their members. Removed problems are hidden ones without an author.
 */
export const visibleProblems = (reader: Reader): Prisma.ProblemWhereInput => {
  if (may(reader, 'problem.manageAny')) return { removedAt: null }
  if (reader.viewer && may(reader, 'problem.manage'))
    return { OR: [{ visibility: 'PUBLIC' }, { authorId: reader.viewer.id }] }
  return { visibility: 'PUBLIC' }
}

/** What the public problem list shows, whoever asks. */
export const listedProblems: Prisma.ProblemWhereInput = { visibility: 'PUBLIC' }

type Asking = Pick<Reader, 'viewer'>

/** Problems are shown to everybody by the hand of those who manage any. */
export const canPublishProblems = (asking: Asking): boolean => may(asking, 'problem.publish')

/** Who a problem is by, say those who manage any. */
export const canNameAuthors = (asking: Asking): boolean => may(asking, 'problem.manageAny')

/** Problems go for good by the hand of those who manage any, not of their authors. */
export const canRemoveProblem = (asking: Asking): boolean => may(asking, 'problem.manageAny')

export type OwnedProblem = Pick<Problem, 'authorId' | 'groupId'>

/** The columns of a problem that `canManageProblem` asks for. */
export const OWNED_PROBLEM = { authorId: true, groupId: true } as const

/** Checker, judge files and hidden answers: for those who manage the problem now (area-rules.md G9). */
export const canManageProblem = (reader: Reader, { authorId, groupId }: OwnedProblem): boolean =>
  manages(reader, PROBLEMS, { ownerId: authorId, groupId })

/** The same as a filter. */
export const managedProblems = (reader: Reader): Prisma.ProblemWhereInput => {
  if (may(reader, 'problem.manageAny')) return { removedAt: null }
  const mine = managedWhere(reader, PROBLEMS, 'authorId')
  return mine.length > 0 ? { removedAt: null, OR: mine } : { id: { in: [] } }
}

/** Versions of tests are for those who manage their problem. */
export const visibleTestsets = (reader: Reader): Prisma.TestsetWhereInput =>
  may(reader, 'problem.manageAny') ? {} : { problem: managedProblems(reader) }

/** Cases that are made, before a version has them, are for those who manage their problem. */
export const visibleMakings = (reader: Reader): Prisma.MakingWhereInput => ({
  problem: managedProblems(reader),
})

/** What somebody brought is theirs alone until a problem has it, and only as long as they manage problems. */
export const visibleTestUploads = (reader: Reader): Prisma.TestUploadWhereInput =>
  reader.viewer && managesSomewhere(reader, PROBLEMS) ? { ownerId: reader.viewer.id } : { id: { in: [] } }

/** Annexes go with their problem, and with the contests that have it, for those who may look into one of them. */
export const visibleAnnexes = (reader: Reader): Prisma.AnnexWhereInput => {
  const inContest: Prisma.ProblemWhereInput = {
    removedAt: null,
    contests: { some: { removedAt: null, contest: contestPolicy.admitted.look(reader) } },
  }
  return { OR: [{ problem: visibleProblems(reader) }, { problem: inContest }] }
}

export const sight = {
  problem: visibleProblems,
  annex: visibleAnnexes,
  testset: visibleTestsets,
  making: visibleMakings,
  testUpload: visibleTestUploads,
}
