import type { Comment, Contest, Prisma } from '#prisma/generated/client.ts'
import { contestPolicy } from './contest.ts'
import { byOfficials, CONTESTS, type OwnedContest, organises } from './officials.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/** A contest whose rows alone are asked for, by somebody who was let in to it. */
type Within = number | undefined

/**
 * In which contests, until their end, a reader sees of others only what organisers say (contest-rules.md 24). Every list,
 * count, node and stream is made of it.
 */
const quietContests = ({ contests }: Reader, within: Within): readonly Contest[] =>
  [...contests.closed.values(), ...contests.running.values()].filter(
    ({ id }) => within === undefined || id === within,
  )

/** Whether all who are let in to a contest see all that is said there. */
export const isOpenToAll = ({ contests }: Reader, contestId: number): boolean =>
  !contests.closed.has(contestId) && !contests.running.has(contestId)

type Hidden = { contest: Contest; open: Prisma.CommentWhereInput & Prisma.ReplyWhereInput }

const hiddenFrom = (reader: Reader, within: Within): Hidden[] =>
  quietContests(reader, within)
    .filter((contest) => !organises(reader, contest))
    .map((contest) => ({
      contest,
      open: { OR: [...byOfficials(CONTESTS, contest).OR, { authorId: reader.viewer?.id ?? '' }] },
    }))

/** The contests that somebody is let in to, in which there are comments. */
const entered = (reader: Reader): Prisma.CommentWhereInput => ({
  contest: { AND: [{ visible: true }, contestPolicy.admitted.look(reader)] },
})

/** `within` says that rows of one contest alone are asked about, by somebody who was let in. */
export function visibleComments(reader: Reader, within?: Within): Prisma.CommentWhereInput {
  const { viewer } = reader
  if (!viewer) return { id: { in: [] } }
  return {
    ...(within === undefined ? entered(reader) : { contestId: within }),
    NOT: hiddenFrom(reader, within).map(({ contest, open }) => ({ contestId: contest.id, NOT: open })),
  }
}

/** A reply goes with its comment, and is itself hidden as a comment would be. */
export function visibleReplies(reader: Reader, within?: Within): Prisma.ReplyWhereInput {
  return {
    comment: visibleComments(reader, within),
    ...(reader.viewer && {
      NOT: hiddenFrom(reader, within).map(({ contest, open }) => ({
        comment: { contestId: contest.id },
        NOT: open,
      })),
    }),
  }
}

/** What all see who are let in to a contest, whoever they are: for streams that many share. */
export function publicComments(reader: Reader, contestId: number): Prisma.CommentWhereInput {
  const [quiet] = quietContests(reader, contestId)
  return { contestId, ...(quiet && byOfficials(CONTESTS, quiet)) }
}

/** The same of replies. */
export function publicReplies(reader: Reader, contestId: number): Prisma.ReplyWhereInput {
  const [quiet] = quietContests(reader, contestId)
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
