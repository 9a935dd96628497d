import type { Discussion, Prisma } from '#prisma/generated/client.ts'
import { administeredGroups, OF_NO_DISBANDED_GROUP } from './officials.ts'
import { sitesProblems, visibleProblems } from './problem.ts'
import { isReader, type Reader, roleIn } from './reader.ts'
import type { SubjectSight, Words } from './subject.ts'
import { may } from './viewer.ts'

type Place = Pick<Discussion, 'groupId'>

/** Posts of problems the reader sees, and of no problem (area-rules D3). */
const ofSeenProblems = (reader: Reader): Prisma.DiscussionWhereInput => ({
  OR: [{ problemId: null }, { problem: visibleProblems(reader) }],
})

/** Problems whose posts the lists of a place show; equal for all with the same role there. */
export const listedProblemsOf = (reader: Reader, groupId: number | null): Prisma.ProblemWhereInput =>
  groupId === null
    ? sitesProblems(reader)
    : { OR: [{ visibility: 'PUBLIC' }, { visibility: 'GROUP', groupId }] }

/** Posts of the list of the site (null) or a group, without disabled ones (area-rules D2, D4). */
export const listedDiscussions = (
  reader: Reader,
  groupId: number | null = null,
): Prisma.DiscussionWhereInput => ({
  AND: [
    { groupId, disabled: false },
    { OR: [{ problemId: null }, { problem: listedProblemsOf(reader, groupId) }] },
  ],
})

/**
 * Posts a reader may open: those of the site and of their groups that are not disabled, their own, and all for
 * moderators (area-rules D2, D3, D4).
 */
export function visibleDiscussions(reader: Reader): Prisma.DiscussionWhereInput {
  const { viewer } = reader
  if (may(reader, 'discussion.moderate')) return { AND: [ofSeenProblems(reader), OF_NO_DISBANDED_GROUP] }
  if (viewer === null) return listedDiscussions(reader)
  const groups = [...viewer.groups.keys()]
  return {
    AND: [
      ofSeenProblems(reader),
      { OR: [{ groupId: null }, { groupId: { in: groups } }] },
      { OR: [{ disabled: false }, { authorId: viewer.id }, { groupId: { in: administeredGroups(reader) } }] },
    ],
  }
}

/** Whether the reader disables, pins and deletes posts of a place: staff, and administrators of the group. */
export function moderatesDiscussions(reader: Reader, { groupId }: Place): boolean {
  const role = roleIn(reader, groupId)
  return may(reader, 'discussion.moderate') || role === 'ADMIN' || role === 'ROOT'
}

/** Only the author changes the words of a post (area-rules D1). */
export const canEditDiscussion = (reader: Reader, { authorId }: Pick<Discussion, 'authorId'>): boolean =>
  may(reader, 'discussion.edit') && isReader(reader, authorId)

/** Author and moderators delete a post (area-rules D5). */
export const canRemoveDiscussion = (
  reader: Reader,
  discussion: Pick<Discussion, 'authorId' | 'groupId'>,
): boolean =>
  moderatesDiscussions(reader, discussion) ||
  (may(reader, 'discussion.delete') && isReader(reader, discussion.authorId))

/** Reports are visible to staff, those of groups included (area-rules D10). */
export const visibleDiscussionReports = (reader: Reader): Prisma.DiscussionReportWhereInput =>
  may(reader, 'discussion.moderate') ? { discussion: visibleDiscussions(reader) } : { id: { in: [] } }

const within = (discussionId: number): Words => ({
  comments: { discussionId },
  replies: { comment: { discussionId } },
})

/** Comments of a post are visible with it. */
export const discussionComments: SubjectSight = {
  anywhere(reader) {
    const discussion = visibleDiscussions(reader)
    return { comments: { discussion }, replies: { comment: { discussion } } }
  },
  within: (_, id) => within(id),
  shown: (_, id) => within(id),
  isOpenToAll: () => true,
}

/** The subject kind of posts. */
export const subject = { discussion: discussionComments }

export const sight = { discussion: visibleDiscussions, discussionReport: visibleDiscussionReports }

/** Pages of the administration and the permission each needs. */
export const adminPages = { DISCUSSIONS: 'discussion.moderate' } as const

/** Audited actions, by noun. */
export const acts = {
  Discussion: ['discussion.changed', 'discussion.removed'],
  DiscussionReport: ['discussionReport.changed'],
  DiscussionCategory: [
    'discussionCategory.created',
    'discussionCategory.changed',
    'discussionCategory.removed',
  ],
} as const
