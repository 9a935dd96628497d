import type { Prisma, Problem, ProblemVisibility } from '#prisma/generated/client.ts'
import { contestPolicy, managedContests } from './contest.ts'
import {
  administeredGroups,
  type GroupState,
  managedWhere,
  manages,
  managesSomewhere,
  OF_NO_DISBANDED_GROUP,
  PROBLEMS,
} from './officials.ts'
import { type Reader, roleIn } from './reader.ts'
import { may } from './viewer.ts'

/** Problems of the site and of groups that are not disbanded, and approved ones (area-rules G6). */
const OF_LASTING_PLACES = [
  ...OF_NO_DISBANDED_GROUP.OR,
  { visibility: 'PUBLIC' },
] satisfies Prisma.ProblemWhereInput[]

/** Problems that problem administrators see: all that are not removed, without those of disbanded groups. */
const REMAINING = { removedAt: null, OR: OF_LASTING_PLACES } satisfies Prisma.ProblemWhereInput

/**
 * Problems visible on the site, whatever groups the reader is in: public ones to everybody, those of the site to their
 * authors among staff, all to problem administrators. A removed problem is hidden and has no author.
 */
export const sitesProblems = (reader: Reader): Prisma.ProblemWhereInput => {
  if (may(reader, 'problem.manageAny')) return REMAINING
  const unlisted = unlistedProblems(reader)
  return unlisted ? { OR: [{ visibility: 'PUBLIC' }, unlisted] } : { visibility: 'PUBLIC' }
}

/** Problems that are not public and that the site shows a reader all the same; null: none. */
export const unlistedProblems = (reader: Reader): Prisma.ProblemWhereInput | null => {
  if (may(reader, 'problem.manageAny')) return REMAINING
  return reader.viewer && may(reader, 'problem.manage') ? { authorId: reader.viewer.id, groupId: null } : null
}

/**
 * Problems a reader may open: `sitesProblems`, and of groups GROUP problems for members and all for their managers
 * (area-rules G9, G10). Contests show other problems of a group to their contestants.
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

/** Problems of the site or approved for it, for its lists; never a group's own (area-rules G10, G11). */
export const problemsOfSite = {
  OR: [{ groupId: null }, { visibility: 'PUBLIC' }],
} satisfies Prisma.ProblemWhereInput

/**
 * Problems that accept submissions of a reader outside contests: visible ones of the site, and GROUP problems of a
 * group.
 */
export const practiceProblems = (reader: Reader): Prisma.ProblemWhereInput => ({
  AND: [visibleProblems(reader), { OR: [...problemsOfSite.OR, { visibility: 'GROUP' }] }],
})

/** Visibilities with which all members of a group see its problem. */
export const SHARED_IN_GROUP = ['GROUP', 'PUBLIC'] as const satisfies readonly ProblemVisibility[]

/** Whether all members of its group see a problem. */
export const isSharedInGroup = (visibility: ProblemVisibility): boolean =>
  SHARED_IN_GROUP.some((shared) => shared === visibility)

/** Problems that the list of a group shows to its members, approved ones included (area-rules G10, G11). */
export const listedInGroup = (groupId: number): Prisma.ProblemWhereInput => ({
  groupId,
  visibility: { in: [...SHARED_IN_GROUP] },
})

/** Problems of a contest that accept submissions there. */
export const contestProblems = {
  visibility: { in: ['PUBLIC', 'CONTEST_ONLY', 'GROUP'] },
} satisfies Prisma.ProblemWhereInput

/** Problems of the public list, for every viewer. */
export const listedProblems: Prisma.ProblemWhereInput = { visibility: 'PUBLIC' }

type Asking = Pick<Reader, 'viewer'>

/** Only problem administrators publish problems. */
export const canPublishProblems = (asking: Asking): boolean => may(asking, 'problem.publish')

/** Only problem administrators set the author of a problem. */
export const canNameAuthors = (asking: Asking): boolean => may(asking, 'problem.manageAny')

/** Only problem administrators delete problems of the site; authors cannot. */
export const canRemoveProblems = (asking: Asking): boolean => may(asking, 'problem.manageAny')

/** Columns of a problem that `canManageProblem` needs. */
export const OWNED_PROBLEM = { authorId: true, groupId: true, visibility: true } as const

export type OwnedProblem = Pick<Problem, keyof typeof OWNED_PROBLEM>

/** Problems of groups that were approved for the site; the group can no longer change them (area-rules G11). */
const APPROVED = { visibility: 'PUBLIC', groupId: { not: null } } satisfies Prisma.ProblemWhereInput

/**
 * Whether a reader may read tests, checkers and hidden answers of a problem and change it: its managers (area-rules
 * G9); only problem administrators once a group's problem is on the site (G11).
 */
export const canManageProblem = (reader: Reader, { authorId, groupId, visibility }: OwnedProblem): boolean =>
  groupId !== null && visibility === 'PUBLIC'
    ? may(reader, 'problem.manageAny')
    : manages(reader, PROBLEMS, { ownerId: authorId, groupId })

