import { readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { rootsOf } from '../../officials.ts'
import { homeOf } from '../../policy/audience.ts'
import { contestComments, mayReplyInContest } from '../../policy/contestComment.ts'
import { CONTESTS, isOfficial, organises } from '../../policy/officials.ts'
import { enter, rightsNow } from '../../venue.ts'
import { CONTEST, SHOWN_CONTEST } from '../contest/contest.ts'
import { switches } from '../site/site.ts'
import type { Author, SubjectKind } from './subject.ts'

/**
 * Contests as subjects: in a running one a comment is a clarification request, and a reply its answer
 * (contest-rules.md 24).
 */
export const contestSubject: SubjectKind = {
  type: 'Contest',
  sight: contestComments,
  async enter(ctx, id) {
    if (!(await contestSubject.isOpen(ctx, id))) throw new Refusal('CONTEST_COMMENTS_CLOSED')
    const contest = await enter(ctx, SHOWN_CONTEST, id, 'look')
    const reader = readerOf(ctx)
    const roots = await rootsOf(ctx, contest)
    const isOfficialThere = (author: Author) => isOfficial(CONTESTS, author, contest, roots)
    return {
      words: contestComments.within(reader, id),
      moderates: organises(reader, contest),
      mayReply: ({ comment, target }) =>
        mayReplyInContest(reader, contest, { comment, toOfficial: isOfficialThere(target) }),
      isOfficial: isOfficialThere,
      rights: CONTEST.rights(reader, contest),
      isDoubtedBy: (event) => CONTEST.isDoubtedBy(event, contest),
      place: homeOf(contest),
      bar: async () => null,
      hold: async () => {},
      counted: async () => {},
    }
  },
  refusals: ['CONTEST_COMMENTS_CLOSED', 'CONTEST_NOT_STARTED', 'CONTEST_NOT_REGISTERED', 'CONTEST_ACCOUNT'],
  isOpen: async (ctx) => (await switches.get(ctx)).openContestComment,
  rightsNow: (ctx, id) => rightsNow(ctx, CONTEST, id),
}

export const subject = { contest: contestSubject }
