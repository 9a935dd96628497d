import type { Comment, Prisma } from '#prisma/generated/client.ts'
import { contestPolicy, notOver, organised } from './contest.ts'
import { byOfficials, CONTESTS, type OwnedContest, organises, rolesOf } from './officials.ts'
import type { Reader } from './reader.ts'
import type { SubjectSight, Words } from './subject.ts'
import { may } from './viewer.ts'

/**
 * The contest while it has not ended; until then a reader sees of others only what organisers write (contest-rules.md
 * 24).
 */
const quietContest = ({ contests }: Reader, id: number) => contests.closed.get(id) ?? contests.running.get(id)

/** Whether every reader with access to the contest sees all its comments. */
const isOpenToAll = (reader: Reader, contestId: number): boolean => !quietContest(reader, contestId)

/** Filter for the rows of one contest; null: all. The reader must have access to it. */
function openIn(reader: Reader, id: number): ReturnType<typeof byOfficials> | null {
  const contest = quietContest(reader, id)
  if (!contest || organises(reader, contest)) return null
  return { OR: [...byOfficials(CONTESTS, contest).OR, { authorId: reader.viewer?.id ?? '' }] }
}

/** Contests in which a reader sees of others only what organisers write. */
const quietContests = (reader: Reader): Prisma.ContestWhereInput => ({
  ...notOver(reader),
  NOT: organised(reader),
})

/** Filter for rows of authors who are neither the reader nor official by their role on the site. */
const byOthers = (userId: string) => ({
  authorId: { not: userId },
  author: { role: { notIn: rolesOf(CONTESTS) } },
})

/** Filter for guests: nothing. */
const NOTHING: Words = { comments: { id: { in: [] } }, replies: { id: { in: [] } } }

/** Comments of all contests the reader may view. */
function saidAnywhere(reader: Reader): Words {
  const { viewer } = reader
  if (!viewer) return NOTHING
  const contest = { AND: [{ visible: true }, contestPolicy.admitted.look(reader)] }
  if (may(reader, 'contest.manageAny')) return { comments: { contest }, replies: { comment: { contest } } }
  const hidden = { ...byOthers(viewer.id), byOfficial: { is: null } }
  const comments = { contest, NOT: { ...hidden, contest: quietContests(reader) } }
  return {
    comments,
    replies: { comment: comments, NOT: { ...hidden, comment: { contest: quietContests(reader) } } },
  }
}

/** Comments of one contest, narrowed by author; null: not narrowed. */
const saidIn = (contestId: number, open: ReturnType<typeof openIn>): Words => ({
  comments: { contestId, ...open },
  replies: { comment: { contestId, ...open }, ...open },
})

/**
 * Comments of contests: until the end, a question is visible to its author and the organisers (contest-rules.md 24).
 */
export const contestComments: SubjectSight = {
  anywhere: saidAnywhere,
  within: (reader, id) => (reader.viewer ? saidIn(id, openIn(reader, id)) : NOTHING),
  shown(reader, id) {
    const quiet = quietContest(reader, id)
    return saidIn(id, quiet ? byOfficials(CONTESTS, quiet) : null)
  },
  isOpenToAll,
}

/**
 * Whether the reader may reply: organisers and the author of the thread reply to anybody in it; others not to
 * organisers (contest-rules.md 24).
 */
export const mayReplyInContest = (
  reader: Reader,
  contest: OwnedContest,
  { comment, toOfficial }: { comment: Pick<Comment, 'authorId'>; toOfficial: boolean },
): boolean => organises(reader, contest) || reader.viewer?.id === comment.authorId || !toOfficial

/** The subject kind of contests. */
export const subject = { contest: contestComments }