/**
 * Whether an approved problem may leave the site: one of a disbanded group stays, because nobody would see it any more
 * (area-rules G6).
 */
export const mayLeaveSite = (group: GroupState): boolean => group !== 'DISBANDED'

/** Whether a reader reads the application of a group's problem: its managers and problem administrators (area-rules G11). */
export const readsApplication = (reader: Reader, { authorId, groupId }: OwnedProblem): boolean =>
  groupId !== null && manages(reader, PROBLEMS, { ownerId: authorId, groupId })

/** Whether a reader may delete a problem; managers delete a group's own (area-rules G9, G11). */
export const canRemoveProblem = (reader: Reader, problem: OwnedProblem): boolean =>
  canRemoveProblems(reader) || (problem.groupId !== null && canManageProblem(reader, problem))

/** `canManageProblem` as a filter. */
export const managedProblems = (reader: Reader): Prisma.ProblemWhereInput => {
  if (may(reader, 'problem.manageAny')) return REMAINING
  const mine = managedWhere(reader, PROBLEMS, 'authorId')
  return mine.length > 0 ? { removedAt: null, OR: mine, NOT: APPROVED } : { id: { in: [] } }
}

/** Problems a contest of the site may include: public ones, and those the reader manages. */
export const choosableOnSite = (reader: Reader): Prisma.ProblemWhereInput => ({
  AND: [problemsOfSite, { OR: [{ visibility: 'PUBLIC', removedAt: null }, managedProblems(reader)] }],
})

/** Problems a contest of a group may include: public ones, and visible ones of the group (area-rules G8). */
export const choosableInGroup = (reader: Reader, groupId: number): Prisma.ProblemWhereInput => ({
  AND: [visibleProblems(reader), { OR: [{ visibility: 'PUBLIC' }, { groupId }] }],
})

/**
 * Problems that a reader may add to a contest of a group, or of the site (null): public ones, those they manage, and those of
 * contests that they organise. Problems of a group are for its own contests; its GROUP problems are for all who make them
 * (area-rules G8).
 */
export function usableInContest(reader: Reader, groupId: number | null): Prisma.ProblemWhereInput {
  const isOfPlace = groupId === null ? { groupId: null } : { OR: [{ groupId: null }, { groupId }] }
  return {
    removedAt: null,
    OR: [
      { visibility: 'PUBLIC' },
      { AND: [isOfPlace, managedProblems(reader)] },
      { ...isOfPlace, contests: { some: { contest: managedContests(reader) } } },
      ...(roleIn(reader, groupId) === null ? [] : [{ groupId, visibility: 'GROUP' as const }]),
    ],
  }
}

/** Versions of tests are visible to managers of their problem. */
export const visibleTestsets = (reader: Reader): Prisma.TestsetWhereInput => ({
  problem: may(reader, 'problem.manageAny') ? { OR: OF_LASTING_PLACES } : managedProblems(reader),
})

/** Generated cases that no version has yet are visible to managers of their problem. */
export const visibleMakings = (reader: Reader): Prisma.MakingWhereInput => ({
  problem: managedProblems(reader),
})

/**
 * An upload not yet used by a problem is visible to its owner, while they manage problems on the site or in its group.
 */
export const visibleTestUploads = (reader: Reader): Prisma.TestUploadWhereInput => {
  if (!reader.viewer || !managesSomewhere(reader, PROBLEMS)) return { id: { in: [] } }
  const ownerId = reader.viewer.id
  if (may(reader, 'problem.manageAny')) return { ownerId }
  const ofGroups = { groupId: { in: administeredGroups(reader) } }
  return { ownerId, OR: may(reader, 'problem.manage') ? [{ groupId: null }, ofGroups] : [ofGroups] }
}

/** Annexes are visible with their problem, and with the contests that include it. */
export const visibleAnnexes = (reader: Reader): Prisma.AnnexWhereInput => {
  const inContest: Prisma.ProblemWhereInput = {
    removedAt: null,
    contests: { some: { removedAt: null, contest: contestPolicy.admitted.look(reader) } },
  }
  return { OR: [{ problem: visibleProblems(reader) }, { problem: inContest }] }
}

/** Tags of the site are visible to everybody; tags of a group to its members, and to all on an approved problem. */
export const visibleTags = (reader: Reader): Prisma.TagWhereInput => {
  if (may(reader, 'problem.manageAny'))
    return {
      OR: [...OF_NO_DISBANDED_GROUP.OR, { problems: { some: { problem: { visibility: 'PUBLIC' } } } }],
    }
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

/** Audited actions, by noun. */
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
    'problem.publicationWithdrawn',
    'problem.publicationReopened',
    'problem.publicationGranted',
  ],
  Tag: ['tag.created', 'tag.changed', 'tag.merged', 'tag.removed'],
  TagGroup: ['tagGroup.created', 'tagGroup.changed', 'tagGroup.removed'],
} as const

/** Pages of the administration and the permission each needs. */
export const adminPages = {
  PROBLEMS: 'problem.manage',
  TAGS: 'problem.manageAny',
  PROBLEM_APPLICATIONS: 'problem.publish',
  PACKAGES: 'problem.manage',
} as const
