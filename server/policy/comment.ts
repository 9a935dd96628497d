import type { Comment, Prisma } from '#prisma/generated/client.ts'
import { contestPolicy, notOver, organised } from './contest.ts'
import { byOfficials, CONTESTS, type OwnedContest, organises, rolesOf } from './officials.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/** A contest whose rows alone are asked for, by somebody who was let in to it. */
type Within = number | undefined

/** Where, until its end, a reader sees of others only what organisers say (contest-rules.md 24). */
const quietContest = ({ contests }: Reader, id: number) => contests.closed.get(id) ?? contests.running.get(id)

/** Whether all who are let in to a contest see all that is said there. */
export const isOpenToAll = (reader: Reader, contestId: number): boolean => !quietContest(reader, contestId)

/** The rows of one contest that a reader sees who was let in; null: all of them. */
function openIn(reader: Reader, id: number) {
  const contest = quietContest(reader, id)
  if (!contest || organises(reader, contest)) return null
  return { OR: [...byOfficials(CONTESTS, contest).OR, { authorId: reader.viewer?.id ?? '' }] }
}

/** The contests in which a reader sees of others only what organisers say. */
const quietContests = (reader: Reader): Prisma.ContestWhereInput => ({
  ...notOver(reader),
  NOT: organised(reader),
})

/** Words of somebody who is neither the reader nor one whose role on the site makes them official. */
const byOthers = (userId: string) => ({
  authorId: { not: userId },
  author: { role: { notIn: rolesOf(CONTESTS) } },
})

/** Comments of all contests that the reader is let in to. */
const commentsAnywhere = (reader: Reader, userId: string): Prisma.CommentWhereInput => {
  const contest = { AND: [{ visible: true }, contestPolicy.admitted.look(reader)] }
  if (may(reader, 'contest.manageAny')) return { contest }
  return { contest, NOT: { ...byOthers(userId), byOfficial: { is: null }, contest: quietContests(reader) } }
}

/** `within` says that rows of one contest alone are asked about, by somebody who was let in. */
export function visibleComments(reader: Reader, within?: Within): Prisma.CommentWhereInput {
  const { viewer } = reader
  if (!viewer) return { id: { in: [] } }
  return within === undefined
    ? commentsAnywhere(reader, viewer.id)
    : { contestId: within, ...openIn(reader, within) }
}

/** A reply goes with its comment, and is itself hidden as a comment would be. */
export function visibleReplies(reader: Reader, within?: Within): Prisma.ReplyWhereInput {
  const { viewer } = reader
  const comment = visibleComments(reader, within)
  if (!viewer) return { comment }
  if (within !== undefined) return { comment, ...openIn(reader, within) }
  if (may(reader, 'contest.manageAny')) return { comment }
  return {
    comment,
    NOT: { ...byOthers(viewer.id), byOfficial: { is: null }, comment: { contest: quietContests(reader) } },
  }
}

/** What all see who are let in to a contest, whoever they are: for streams that many share. */
export function publicComments(reader: Reader, contestId: number): Prisma.CommentWhereInput {
  const quiet = quietContest(reader, contestId)
  return { contestId, ...(quiet && byOfficials(CONTESTS, quiet)) }
}

/** The same of replies. */
export function publicReplies(reader: Reader, contestId: number): Prisma.ReplyWhereInput {
  const quiet = quietContest(reader, contestId)
  return { comment: publicComments(reader, contestId), ...(quiet && byOfficials(CONTESTS, quiet)) }
}

/** Whether a role lets somebody say something; where they may is for the subject to say. */
export const mayComment = (reader: Reader): boolean => may(reader, 'comment.create')

/**
 * Organisers and whoever began the thread answer anybody in it; others only those who do not organise the contest
 * (contest-rules.md 24).
 */
export const mayReply = (
  reader: Reader,
  contest: OwnedContest,
  { comment, toOfficial }: { comment: Pick<Comment, 'authorId'>; toOfficial: boolean },
): boolean => {
  if (!may(reader, 'reply.create')) return false
  return organises(reader, contest) || reader.viewer?.id === comment.authorId || !toOfficial
}

/** One's own word, and of a contest everybody's for its organisers. */
export const mayTakeBack = (
  reader: Reader,
  contest: OwnedContest,
  { authorId }: Pick<Comment, 'authorId'>,
): boolean => organises(reader, contest) || reader.viewer?.id === authorId

export const sight = { comment: visibleComments, reply: visibleReplies }
