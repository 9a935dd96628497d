import type { Comment, Prisma } from '#prisma/generated/client.ts'
import { contestPolicy, notOver, organised } from './contest.ts'
import { byOfficials, CONTESTS, type OwnedContest, organises, rolesOf } from './officials.ts'
import type { Reader } from './reader.ts'
import type { SubjectSight, Words } from './subject.ts'
import { may } from './viewer.ts'

/** Where, until its end, a reader sees of others only what organisers say (contest-rules.md 24). */
const quietContest = ({ contests }: Reader, id: number) => contests.closed.get(id) ?? contests.running.get(id)

/** Whether all who are let in to a contest see all that is said there. */
const isOpenToAll = (reader: Reader, contestId: number): boolean => !quietContest(reader, contestId)

/** The rows of one contest that a reader sees who was let in; null: all of them. */
function openIn(reader: Reader, id: number): ReturnType<typeof byOfficials> | null {
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

/** What guests see. */
const NOTHING: Words = { comments: { id: { in: [] } }, replies: { id: { in: [] } } }

/** What is said in all contests that the reader may look into. */
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

/** What a filter over authors leaves of one contest; null: everything. */
const saidIn = (contestId: number, open: ReturnType<typeof openIn>): Words => ({
  comments: { contestId, ...open },
  replies: { comment: { contestId, ...open }, ...open },
})

/** What is said in contests: questions are between who asks and the organisers until the end (contest-rules.md 24). */
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
 * Organisers and whoever began the thread answer anybody in it; others only those who do not organise the contest
 * (contest-rules.md 24).
 */
export const mayReplyInContest = (
  reader: Reader,
  contest: OwnedContest,
  { comment, toOfficial }: { comment: Pick<Comment, 'authorId'>; toOfficial: boolean },
): boolean => organises(reader, contest) || reader.viewer?.id === comment.authorId || !toOfficial

/** What contests are as subjects of comments. */
export const subject = { contest: contestComments }
