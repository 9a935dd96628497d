import type { Prisma, Problem, ProblemVisibility } from '#prisma/generated/client.ts'
import { contestPolicy } from './contest.ts'
import { administeredGroups, managedWhere, manages, managesSomewhere, PROBLEMS } from './officials.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/**
 * What the site shows of its problems, whatever groups somebody is in: public problems to everybody, those of the site to
 * their authors among staff, all to problem administrators. Removed problems are hidden ones without an author.
 */
export const sitesProblems = (reader: Reader): Prisma.ProblemWhereInput => {
  if (may(reader, 'problem.manageAny')) return { removedAt: null }
  if (reader.viewer && may(reader, 'problem.manage'))
    return { OR: [{ visibility: 'PUBLIC' }, { authorId: reader.viewer.id, groupId: null }] }
  return { visibility: 'PUBLIC' }
}

/**
 * The problems that a reader may open one by one: what the site shows of them, and of groups GROUP problems to members and
 * all to those who manage them (area-rules G9, G10). Contests of a group show the others to their contestants.
 */
export const visibleProblems = (reader: Reader): Prisma.ProblemWhereInput => {
  const { viewer } = reader
  if (viewer === null || may(reader, 'problem.manageAny') || viewer.groups.size === 0)
    return sitesProblems(reader)
  return {
    removedAt: null,
    OR: [
      { visibility: 'PUBLIC' },
      { visibility: 'GROUP', groupId: { in: [...viewer.groups.keys()] } },
      ...managedWhere(reader, PROBLEMS, 'authorId'),
    ],
  }
}

/** Problems that are on the site or of it, for its lists: never a group's own (area-rules G10, G11). */
export const problemsOfSite = {
  OR: [{ groupId: null }, { visibility: 'PUBLIC' }],
} satisfies Prisma.ProblemWhereInput

/**
 * The problems that take submissions of a reader outside contests: those of the site that the reader sees, and of a group
 * its GROUP ones.
 */
export const practiceProblems = (reader: Reader): Prisma.ProblemWhereInput => ({
  AND: [visibleProblems(reader), { OR: [...problemsOfSite.OR, { visibility: 'GROUP' }] }],
})

/** The problems of a group that all its members see. */
export const SHARED_IN_GROUP = ['GROUP', 'PUBLIC'] as const satisfies readonly ProblemVisibility[]

/** Whether all members of its group see a problem. */
export const isSharedInGroup = (visibility: ProblemVisibility): boolean =>
  SHARED_IN_GROUP.some((shared) => shared === visibility)

/** What a problem of a contest is that takes submissions there. */
export const contestProblems = {
  visibility: { in: ['PUBLIC', 'CONTEST_ONLY', 'GROUP'] },
} satisfies Prisma.ProblemWhereInput

/** Problems that ever were on the site: the only ones with submissions of practice. */
export const problemsEverOfSite = {
  OR: [{ groupId: null }, { approvedAt: { not: null } }],
} satisfies Prisma.ProblemWhereInput

/** What the public problem list shows, whoever asks. */
export const listedProblems: Prisma.ProblemWhereInput = { visibility: 'PUBLIC' }

type Asking = Pick<Reader, 'viewer'>

/** Problems are shown to everybody by the hand of those who manage any. */
export const canPublishProblems = (asking: Asking): boolean => may(asking, 'problem.publish')

/** Who a problem is by, say those who manage any. */
export const canNameAuthors = (asking: Asking): boolean => may(asking, 'problem.manageAny')

/** Only problem administrators delete problems of the site; authors cannot. */
export const canRemoveProblems = (asking: Asking): boolean => may(asking, 'problem.manageAny')

/** The columns of a problem that `canManageProblem` asks for. */
export const OWNED_PROBLEM = { authorId: true, groupId: true, visibility: true } as const

export type OwnedProblem = Pick<Problem, keyof typeof OWNED_PROBLEM>

/** Problems of groups that are on the site: from then on nobody of the group changes them (area-rules G11). */
const APPROVED = { visibility: 'PUBLIC', groupId: { not: null } } satisfies Prisma.ProblemWhereInput

/**
 * Who reads tests, checkers and hidden answers of a problem and changes it: those who manage it now (area-rules G9), and
 * of a group's problem that is on the site problem administrators alone (G11).
 */
export const canManageProblem = (reader: Reader, { authorId, groupId, visibility }: OwnedProblem): boolean =>
  groupId !== null && visibility === 'PUBLIC'
    ? may(reader, 'problem.manageAny')
    : manages(reader, PROBLEMS, { ownerId: authorId, groupId })

/** Whether a reader deletes a problem: of a group's own those who manage it do, too (area-rules G9, G11). */
export const canRemoveProblem = (reader: Reader, problem: OwnedProblem): boolean =>
  canRemoveProblems(reader) || (problem.groupId !== null && canManageProblem(reader, problem))

/** The same as `canManageProblem` as a filter. */
export const managedProblems = (reader: Reader): Prisma.ProblemWhereInput => {
  if (may(reader, 'problem.manageAny')) return { removedAt: null }
  const mine = managedWhere(reader, PROBLEMS, 'authorId')
  return mine.length > 0 ? { removedAt: null, OR: mine, NOT: APPROVED } : { id: { in: [] } }
}

/** Problems that a contest of a group may get: public ones, and those of the group that the reader sees (area-rules G8). */
export const choosableInGroup = (reader: Reader, groupId: number): Prisma.ProblemWhereInput => ({
  AND: [visibleProblems(reader), { OR: [{ visibility: 'PUBLIC' }, { groupId }] }],
})

/** Versions of tests are for those who manage their problem. */
export const visibleTestsets = (reader: Reader): Prisma.TestsetWhereInput =>
  may(reader, 'problem.manageAny') ? {} : { problem: managedProblems(reader) }

/** Cases that are made, before a version has them, are for those who manage their problem. */
export const visibleMakings = (reader: Reader): Prisma.MakingWhereInput => ({
  problem: managedProblems(reader),
})

/** An upload is its owner's alone until a problem has it, and only while they manage problems on the site, or in its group. */
export const visibleTestUploads = (reader: Reader): Prisma.TestUploadWhereInput => {
  if (!reader.viewer || !managesSomewhere(reader, PROBLEMS)) return { id: { in: [] } }
  const ownerId = reader.viewer.id
  if (may(reader, 'problem.manageAny')) return { ownerId }
  const ofGroups = { groupId: { in: administeredGroups(reader) } }
  return { ownerId, OR: may(reader, 'problem.manage') ? [{ groupId: null }, ofGroups] : [ofGroups] }
}

/** Annexes go with their problem, and with the contests that have it, for those who may look into one of them. */
export const visibleAnnexes = (reader: Reader): Prisma.AnnexWhereInput => {
  const inContest: Prisma.ProblemWhereInput = {
    removedAt: null,
    contests: { some: { removedAt: null, contest: contestPolicy.admitted.look(reader) } },
  }
  return { OR: [{ problem: visibleProblems(reader) }, { problem: inContest }] }
}

/** Tags of the site are for everybody; those of a group for its members, and for all on a problem that was approved. */
export const visibleTags = (reader: Reader): Prisma.TagWhereInput => {
  if (may(reader, 'problem.manageAny')) return {}
  const ofGroups = reader.viewer ? [{ groupId: { in: [...reader.viewer.groups.keys()] } }] : []
  return {
    OR: [{ groupId: null }, ...ofGroups, { problems: { some: { problem: { visibility: 'PUBLIC' } } } }],
  }
}

export const sight = {
  problem: visibleProblems,
  annex: visibleAnnexes,
  tag: visibleTags,
  testset: visibleTestsets,
  making: visibleMakings,
  testUpload: visibleTestUploads,
}

/** What is written down of who did it, by the noun that it is done to. */
export const acts = {
  Problem: [
    'problem.created',
    'problem.changed',
    'problem.removed',
    'problem.testsChanged',
    'problem.testsRestored',
    'problem.solutionsChanged',
    'problem.makersChanged',
    'problem.publicationAsked',
    'problem.publicationDeclined',
  ],
  Tag: ['tag.created', 'tag.changed', 'tag.merged', 'tag.removed'],
  TagGroup: ['tagGroup.created', 'tagGroup.changed', 'tagGroup.removed'],
} as const

/** Pages of the administration, and the permission that each needs. */
export const adminPages = {
  PROBLEMS: 'problem.manage',
  TAGS: 'problem.manageAny',
  PACKAGES: 'problem.manage',
} as const
